/** Replaces characters in external strings that Postgres cannot store. */

/** Replaces NUL, which Postgres rejects in text, and lone surrogates, which it rejects in jsonb. */
export const sanitizeText = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** The value with all strings and field names sanitized. Dates and bytes are unchanged. */
export function sanitizeStrings<T>(value: T): T
export function sanitizeStrings(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value)
  if (Array.isArray(value)) return value.map((item) => sanitizeStrings(item))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [sanitizeText(name), sanitizeStrings(item)]))
}
