/** Compares answers of the product with its OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { strictDocument } from './strict-schema.ts'

export interface Answer {
  status: number
  headers: Pick<Headers, 'get'>
  text: string
  body: unknown
}

interface ResponseObject {
  $ref?: string
  content?: Record<string, object>
  'x-error-codes'?: string[]
}

interface Operation {
  responses: Record<string, ResponseObject>
}

// biome-ignore lint/suspicious/noExplicitAny: the document as JSON
type OpenApiDocument = any

interface DocumentedPath {
  path: string
  pattern: RegExp
  methods: Record<string, Operation>
}

const ERROR_POINTER = '/components/schemas/Error'
const API_PREFIX = '/api/v1/'

/** Checks of answers against the document, which is read once. */
export type DocumentChecks = ReturnType<typeof createChecks>

/** `baseUrl`: of the URLs in errors, without a slash at its end. */
export function createChecks(document: OpenApiDocument, baseUrl: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: true, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema(strictDocument(document), 'document')
  const validators = new Map<string, ValidateFunction>()
  const paths = documentedPaths(document)

  /** The differences of the value from the schema at the JSON pointer, one line each. */
  function differences(pointer: string, value: unknown): string[] {
    let validate = validators.get(pointer)
    if (validate === undefined) {
      validate = ajv.compile({ $ref: `document#${encodeURI(pointer)}` })
      validators.set(pointer, validate)
    }
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    )
  }

  /** The differences of an answer from what the document says about the operation. */
  function compare(method: string, pathname: string, answer: Answer): string[] {
    const found = paths.find(({ pattern }) => pattern.test(pathname))
    if (found === undefined && !pathname.startsWith(API_PREFIX)) return []
    const operation = found?.methods[method === 'HEAD' ? 'get' : method.toLowerCase()]
    if (found === undefined || operation === undefined) return compareUnrouted(found === undefined, method, answer)
    const { status } = answer
    const key = status in operation.responses ? String(status) : `${String(status).charAt(0)}XX`
    const response = operation.responses[key]
    if (response === undefined) return [`status ${status} is not documented`]
    const pointer = response.$ref?.slice(1) ?? `${operationPointer(found.path, method)}/responses/${key}`
    const documented = response.$ref === undefined ? response : resolve(document, response.$ref)
    const { content } = documented
    if (method === 'HEAD') return []
    return [
      ...compareBody(pointer, content, answer),
      ...(status >= 400 ? compareError(answer, documented['x-error-codes']) : []),
    ]
  }

  function compareBody(pointer: string, content: ResponseObject['content'], answer: Answer): string[] {
    if (content === undefined) return answer.text === '' ? [] : ['the body is not documented']
    const type = getMediaType(answer)
    if (content[type] === undefined) return [`Content-Type ${type} is not documented`]
    if (!type.includes('json')) return []
    return differences(`${pointer}/content/${escaped(type)}/schema`, answer.body)
  }

  /** Checks every error: its status, its code, and a link that can be opened. */
  function compareError({ status, headers, body }: Answer, codes: string[] = []): string[] {
    const { error } = body as { error: { status: number; code: string; doc_url: string; request_id: string } }
    const isReplayed = headers.get('idempotency-replayed') === 'true'
    return [
      ...(error.status === status ? [] : [`error.status is ${error.status}`]),
      ...(codes.includes(error.code) ? [] : [`error.code ${error.code} is not documented for ${status}`]),
      ...(error.doc_url === `${baseUrl}/docs/errors#${error.code}` ? [] : [`error.doc_url is ${error.doc_url}`]),
      ...(isReplayed || error.request_id === headers.get('x-request-id')
        ? []
        : [`error.request_id is ${error.request_id}`]),
    ]
  }

  /** A path or a method that the document does not have. */
  function compareUnrouted(isUnknownPath: boolean, method: string, answer: Answer): string[] {
    if (method === 'OPTIONS' && answer.status === 204) return []
    const expected = isUnknownPath
      ? { status: 404, code: 'route_not_found' }
      : { status: 405, code: 'method_not_allowed' }
    if (answer.status !== expected.status) return [`${method} of the path is not documented`]
    if (method === 'HEAD') return []
    return [...differences(ERROR_POINTER, answer.body), ...compareError(answer, [expected.code])]
  }

  return {
    /** Throws an error that lists every difference of the answer from the document. */
    assertDocumented(method: string, url: URL, answer: Answer): void {
      const found = compare(method, url.pathname, answer)
      if (found.length === 0) return
      const { status, text } = answer
      throw new Error(
        `${method} ${url.pathname} answered ${status}, not as documented:\n${found.join('\n')}\n${text.slice(0, 2_000)}`,
      )
    },
    /** Throws an error that lists every difference of a received event from the document. */
    assertEvent(event: unknown): void {
      const found = differences('/components/schemas/Event', event)
      if (found.length > 0)
        throw new Error(`an event is not as documented:\n${found.join('\n')}\n${JSON.stringify(event)}`)
    },
  }
}

/** The paths, those with fewer parameters first: `/shipments/on-demand` before `/shipments/{shipment_id}`. */
function documentedPaths({ paths }: OpenApiDocument): DocumentedPath[] {
  const parameters = (path: string): number => path.split('{').length
  return Object.entries<Record<string, Operation>>(paths)
    .map(([path, methods]) => ({ path, methods, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
    .toSorted((one, other) => parameters(one.path) - parameters(other.path))
}

const resolve = (document: OpenApiDocument, reference: string): ResponseObject =>
  reference
    .slice(2)
    .split('/')
    .reduce((at, step) => at[step], document)

/** A step of a JSON pointer. */
const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')

const operationPointer = (path: string, method: string): string => `/paths/${escaped(path)}/${method.toLowerCase()}`

const getMediaType = ({ headers }: Answer): string => headers.get('content-type')?.split(';')[0]?.trim() ?? 'none'
