/** The OpenAPI documents that a running product serves for its audiences, joined to one. */

const paths = ['/openapi.json', '/openapi/people.json', '/openapi/drivers.json']

type Named = Record<string, object>
export interface WholeDocument {
  // biome-ignore lint/suspicious/noExplicitAny: the document as JSON
  paths: Record<string, Record<string, any>>
  components: Record<string, Named>
}

/** Responses and parameters have names by how often they occur, so each document keeps its own under other names. */
export async function readWholeDocument(baseUrl: string): Promise<WholeDocument> {
  const documents = await Promise.all(
    paths.map(async (path, index) => {
      const response = await fetch(new URL(path, baseUrl))
      const text = (await response.text()).replaceAll(/#\/components\/(responses|parameters)\//g, `$&${index}-`)
      const document = JSON.parse(text) as WholeDocument
      for (const kind of ['responses', 'parameters'])
        document.components[kind] = Object.fromEntries(
          Object.entries(document.components[kind] ?? {}).map(([name, one]) => [`${index}-${name}`, one]),
        )
      return document
    }),
  )
  return {
    paths: joined(documents.map(({ paths }) => paths)),
    components: joined(documents.map(({ components }) => components)),
  }
}

/** A path can have operations of two documents. */
const joined = <T extends object>(records: Record<string, T>[]): Record<string, T> =>
  Object.fromEntries(
    [...new Set(records.flatMap((record) => Object.keys(record)))].map((key) => [
      key,
      Object.assign({}, ...records.map((record) => record[key])) as T,
    ]),
  )
