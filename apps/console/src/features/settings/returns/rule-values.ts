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
}

export const toValues = (rules: ReturnRules): RuleValues => ({
  enabled: rules.enabled,
  days: String(rules.days),
  countries: (rules.countries ?? []).join(', '),
  reasons: rules.reasons,
  pay: (rules.pay ?? '') as RuleValues['pay'],
  label: rules.label as RuleValues['label'],
})

const toCountries = (text: string): string[] | null => {
  const codes = text.split(/[\s,;]+/).filter((code) => code !== '')
  return codes.length > 0 ? codes.map((code) => code.toUpperCase()) : null
}

/** A text that is no number is named by the API. */
const toDays = (text: string): number | null =>
  text === '' ? null : ((/^\d{1,9}$/.test(text) ? Number(text) : text) as number)

const toRules = (values: RuleValues): Required<Pick<UpdateReturnRules, keyof RuleValues>> => ({
  enabled: values.enabled,
  days: toDays(values.days.trim()),
  countries: toCountries(values.countries),
  reasons: values.reasons.map(({ code, text }) => ({ code: code.trim(), text: text.trim() })),
  pay: values.pay || null,
  label: values.label,
})

/** The fields that differ from those shown before. */
export function toChanges(values: RuleValues, before: RuleValues): UpdateReturnRules {
  const [after, earlier] = [toRules(values), toRules(before)]
  const names = (Object.keys(after) as (keyof RuleValues)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(earlier[name]),
  )
  return Object.fromEntries(names.map((name) => [name, after[name]]))
}

/** The field of the form for a field of the API, whose countries are a list. */
export const renameRuleField = (name: string): string => (name.startsWith('countries') ? 'countries' : name)
