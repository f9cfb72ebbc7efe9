/**
 * A path with each inserted id escaped. Throws a TypeError for an id that is empty or no string: `/shipments/` would be
 * another endpoint.
 */
export function path(texts: TemplateStringsArray, ...ids: string[]): string {
  return texts.reduce((before, text, index) => `${before}${escapeId(ids[index - 1])}${text}`)
}

function escapeId(id: unknown): string {
  if (typeof id === 'string' && id !== '' && id !== '.' && id !== '..') return encodeURIComponent(id)
  throw new TypeError(`An id is ${JSON.stringify(id) ?? typeof id}; pass the id of the resource as a string.`)
}

/** Values of query parameters. Undefined and null are left out. */
export type Query = Record<string, unknown>

/** `?status=ready,failed&metadata[a]=b`, or an empty string: lists are joined by commas, records are spread. */
export function queryString(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value.length > 0 ? [[name, value.join(',')]] : []
    if (value instanceof Date) return [[name, value.toISOString()]]
    if (typeof value === 'object') return Object.entries(value).map(([key, one]) => [`${name}[${key}]`, String(one)])
    return [[name, String(value)]]
  })
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
