/** Pure: options of a shipment in the form, and the document that they become. */
import type { CreateQuote, Shipment } from '@waybill/sdk'

type Document = NonNullable<CreateQuote['service_options']>
type Shown = NonNullable<Shipment['service_options']>
/** Options that the form does not show, of the shipment that it was filled from. */
type Other = Pick<Shown, 'return_address' | 'bill_to' | 'dangerous_goods'>

export interface OptionValues {
  /** `required` or `adult`; empty: none. */
  signature: string
  insured_value: string
  tip: string
  /** Currency of both amounts. */
  currency: string
  saturday: boolean
  reference_1: string
  reference_2: string
  /** In years; empty: not checked. */
  minimum_age: string
  pin: boolean
  other: Other | null
}

export const emptyOptions: OptionValues = {
  signature: '',
  insured_value: '',
  tip: '',
  currency: '',
  saturday: false,
  reference_1: '',
  reference_2: '',
  minimum_age: '',
  pin: false,
  other: null,
}

const amount = (text: string, currency: string) => ({
  amount: text.trim().replace(',', '.'),
  currency: currency.trim().toUpperCase(),
})

/** The options that are filled in; undefined: none. A draft of an earlier version has no options. */
export function toServiceOptions(values: OptionValues | undefined): Document | undefined {
  const { signature, insured_value, tip, currency, saturday, minimum_age, pin, other } = values ?? emptyOptions
  const references = [values?.reference_1, values?.reference_2].flatMap((text) => text?.trim() || [])
  const options: Document = {
    ...(other as Document | null),
    ...(signature !== '' && { signature: signature as 'required' | 'adult' }),
    ...(insured_value.trim() !== '' && { insurance: amount(insured_value, currency) }),
    ...(saturday && { saturday_delivery: true }),
    ...(references.length > 0 && { label_references: references }),
    ...(minimum_age !== '' && { age_verification: { minimum_age: Number(minimum_age) } }),
    ...(pin && { delivery_pin: true }),
    ...(tip.trim() !== '' && { tip: amount(tip, currency) }),
  }
  return Object.keys(options).length === 0 ? undefined : options
}

const removed = {
  signature: null,
  insurance: null,
  saturday_delivery: null,
  label_references: null,
  age_verification: null,
  delivery_pin: null,
  tip: null,
} as const

/** The change to these options: what the form does not ask for is removed, what it does not show stays. */
export const toOptionChanges = (options: Document | null | undefined): Document => ({ ...removed, ...options })

/** The values of a form like the shipment. */
export function copyOptions(shown: Shipment['service_options']): OptionValues {
  if (!shown) return emptyOptions
  const { return_address, bill_to, dangerous_goods } = shown
  const hasOther = return_address !== null || bill_to !== null || dangerous_goods !== null
  return {
    signature: shown.signature === 'none' ? '' : shown.signature,
    insured_value: shown.insurance?.amount ?? '',
    tip: shown.tip?.amount ?? '',
    currency: shown.insurance?.currency ?? shown.tip?.currency ?? '',
    saturday: shown.saturday_delivery,
    reference_1: shown.label_references[0] ?? '',
    reference_2: shown.label_references[1] ?? '',
    minimum_age: String(shown.age_verification?.minimum_age ?? ''),
    pin: shown.delivery_pin,
    other: hasOther ? { return_address, bill_to, dangerous_goods } : null,
  }
}

const formFields: readonly [api: RegExp, form: string][] = [
  [/^service_options\.insurance(\.amount|\.provider)?$/, 'options.insured_value'],
  [/^service_options\.tip(\.amount)?$/, 'options.tip'],
  [/^service_options\.(?:insurance|tip)\.currency$/, 'options.currency'],
  [/^service_options\.saturday_delivery$/, 'options.saturday'],
  [/^service_options\.label_references(\.0)?$/, 'options.reference_1'],
  [/^service_options\.label_references\.1$/, 'options.reference_2'],
  [/^service_options\.age_verification(\.minimum_age)?$/, 'options.minimum_age'],
  [/^service_options\.delivery_pin$/, 'options.pin'],
  [/^service_options\.signature$/, 'options.signature'],
]

/** The field of the form that an option of the API is filled in as; null: the form has none. */
export const findOptionField = (name: string): string | null => formFields.find(([api]) => api.test(name))?.[1] ?? null
