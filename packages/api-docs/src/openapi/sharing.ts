/** Pure: moves what operations have in common to the components of the document, so that an operation is short. */
import { SERVER_ERRORS } from './components.ts'
import type { DocumentedOperation, JsonSchema, OpenApiDocument, Parameter, ResponseObject } from './types.ts'

type Paths = OpenApiDocument['paths']
type Unshared = Record<
  string,
  Record<string, Omit<DocumentedOperation, 'responses'> & { responses: Record<string, ResponseObject> }>
>

/** Names of the most common response of each status. */
const STATUS_NAMES: Record<string, string> = {
  200: 'Ok',
  201: 'Created',
  202: 'Accepted',
  204: 'NoContent',
  304: 'NotModified',
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  [SERVER_ERRORS]: 'ServerError',
}

/** Replaces responses that several operations have by references. Returns the paths and the responses by name. */
export function shareResponses(paths: Unshared): { paths: Paths; responses: Record<string, ResponseObject> } {
  const all = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.entries(responses)),
  )
  const texts = Map.groupBy(
    all.filter(([status]) => status in STATUS_NAMES),
    ([status, response]) => `${status} ${JSON.stringify(response)}`,
  )
  const names = new Map<string, string>()
  const responses: Record<string, ResponseObject> = {}
  for (const [text, [first, ...others]] of [...texts].toSorted(([, one], [, other]) => other.length - one.length)) {
    if (first === undefined || others.length === 0) continue
    const [status, response] = first
    const usual = STATUS_NAMES[status] ?? ''
    const name = freeName([usual, codesName(response)], usual, responses)
    names.set(text, name)
    responses[name] = response
  }
  const shared = (status: string, response: ResponseObject): ResponseObject | { $ref: string } => {
    const name = names.get(`${status} ${JSON.stringify(response)}`)
    return name === undefined ? response : { $ref: `#/components/responses/${name}` }
  }
  const withReferences = eachOperation(paths, (operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, shared(status, response)]),
    ),
  }))
  return { responses, paths: withReferences }
}

/** Replaces query parameters that several operations have by references. Adds them to the parameters by name. */
export function shareParameters(
  paths: Paths,
  parameters: Record<string, Parameter>,
): { paths: Paths; parameters: Record<string, Parameter> } {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.parameters))
  const inline = all.filter((one) => 'name' in one)
  const names = new Map<string, string>()
  const shared = { ...parameters }
  for (const [text, [first, ...others]] of Map.groupBy(inline, (one) => JSON.stringify(one))) {
    if (first === undefined || others.length === 0) continue
    const usual = `${camelCase(first.name)}Query`
    const name = freeName([usual], usual, shared)
    names.set(text, name)
    shared[name] = first
  }
  const withReferences = eachOperation(paths, (operation) => ({
    ...operation,
    parameters: operation.parameters.map((one) => {
      const name = names.get(JSON.stringify(one))
      return name === undefined ? one : { $ref: `#/components/parameters/${name}` }
    }),
  }))
  return { paths: withReferences, parameters: shared }
}

/** A field is shared if the references save at least this much of the document, in characters. */
const LEAST_SAVED = 40
const REFERENCE_LENGTH = 60

/**
 * Replaces fields that several schemas describe alike by references to schemas that are added under the fields' names, and
 * schemas that are the same by references to the first.
 */
export function shareFields(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const fields = Object.values(schemas).flatMap(listFields)
  const whole = new Map<string, string>()
  const alike = Map.groupBy(fields, ([, field]) => JSON.stringify(field))
  const names = new Map<string, string>()
  const shared = { ...schemas }
  for (const [text, [first, ...others]] of alike) {
    if (first === undefined || others.length * (text.length - REFERENCE_LENGTH) < LEAST_SAVED) continue
    const [field, schema] = first
    const name = freeName([camelCase(field)], camelCase(field), shared)
    names.set(text, name)
    shared[name] = schema
  }
  const refer = (schema: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify(schema))
    return name === undefined ? mapFields(schema, refer) : { $ref: `#/components/schemas/${name}` }
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const text = JSON.stringify(schema)
    const same = whole.get(text)
    if (same !== undefined) shared[name] = { $ref: `#/components/schemas/${same}` }
    else whole.set(text, name)
  }
  return Object.fromEntries(Object.entries(shared).map(([name, schema]) => [name, mapFields(schema, refer)]))
}

/** The fields of a schema and of those within it, by name. */
function listFields(schema: JsonSchema): [name: string, field: JsonSchema][] {
  const found: [string, JsonSchema][] = []
  const own = Object.entries(schema.properties ?? {})
  mapFields(schema, (inner) => {
    found.push(...listFields(inner))
    return inner
  })
  return [...own, ...found]
}

/** A schema with other schemas in place of its fields, items and alternatives. */
function mapFields(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, change(field)])),
    }),
    ...(items && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
  }
}

const eachOperation = <T, R>(
  paths: Record<string, Record<string, T>>,
  change: (operation: T) => R,
): Record<string, Record<string, R>> =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
    ]),
  )

/** The first name that is not taken, or the usual one with a number. */
function freeName(wanted: string[], usual: string, taken: Record<string, unknown>): string {
  const found = wanted.find((name) => name !== '' && !(name in taken))
  if (found !== undefined) return found
  let number = 2
  while (`${usual}${number}` in taken) number += 1
  return `${usual}${number}`
}

const camelCase = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** A name for a response of one or two error codes: `ShipmentNotFound`; empty if there are more. */
function codesName({ 'x-error-codes': codes = [] }: ResponseObject): string {
  if (codes.length === 0 || codes.length > 2) return ''
  return codes.map(camelCase).join('Or')
}
