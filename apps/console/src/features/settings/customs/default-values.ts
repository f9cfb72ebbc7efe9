/** Pure: the form of the customs defaults, from the API and to it. */
import type { CustomsDefaults, UpdateCustomsDefaults } from '@waybill/sdk'

const TEXTS = ['contents', 'non_delivery', 'certify_signer', 'export_filing'] as const
/** Numbers with a field; others are set by programs, and stay. */
export const NUMBER_TYPES = ['eori', 'vat', 'ioss'] as const
type NumberType = (typeof NUMBER_TYPES)[number]
type TaxIds = NonNullable<UpdateCustomsDefaults['tax_ids']>

export type DefaultValues = Record<(typeof TEXTS)[number] | NumberType, string> & { certify: boolean }

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
    ioss: number('ioss'),
  }
}

/** The fields that differ from those shown before. Numbers are sent as a whole, with those that are stored now beside them. */
export function toChanges(
  values: DefaultValues,
  before: DefaultValues,
  stored: CustomsDefaults,
): UpdateCustomsDefaults {
  const texts = TEXTS.filter((name) => values[name].trim() !== before[name])
  const numbers = NUMBER_TYPES.filter((type) => values[type].trim() !== before[type])
  return {
    ...Object.fromEntries(texts.map((name) => [name, values[name].trim() || null])),
    ...(values.certify !== before.certify && { certify: values.certify }),
    ...(numbers.length > 0 && { tax_ids: newTaxIds(values, stored, numbers) }),
  }
}

/** A number takes the place of the first one of its type, and its issuing country with it. */
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
  const fresh = changed.flatMap((type) => (values[type].trim() ? [{ type, number: values[type].trim() }] : []))
  return [...fresh, ...(kept as TaxIds)]
}

/** The field of the form for a field of the API, whose numbers are a list. */
export function renameField(name: string, sent: UpdateCustomsDefaults): string {
  const index = /^tax_ids\.(\d+)/.exec(name)?.[1]
  const type = index === undefined ? undefined : sent.tax_ids?.[Number(index)]?.type
  return NUMBER_TYPES.find((one) => one === type) ?? name
}
