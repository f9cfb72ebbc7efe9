/** The OpenAPI documents that a running product serves for its audiences, joined to one. */

const paths = ['/openapi.json', '/openapi/people.json', '/openapi/drivers.json']

type Named = Record<string, object>
export interface WholeDocument {
  // biome-ignore lint/suspicious/noExplicitAny: the document as JSON
  paths: Record<string, Record<string, any>>
  components: Record<string, Named>
}

/** Responses have names by how often they occur, so each document keeps its own under other names. */
export async function readWholeDocument(baseUrl: string): Promise<WholeDocument> {
  const documents = await Promise.all(
    paths.map(async (path, index) => {
      const response = await fetch(new URL(path, baseUrl))
      const text = (await response.text()).replaceAll('#/components/responses/', `#/components/responses/${index}-`)
      const document = JSON.parse(text) as WholeDocument
      document.components.responses = Object.fromEntries(
        Object.entries(document.components.responses ?? {}).map(([name, one]) => [`${index}-${name}`, one]),
      )
      return document
    }),
  )
  const [first, ...others] = documents as [WholeDocument, ...WholeDocument[]]
  return others.reduce<WholeDocument>(
    (whole, { paths, components }) => ({
      ...whole,
      paths: joined(whole.paths, paths),
      components: joined(whole.components, components),
    }),
    first,
  )
}

/** A path can have operations of two documents. */
const joined = <T extends object>(one: Record<string, T>, other: Record<string, T>): Record<string, T> =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [key, { ...other[key], ...one[key] } as T]),
  )
