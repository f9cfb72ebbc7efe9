/** Pure: what the form of this screen holds, and the documents that it becomes. */
import type { CreateOnDemandShipment, CreateQuote, ParcelRequest } from '@waybill/sdk'
import { unitsIn } from '../../format/parcel-units.ts'
import { type AddressValues, addressValues, emptyAddress, toAddress } from '../../forms/address/address-values.ts'
import {
  type CustomsValues,
  emptyCustoms,
  emptyItem,
  findCustomsField,
  type ItemValues,
  needsCustoms,
  toCustoms,
  toItems,
} from './customs/customs-values.ts'
import { emptyOptions, findOptionField, type OptionValues, toServiceOptions } from './options/option-values.ts'

export interface ParcelValues {
  title: string
  weight_kg: string
  length_cm: string
  width_cm: string
  height_cm: string
  /** ID of the chosen preset; empty: none. */
  preset_id: string
  /** Sent if they cross a customs border. */
  items: ItemValues[]
}

export interface ShipValues {
  merchant_order_ref: string
  /** YYYY-MM-DD */
  collection_date: string
  pickup_address: AddressValues
  dropoff_address: AddressValues
  /** Whether the recipient is at home: `true` or `false`; empty: not known. */
  residential: string
  parcels: ParcelValues[]
  customs: CustomsValues
  dropoff_instructions: string
  options: OptionValues
  /** A courier is sent at once, instead of a choice of offers. */
  on_demand: boolean
  dispatch: {
    max_total_amount: string
    /** Local time, YYYY-MM-DDTHH:MM */
    deliver_by: string
  }
}

export const emptyParcel = (title: string): ParcelValues => ({
  title,
  weight_kg: '',
  length_cm: '',
  width_cm: '',
  height_cm: '',
  preset_id: '',
  items: [emptyItem],
})

/** An empty form that collects today, from where the last one did. */
export const emptyForm = (today: string, pickup: Partial<AddressValues> | null, title: string): ShipValues => ({
  merchant_order_ref: '',
  collection_date: today,
  pickup_address: addressValues(pickup ?? {}),
  dropoff_address: emptyAddress(pickup?.country),
  residential: '',
  parcels: [emptyParcel(title)],
  customs: emptyCustoms,
  dropoff_instructions: '',
  options: emptyOptions,
  on_demand: false,
  dispatch: { max_total_amount: '', deliver_by: '' },
})

/** The date at the browser, which is at the merchant. */
export function localDate(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Letters and digits that nobody takes for another when a label is read aloud. */
const PLAIN = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** For a parcel without an order: the day, and five characters at random, `261129-K7M2Q`. */
export function newReference(at: Date): string {
  const random = crypto.getRandomValues(new Uint32Array(5))
  const code = [...random].map((value) => PLAIN[value % PLAIN.length]).join('')
  return `${localDate(at).slice(2).replaceAll('-', '')}-${code}`
}

/** Empty fields are left out, so that the API names the missing ones. Numbers may have a decimal comma. */
export const toDocument = (values: ShipValues): CreateQuote => ({
  ...findShipment(values),
  collection_date: values.collection_date,
})

/** The courier comes at once, within the limits that are filled in. */
export function toOnDemandDocument(values: ShipValues): CreateOnDemandShipment {
  const most = values.dispatch.max_total_amount.trim().replace(',', '.')
  const by = values.dispatch.deliver_by
  const at = new Date(by)
  const limits = {
    ...(most !== '' && { max_total_amount: most }),
    ...(by !== '' && { deliver_by: Number.isNaN(at.getTime()) ? by : at.toISOString() }),
  }
  return { ...findShipment(values), ...(Object.keys(limits).length > 0 && { dispatch: limits }) }
}

function findShipment(values: ShipValues): Omit<CreateQuote, 'collection_date'> {
  const options = toServiceOptions(values.options)
  const country = values.pickup_address.country
  const isDeclared = needsCustoms(values)
  const customs = isDeclared ? toCustoms(values.customs, values) : undefined
  return {
    merchant_order_ref: values.merchant_order_ref.trim(),
    pickup_address: toAddress(values.pickup_address),
    dropoff_address: {
      ...toAddress(values.dropoff_address),
      // A draft of an earlier version has none.
      ...(values.residential && { residential: values.residential === 'true' }),
    },
    parcels: values.parcels.map((parcel) => {
      const items = isDeclared ? toItems(parcel.items, values.customs.currency, country) : []
      return { ...toSentParcel(parcel, country), ...(items.length > 0 && { items }) }
    }),
    ...(customs && { customs }),
    ...(values.dropoff_instructions.trim() !== '' && { dropoff_instructions: values.dropoff_instructions }),
    ...(options && { service_options: options }),
  }
}

/** Measures that are all empty are left out, so that the API names them. */
export function toSentParcel(values: ParcelValues, country: string): ParcelRequest {
  const { weight_kg: weight, length_cm: length, width_cm: width, height_cm: height, ...parcel } = toParcel(values)
  const units = unitsIn(country)
  if (units.weight === 'kg') return toParcel(values)
  const hasSide = [length, width, height].some((side) => side !== undefined)
  return {
    ...parcel,
    ...(weight !== undefined && { weight: { value: weight, unit: units.weight } }),
    ...(hasSide && {
      // A side that is missing is for the API to name.
      dimensions: { length, width, height, unit: units.length } as ParcelRequest['dimensions'],
    }),
  }
}

/** The field of the form that a field of the API is: `parcels.0.weight.value` is filled in as `parcels.0.weight_kg`. */
export const toFormField = (name: string): string =>
  findOptionField(name) ??
  findCustomsField(name) ??
  name
    .replace(/^(parcels\.\d+)\.weight(\.\w+)?$/, '$1.weight_kg')
    .replace(/^(parcels\.\d+)\.dimensions\.(length|width|height)$/, '$1.$2_cm')
    .replace(/^dropoff_address\.residential$/, 'residential')

function toParcel({ title, preset_id: _preset, items: _items, ...sides }: ParcelValues): ParcelRequest {
  const measured = Object.entries(sides).flatMap(([name, value]) => {
    const text = value.trim().replace(',', '.')
    return text === '' ? [] : [[name, text]]
  })
  return { title: title.trim(), ...Object.fromEntries(measured) }
}
