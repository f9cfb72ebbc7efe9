/** Pure: moves what operations have in common to the components of the document, so that an operation is short. */
import type { DocumentedOperation, OpenApiDocument, ResponseObject } from './types.ts'

type Paths = OpenApiDocument['paths']
type Unshared = Record<
  string,
  Record<string, Omit<DocumentedOperation, 'responses'> & { responses: Record<string, ResponseObject> }>
>

/** Names of the most common response of each status. */
const STATUS_NAMES: Record<string, string> = {
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
  500: 'InternalError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
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
    const name = usual in responses ? codesName(response) : usual
    if (name === '' || name in responses) continue
    names.set(text, name)
    responses[name] = response
  }
  const shared: Shared = ([status, response]) => {
    const name = names.get(`${status} ${JSON.stringify(response)}`)
    return [status, name === undefined ? response : { $ref: `#/components/responses/${name}` }]
  }
  return { responses, paths: eachOperation(paths, shared) }
}

type Shared = (response: [string, ResponseObject]) => [string, ResponseObject | { $ref: string }]

const eachOperation = (paths: Unshared, shared: Shared): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          { ...operation, responses: Object.fromEntries(Object.entries(operation.responses).map(shared)) },
        ]),
      ),
    ]),
  )

/** A name for a response of one or two error codes: `ShipmentNotFound`; empty if there are more. */
function codesName({ 'x-error-codes': codes = [] }: ResponseObject): string {
  if (codes.length === 0 || codes.length > 2) return ''
  return codes.map((code) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())).join('Or')
}
