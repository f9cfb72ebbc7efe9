/** Pure: the form of the customs defaults, from the API and to it. */
import type { CustomsDefaults, UpdateCustomsDefaults } from '@waybill/sdk'

const TEXTS = ['contents', 'non_delivery', 'certify_signer', 'export_filing'] as const
/** Numbers with a field; others are set by programs, and stay. */
const NUMBER_TYPES = ['eori', 'vat', 'ioss'] as const
type NumberType = (typeof NUMBER_TYPES)[number]
type TaxIds = NonNullable<UpdateCustomsDefaults['tax_ids']>

export type DefaultValues = Record<(typeof TEXTS)[number] | NumberType | 'vat_country', string> & { certify: boolean }

const isOf = (type: string) => (id: { type: string }) => id.type === type

export function toValues({ tax_ids: ids, ...defaults }: CustomsDefaults): DefaultValues {
  const number = (type: NumberType) => ids.find(isOf(type))?.number ?? ''
  return {
    contents: defaults.contents ?? '',
    non_delivery: defaults.non_delivery ?? '',
    certify: defaults.certify,
    certify_signer: defaults.certify_signer ?? '',
    export_filing: defaults.export_filing ?? '',
    eori: number('eori'),
    vat: number('vat'),
    vat_country: ids.find(isOf('vat'))?.issuing_country ?? '',
    ioss: number('ioss'),
  }
}

/** The fields that differ from those shown before. Numbers are sent as a whole, with those that are stored now beside them. */
export function toChanges(
  values: DefaultValues,
  before: DefaultValues,
  stored: CustomsDefaults,
): UpdateCustomsDefaults {
  const differs = (name: Exclude<keyof DefaultValues, 'certify'>) => values[name].trim() !== before[name]
  const texts = TEXTS.filter(differs)
  const numbers = NUMBER_TYPES.filter((type) => differs(type) || (type === 'vat' && differs('vat_country')))
  return {
    ...Object.fromEntries(texts.map((name) => [name, values[name].trim() || null])),
    ...(values.certify !== before.certify && { certify: values.certify }),
    ...(numbers.length > 0 && { tax_ids: newTaxIds(values, stored, numbers) }),
  }
}

/** A number takes the place of the first one of its type. */
function newTaxIds(
  values: DefaultValues,
  { tax_ids: stored }: CustomsDefaults,
  changed: readonly NumberType[],
): TaxIds {
  const replaced = (type: string) => changed.find((one) => one === type)
  const kept = stored.filter((id) => {
    const type = replaced(id.type)
    return type === undefined || stored.find(isOf(type)) !== id
  })
  const fresh = changed.flatMap((type) => {
    const number = values[type].trim()
    const country = type === 'vat' ? values.vat_country.trim().toUpperCase() : keptCountry(type, number, stored)
    // A country alone is refused, so that the field of its number is marked.
    const isSent = number !== '' || (country && !stored.some(isOf(type)))
    return isSent ? [{ type, number, ...(country && { issuing_country: country }) }] : []
  })
  return [...fresh, ...(kept as TaxIds)]
}

/** The country of the number before, if the new one begins alike: its beginning says the country. */
function keptCountry(type: NumberType, number: string, stored: CustomsDefaults['tax_ids']): string | null {
  const before = stored.find(isOf(type))
  const begin = (text: string) =>
    text
      .replace(/\s/g, '')
      .toUpperCase()
      .slice(0, type === 'ioss' ? 5 : 2)
  return before && begin(before.number) === begin(number) ? before.issuing_country : null
}

/** The field of the form for a field of the API, whose numbers are a list. */
export function renameField(name: string, sent: UpdateCustomsDefaults): string {
  const index = /^tax_ids\.(\d+)/.exec(name)?.[1]
  const type = index === undefined ? undefined : sent.tax_ids?.[Number(index)]?.type
  if (type === 'vat' && name.endsWith('.issuing_country')) return 'vat_country'
  return NUMBER_TYPES.find((one) => one === type) ?? name
}
