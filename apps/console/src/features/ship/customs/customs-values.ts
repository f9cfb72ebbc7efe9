/** Pure: goods and their declaration in the form, and the documents that they become. */
import type { CreateQuote, ParcelRequest, Shipment } from '@waybill/sdk'
import { crossesCustoms } from '../../../format/customs-border.ts'
import { convertWeight, unitsIn } from '../../../format/parcel-units.ts'
import type { AddressValues } from '../../../forms/address/address-values.ts'

type Document = NonNullable<CreateQuote['customs']>
type Shown = NonNullable<Shipment['customs']>
type ItemDocument = NonNullable<ParcelRequest['items']>[number]
type ShownItem = Shipment['parcels'][number]['items'][number]

export interface ItemValues {
  description: string
  quantity: string
  /** For one piece. */
  unit_value: string
  /** For one piece, in the unit of the pickup's country. */
  unit_weight: string
  hs_code: string
  origin_country: string
  sku: string
}

const texts = [
  'contents',
  'contents_explanation',
  'incoterm',
  'non_delivery',
  'certify_signer',
  'export_filing',
  'invoice_number',
  'invoice_date',
] as const

/** Empty: as in the customs defaults. */
export type CustomsValues = Record<(typeof texts)[number], string> & {
  /** For the values of all items. */
  currency: string
  /** Fields that the form does not show, of the shipment that it was filled from, with its recipient. */
  other: (Pick<Document, 'duties_payer' | 'tax_ids'> & { recipient: string }) | null
}

export const emptyItem: ItemValues = {
  description: '',
  quantity: '',
  unit_value: '',
  unit_weight: '',
  hs_code: '',
  origin_country: '',
  sku: '',
}

export const emptyCustoms: CustomsValues = {
  contents: '',
  contents_explanation: '',
  incoterm: '',
  non_delivery: '',
  certify_signer: '',
  export_filing: '',
  invoice_number: '',
  invoice_date: '',
  currency: '',
  other: null,
}

type Place = Parameters<typeof crossesCustoms>[0]

/** Whether exports from a country are filed. */
export const filesExports = (country: string): boolean => ['US', 'PR', 'CA'].includes(country)

const findRecipient = ({ name, company }: Pick<AddressValues, 'name' | 'company'>): string =>
  [name, company].map((text) => text.trim().toLowerCase()).join('\n')

/** Whether goods between the addresses of the form are declared to customs. */
export const needsCustoms = (form: { pickup_address: Place; dropoff_address: Place }): boolean =>
  form.pickup_address.country !== '' &&
  form.dropoff_address.country !== '' &&
  crossesCustoms(form.pickup_address, form.dropoff_address)

const decimal = (text: string): string => text.trim().replace(',', '.')
const wholeNumber = (text: string): number | string => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text.trim())
const isBlank = (item: ItemValues): boolean => Object.values(item).every((text) => text.trim() === '')

/** The goods of a parcel, as far as they are filled in: the API names the fields that are missing. Empty rows at the end are none. */
export function toItems(items: readonly ItemValues[] | undefined, currency: string, country: string): ItemDocument[] {
  const all = items ?? []
  const filled = all.slice(0, all.findLastIndex((item) => !isBlank(item)) + 1)
  return filled.map((item) => ({
    description: item.description.trim(),
    // A text that is no number is named by the API.
    ...(item.quantity.trim() !== '' && { quantity: wholeNumber(item.quantity) }),
    unit_value: {
      ...(item.unit_value.trim() !== '' && { amount: decimal(item.unit_value) }),
      currency: currency.trim().toUpperCase(),
    },
    ...(item.unit_weight.trim() !== '' && {
      unit_weight: { value: decimal(item.unit_weight), unit: unitsIn(country).weight },
    }),
    ...(item.hs_code.trim() !== '' && { hs_code: item.hs_code.trim() }),
    ...(item.origin_country !== '' && { origin_country: item.origin_country }),
    ...(item.sku.trim() !== '' && { sku: item.sku.trim() }),
  })) as unknown as ItemDocument[]
}

interface Places {
  pickup_address: AddressValues
  dropoff_address: AddressValues
}

