/** Pure: the form of the return rules, from the API and to it. */
import type { ReturnRules, UpdateReturnRules } from '@waybill/sdk'

export interface RuleValues {
  enabled: boolean
  days: string
  /** Countries as two letters, such as `GB, DE`; empty: all. */
  countries: string
  reasons: { code: string; text: string }[]
  pay: '' | 'now' | 'on_use'
  label: 'paper' | 'qr'
  /** Whether the first request that fits is approved at once. */
  approves: boolean
  /** Empty: any. Codes of reasons and countries as lists in text. */
  approve: { reasons: string; countries: string; days: string; amount: string; currency: string }
}

type Names = Exclude<keyof RuleValues, 'approves'>

export const toValues = (rules: ReturnRules): RuleValues => ({
  enabled: rules.enabled,
  days: String(rules.days),
  countries: (rules.countries ?? []).join(', '),
  reasons: rules.reasons,
  pay: (rules.pay ?? '') as RuleValues['pay'],
  label: rules.label as RuleValues['label'],
  approves: rules.approve !== null,
  approve: {
    reasons: (rules.approve?.reasons ?? []).join(', '),
    countries: (rules.approve?.countries ?? []).join(', '),
    days: String(rules.approve?.days ?? ''),
    amount: rules.approve?.max_value?.amount ?? '',
    currency: rules.approve?.max_value?.currency ?? '',
  },
})

/** Null: none. */
const toCodes = (text: string): string[] | null => {
  const codes = text.split(/[\s,;]+/).filter((code) => code !== '')
  return codes.length > 0 ? codes : null
}
const toCountries = (text: string): string[] | null => toCodes(text.toUpperCase())
/** A text that is no number is named by the API. */
const toNumber = (text: string): number | null =>
  text === '' ? null : ((/^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : text) as number)

function toApproval({ approves, approve }: RuleValues): NonNullable<UpdateReturnRules['approve']> | null {
  if (!approves) return null
  const amount = toNumber(approve.amount.trim())
  const currency = approve.currency.trim().toUpperCase() as 'GBP'
  return {
    reasons: toCodes(approve.reasons),
    countries: toCountries(approve.countries),
    days: toNumber(approve.days.trim()),
    // One without the other is named by the API, too.
    max_value: amount === null && currency.length === 0 ? null : { amount: amount as number, currency },
  }
}

const toRules = (values: RuleValues): Required<Pick<UpdateReturnRules, Names>> => ({
  enabled: values.enabled,
  days: toNumber(values.days.trim()),
  countries: toCountries(values.countries),
  reasons: values.reasons.map(({ code, text }) => ({ code: code.trim(), text: text.trim() })),
  pay: values.pay || null,
  label: values.label,
  approve: toApproval(values),
})

/** The fields that differ from those shown before. */
export function toChanges(values: RuleValues, before: RuleValues): UpdateReturnRules {
  const [after, earlier] = [toRules(values), toRules(before)]
  const names = (Object.keys(after) as Names[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(earlier[name]),
  )
  return Object.fromEntries(names.map((name) => [name, after[name]]))
}

/** The field of the form for a field of the API, where lists are one text. */
export const renameRuleField = (name: string): string =>
  name
    .replace(/^countries\..*/, 'countries')
    .replace(/^approve\.(reasons|countries)\..*/, 'approve.$1')
    .replace(/^approve\.max_value\.(amount|currency)$/, 'approve.$1')
