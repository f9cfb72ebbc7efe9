/** The operations of the OpenAPI document, as tests call them. */
import { readWholeDocument } from '../../support/whole-document.ts'
import { sandbox } from '../api.ts'

// biome-ignore lint/suspicious/noExplicitAny: a part of the document, as JSON
export type Schema = any

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: Schema
}

export interface Operation {
  id: string
  method: string
  path: string
  tag: string
  /** Needs a person's session, password or one-time link, which no key stands for. */
  isForPeople: boolean
  isDriverApp: boolean
  parameters: Parameter[]
  /** Schema of a JSON body. */
  bodySchema?: Schema
  /** The documented request, if there is one. */
  example?: unknown
  isRawBody: boolean
}

export interface Documented {
  operations: Operation[]
  /** Target of a reference; another schema as it is. */
  resolve(schema: Schema): Schema
}

const PEOPLE: ReadonlySet<string> = new Set(['Sessions', 'Team'])

/** Reads the document of the running product. */
export async function readDocument(): Promise<Documented> {
  const document = await readWholeDocument(sandbox.base_url)
  const resolve = (schema: Schema): Schema =>
    schema?.$ref === undefined
      ? schema
      : resolve(
          schema.$ref
            .slice(2)
            .split('/')
            .reduce((at: Schema, step: string) => at[step], document),
        )
  // The token endpoint takes forms and has errors of another form.
  const paths = Object.entries<Record<string, Schema>>(document.paths).filter(([path]) => path.startsWith('/api/'))
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const content = operation.requestBody?.content ?? {}
      const [example] = Object.values(content['application/json']?.examples ?? {})
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        tag: operation.tags[0],
        isForPeople: PEOPLE.has(operation.tags[0]),
        isDriverApp: operation.security.some((one: object) => 'driver' in one),
        parameters: operation.parameters.map(resolve),
        bodySchema: content['application/json']?.schema,
        example: resolve(example)?.value,
        isRawBody: content['*/*'] !== undefined,
      }
    }),
  )
  return { operations, resolve }
}