/** The declaration of a new shipment; undefined: nothing is filled in. Who signs, certifies. Fields that are hidden now are left out. */
export function toCustoms(values: CustomsValues, places: Places): Document | undefined {
  const isShown: Record<string, boolean> = {
    contents_explanation: values.contents === 'other',
    export_filing: filesExports(places.pickup_address.country),
  }
  const filled = texts.flatMap((name) =>
    values[name].trim() === '' || isShown[name] === false ? [] : [[name, values[name].trim()]],
  )
  const document: Document = {
    ...toOther(values.other, places.dropoff_address),
    ...Object.fromEntries(filled),
    ...(values.certify_signer.trim() !== '' && { certify: true }),
  }
  return Object.keys(document).length === 0 ? undefined : document
}

/** Another recipient has other numbers, and may have another importer. */
function toOther(other: CustomsValues['other'], dropoff: AddressValues): Partial<Document> {
  const { recipient, tax_ids: all, ...rest } = other ?? { recipient: '' }
  const isSame = recipient === findRecipient(dropoff)
  const ids = all?.filter(({ party }) => isSame || party === 'sender') ?? []
  return { ...rest, ...(ids.length > 0 && { tax_ids: ids }) }
}

/** The change from one declaration to another: what was emptied is removed, and what is as before stays, also if it is from defaults. */
export function toCustomsChange(before: Document | undefined, after: Document | undefined): Document {
  const emptied = Object.keys(before ?? {}).filter((name) => after?.[name as keyof Document] === undefined)
  const changed = Object.entries(after ?? {}).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name as keyof Document]),
  )
  return Object.fromEntries([...emptied.map((name) => [name, null]), ...changed])
}

/** The goods of a shipment in a new form. */
export const copyItems = (items: readonly ShownItem[], country: string): ItemValues[] =>
  items.map(({ unit_value: value, unit_weight: weight, ...item }) => ({
    description: item.description,
    quantity: String(item.quantity),
    unit_value: value.amount,
    unit_weight: weight ? convertWeight(weight.value, weight.unit, unitsIn(country).weight) : '',
    hs_code: item.hs_code ?? '',
    origin_country: item.origin_country ?? '',
    sku: item.sku ?? '',
  }))

/** The declaration of a shipment in a new form, without what its customs defaults have filled: those of today fill it again. */
export function copyCustoms(
  { customs, parcels }: Pick<Shipment, 'customs' | 'parcels'>,
  dropoff: AddressValues,
): CustomsValues {
  const currency = parcels.flatMap(({ items }) => items.map(({ unit_value }) => unit_value.currency))[0] ?? ''
  if (!customs) return { ...emptyCustoms, currency }
  const isOwn = (name: string) => !customs.from_defaults.includes(name)
  const own = texts.map((name) => [name, isOwn(name) ? (customs[name] ?? '') : ''])
  return { ...emptyCustoms, ...Object.fromEntries(own), currency, other: findOther(customs, findRecipient(dropoff)) }
}

function findOther(
  { duties_payer, tax_ids: ids, from_defaults: defaults }: Shown,
  recipient: string,
): CustomsValues['other'] {
  const own = ids.filter(({ party, type }) => party !== 'sender' || !defaults.includes(`tax_ids.${type}`))
  const other = {
    ...(duties_payer !== null && { duties_payer }),
    ...(own.length > 0 && { tax_ids: own }),
  }
  return Object.keys(other).length === 0 ? null : ({ ...other, recipient } as CustomsValues['other'])
}

/** The goods in the unit of another pickup country. */
export const itemsInUnits = (items: readonly ItemValues[] | undefined, from: string, to: string): ItemValues[] =>
  (items ?? []).map((item) => ({
    ...item,
    unit_weight: convertWeight(item.unit_weight, unitsIn(from).weight, unitsIn(to).weight),
  }))

const formFields: readonly [api: RegExp, form: string][] = [
  [/^(parcels\.\d+\.items)$/, '$1.0.description'],
  [/^(parcels\.\d+\.items\.\d+)$/, '$1.description'],
  [/^(parcels\.\d+\.items\.\d+\.unit_value)\.amount$/, '$1'],
  [/^parcels\.\d+\.items\.\d+\.unit_value\.currency$/, 'customs.currency'],
  [/^(parcels\.\d+\.items\.\d+\.unit_weight)\.\w+$/, '$1'],
  [/^customs\.certify$/, 'customs.certify_signer'],
]

/** The field of the form for a field of goods or their declaration; null: it is another field. */
export function findCustomsField(name: string): string | null {
  const found = formFields.find(([api]) => api.test(name))
  if (found) return name.replace(found[0], found[1])
  return /^parcels\.\d+\.items\.\d+\.\w+$|^customs\.\w+$/.test(name) ? name : null
}
