/** Strings of others as Postgres can keep them. */

/** Postgres takes no NUL in text, and no half of a surrogate pair in jsonb. */
export const storableText = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** The value with every string in it, names of fields too, made storable; dates and bytes stay as they are. */
export function storable<T>(value: T): T
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map((item) => storable(item))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [storableText(name), storable(item)]))
}
