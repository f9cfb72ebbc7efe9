/** Pure: the order of keys. That of a request is the merchant's, and PostgreSQL has its own in `jsonb`. */

/** A record of texts or records, each with its keys in alphabetical order. */
export const inAlphabeticalOrders = (record: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  inAlphabeticalOrder(
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
        return [name, isRecord ? inAlphabeticalOrder(value as Record<string, unknown>) : value]
      }),
    ),
  )

/** A record with its keys in alphabetical order. */
export function inAlphabeticalOrder<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  const entries = Object.entries(record)
  if (entries.length < 2) return record
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The fields of an object in the order of the names. */
export const inOrder = <T extends object>(object: T, names: readonly string[]): T =>
  Object.fromEntries(names.map((name) => [name, object[name as keyof T]])) as T
