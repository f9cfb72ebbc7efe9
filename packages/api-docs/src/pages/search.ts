/** Pure: the search of the documentation. Its pages run `findEntries` too, so that it uses nothing from outside of it. */

/** A section of a page, or an operation, whose path begins with `/docs#`. */
export type SearchEntry = [path: string, title: string, text: string]

/**
 * Entries that have every word of the query, at most 12. Words of the title count before their beginnings, and these before the
 * text; then the first and the last word of a title, the word as it is before its plural, and operations.
 */
export function findEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const split = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  const words = split(query)
  if (words.length === 0) return []
  const weigh = ([path, title, text]: SearchEntry) => {
    const own = split(title)
    let sum = path.startsWith('/docs#') ? 0.5 : 0
    for (const word of words) {
      const is = (other: string | undefined) => other === word || other === `${word}s`
      if (own.some(is)) sum += (is(own[0]) || is(own.at(-1)) ? 7 : 6) + (own.includes(word) ? 0.5 : 0)
      else if (own.some((other) => other.startsWith(word))) sum += 4
      else if (`${title} ${text}`.toLowerCase().includes(word)) sum += 1
      else return 0
    }
    return sum
  }
  return entries
    .map((entry) => ({ entry, weight: weigh(entry) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, 12)
    .map(({ entry }) => entry)
}

/** Parts of the OpenAPI document that are searched. */
interface SearchedDocument {
  tags: readonly { name: string }[]
  paths: Record<string, Record<string, SearchedOperation>>
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
}

interface SearchedOperation {
  operationId?: string
  summary?: string
  description?: string
  tags?: readonly string[]
  parameters?: readonly { name?: string }[]
  requestBody?: { content?: Record<string, { schema?: { $ref?: string } }> }
}

/** An entry of each operation, in the order of the groups. */
export function operationEntries({ tags, paths, components }: SearchedDocument): SearchEntry[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return tags.flatMap(({ name: tag }) =>
    operations
      .filter(({ operation }) => operation.tags?.includes(tag))
      .map(({ path, method, operation }): SearchEntry => {
        const schema = operation.requestBody?.content?.['application/json']?.schema?.$ref?.split('/').at(-1) ?? ''
        const fields = Object.keys(components.schemas[schema]?.properties ?? {})
        const names = [...(operation.parameters ?? []).map(({ name }) => name ?? ''), ...fields]
        const anchor = `tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method}${path}`
        const text = `${method} ${path} ${operation.description ?? ''} ${operation.operationId ?? ''} ${names.join(' ')}`
        return [`/docs#${anchor}`, operation.summary ?? '', text]
      }),
  )
}
