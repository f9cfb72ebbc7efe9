/** The wrong fields that the API names, by the names of the form's fields, in the person's language. */
import { i18n } from '@lingui/core'
import { explainField, missing } from './field-words.ts'

export interface Problem {
  /** `dropoff_address.post_code`, `parcels.0.weight_kg`: as react-hook-form writes it. */
  name: string
  message: string
  /** The field is empty. */
  isMissing?: boolean | undefined
}

interface Detail {
  pointer: string
  code: string
  message: string
}

/** `/parcels/0/weight_kg` as `parcels.0.weight_kg`. */
export function fieldName(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

interface Naming {
  /** Maps a field of the API to one of the form. */
  rename?: (name: string) => string
  /** Whether a field of the form is empty: it is missing then, whatever the API expects of it. */
  isEmpty?: (name: string) => boolean
}

/** The first problem of each field, in the order of the answer. */
export function toProblems(details: readonly Detail[], { rename, isEmpty }: Naming = {}): Problem[] {
  const problems = new Map<string, Problem>()
  for (const detail of details) {
    const field = fieldName(detail.pointer)
    const name = rename?.(field) ?? field
    if (problems.has(name)) continue
    const words = explainField(detail, i18n.locale)
    const message = typeof words === 'string' ? words : i18n._(words)
    problems.set(name, { name, message, isMissing: words === missing || isEmpty?.(name) })
  }
  return [...problems.values()]
}

/** A sentence with a capital and a full stop from a message to be read after the field's name. */
export const asSentence = (message: string): string => {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
