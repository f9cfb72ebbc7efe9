/** The error responses of the document, from the catalogue and the checks of each route. */
import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import { type ErrorCode, errorCatalogue } from '@waybill/contracts/error-catalogue'
import { allDetailCodes } from '@waybill/contracts/requests/detail-codes'
import { PROBLEM_TYPE } from '@waybill/contracts/requests/media-types'
import { type Operation, parameterNames, pathParameters } from '@waybill/contracts/requests/operation'
import { SERVER_ERRORS } from './components.ts'
import { anyOfKnown } from './enums.ts'
import type { JsonSchema, ResponseObject } from './types.ts'

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
const types = unique(Object.values(errorCatalogue).map(({ type }) => type))
const codes = Object.keys(errorCatalogue) as ErrorCode[]

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const RETRYABLE =
  '`true`: the same request may succeed later; send it again with the same `Idempotency-Key`, after the seconds in `Retry-After` if the response has it. `false`: it fails again until the request or the state of the resource is another one.'

const errorFields: Record<string, JsonSchema> = {
  type: { description: 'The kind of error.', ...anyOfKnown(types) },
  code: { ...ref('ErrorCode'), description: 'The error code. See /docs/errors.' },
  message: { type: 'string', description: 'A description for humans. Do not parse it.' },
  status: { type: 'integer', description: 'The HTTP status.' },
  details: { type: 'array', description: 'Every invalid field of the request.', items: ref('ErrorDetail') },
  retryable: { type: 'boolean', description: RETRYABLE },
  carrier: {
    description: "The carrier's error, if a carrier is the cause.",
    anyOf: [ref('CarrierError'), { type: 'null' }],
  },
  meta: { type: 'object', description: 'Further facts, such as current_status.', additionalProperties: true },
  doc_url: { type: 'string', description: 'URL of the description of the code.' },
  request_id: {
    type: 'string',
    description: 'The X-Request-Id of the response; in a replayed one, that of the first response.',
  },
}

/** All fields are required. */
const objectSchema = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const envelope = { success: { const: false }, error: ref('ErrorObject') }
const { type: kind, message: _, doc_url: __, ...membersOfBoth } = errorFields

/** An error response in both of its forms: the envelope, and the problem details of RFC 9457, which contain it. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: objectSchema(envelope),
  Problem: objectSchema({
    type: { type: 'string', description: '`error.doc_url`.' },
    title: { type: 'string', description: 'The meaning of `code`.' },
    detail: { type: 'string', description: '`error.message`.' },
    ...membersOfBoth,
    error_type: { ...kind, description: '`error.type`.' },
    ...envelope,
  }),
  ErrorObject: objectSchema(errorFields),
  ErrorDetail: {
    type: 'object',
    required: ['field', 'pointer', 'code', 'message', 'location'],
    properties: {
      field: { type: 'string', description: 'Path of the field, such as parcels[0].weight_kg.' },
      pointer: { type: 'string', description: 'JSON Pointer (RFC 6901), such as /parcels/0/weight_kg.' },
      code: {
        description: 'What is wrong with the field: /docs/errors#details has the meaning of each. More may be added.',
        ...anyOfKnown(allDetailCodes),
      },
      message: { type: 'string', description: 'What is wrong, in words, to be read after the name of the field.' },
      location: anyOfKnown(['body', 'query', 'path', 'header']),
    },
  },
  CarrierError: {
    type: 'object',
    required: ['carrier_code', 'code', 'message', 'http_status'],
    properties: {
      carrier_code: { type: 'string' },
      code: { type: 'string' },
      message: { type: 'string' },
      http_status: { type: ['integer', 'null'] },
    },
  },
  ErrorCode: {
    description: 'New codes can be added: act on status and retryable for one you do not know.',
    ...anyOfKnown(codes),
  },
}

/** Errors that only callers with a session get. */
const ofSessions: readonly ErrorCode[] = [
  'session_ended',
  'csrf_failed',
  'environment_required',
  'environment_not_found',
  'confirmation_required',
]

/** The codes that a route can return: from the gateway's checks and from the owning service. */
export function reachableErrors(route: Operation, bodyFields: ReadonlySet<string>, withSessions: boolean): ErrorCode[] {
  const found: ErrorCode[] = ['not_acceptable', 'internal_error', 'service_unavailable', 'upstream_timeout']
  if (route.access.kind === 'carrier') found.push('rate_limited')
  else if (route.access.kind === 'session') {
    found.push('unauthenticated', 'session_ended', 'access_suspended', 'csrf_failed', 'rate_limited')
    if (route.access.scope !== null) found.push('insufficient_scope')
  } else if (route.access.kind === 'driver') {
    found.push('unauthenticated', 'invalid_token', 'access_suspended', 'rate_limited')
  } else if (route.access.kind !== 'anyone') {
    found.push('unauthenticated', 'invalid_token', 'token_expired', 'token_revoked')
    found.push('access_suspended', 'insufficient_scope', 'rate_limited')
    found.push('session_ended', 'csrf_failed', 'environment_required', 'environment_not_found')
  }
  // A query with an unknown parameter is refused, except in links that others may extend.
  if (route.access.kind !== 'anyone' && route.access.kind !== 'carrier') found.push('invalid_parameter')
  if (route.query) found.push('invalid_parameter')
  for (const name of parameterNames(route.path)) {
    const known = route.access.kind === 'carrier' ? undefined : pathParameters[name]
    found.push(known?.notFound ?? 'route_not_found')
  }
  if (route.body) found.push('payload_too_large')
  if (route.body?.kind === 'json') found.push('unsupported_media_type')
  if (route.body?.kind === 'json' || route.body?.kind === 'none') found.push('invalid_json', 'validation_error')
  if (bodyFields.has('merchant_id')) found.push('merchant_mismatch')
  if (bodyFields.has('collection_date')) found.push('collection_date_in_past')
  if (bodyFields.has('metadata')) found.push('metadata_limit_exceeded')
  if (isIdempotent(route)) found.push('invalid_header', 'idempotency_key_reused', 'idempotency_in_progress')
  if (route.conditional) found.push('invalid_header', 'version_conflict')
  if (route.confirmation) found.push('confirmation_required')
  return unique([...found, ...route.errors])
    .filter((code) => withSessions || !ofSessions.includes(code))
    .sort((a, b) => codes.indexOf(a) - codes.indexOf(b))
}

/**
 * Whether the route accepts an Idempotency-Key. Calls about the own account do not: a password must not be stored, nor a hash
 * that it could be guessed from.
 */
export const isIdempotent = ({ access, method }: Operation): boolean =>
  (access.kind === 'token' || access.kind === 'driver' || (access.kind === 'session' && access.scope !== null)) &&
  (method === 'POST' || method === 'PATCH')

/** Examples of other statuses, such as of what is not found, would show nothing but the description. */
const WITH_EXAMPLE: ReadonlySet<string> = new Set(['400', '401', '422', '429'])

/** One key for all failures of the server: a caller repeats the call, whichever it is. */
const statusKey = (code: ErrorCode): string => {
  const { status } = errorCatalogue[code]
  return status >= 500 ? SERVER_ERRORS : String(status)
}

/** In the response of every write: the page of all errors says what they mean. */
const OF_EVERY_WRITE: ReadonlySet<ErrorCode> = new Set(['idempotency_in_progress', 'idempotency_key_reused'])

const describeCode = (code: ErrorCode): string =>
  OF_EVERY_WRITE.has(code) ? `\`${code}\`` : `\`${code}\`: ${firstSentence(errorCatalogue[code].meaning)}`

/** One response for each HTTP status, with an example of its first code. */
export function errorResponses(reached: readonly ErrorCode[]): Record<string, ResponseObject> {
  return Object.fromEntries(
    [...Map.groupBy(reached, statusKey)].map(([status, own]) => {
      const shown = WITH_EXAMPLE.has(status) ? own.slice(0, 1).filter((code) => !OF_EVERY_WRITE.has(code)) : []
      const examples = Object.fromEntries(shown.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
      const response: ResponseObject = {
        description: own.map(describeCode).join('\n'),
        ...errorHeaders(status),
        content: {
          'application/json': { schema: ref('Error'), ...(shown.length > 0 && { examples }) },
          [PROBLEM_TYPE]: { schema: ref('Problem') },
        },
        'x-error-codes': own,
      }
      return [status, response]
    }),
  )
}

/** The advice is on the page of all errors, and in the message. */
const firstSentence = (meaning: string): string => meaning.replace(/(?<=[^.]\.) .*/s, '')

/** The id of the request and the headers about the limit are in every response. They are described where a caller needs them, once. */
const headersOfStatus: Record<string, Record<string, string>> = {
  401: { 'WWW-Authenticate': 'Challenge' },
  409: { 'Retry-After': 'RetryAfter' },
  429: { 'Retry-After': 'RetryAfter', 'RateLimit-Policy': 'RateLimitPolicy', RateLimit: 'RateLimit' },
  [SERVER_ERRORS]: { 'X-Request-Id': 'RequestId', 'Retry-After': 'RetryAfter' },
}

/** Headers that errors of the status have and others lack, as a property. */
function errorHeaders(status: string): Pick<ResponseObject, 'headers'> {
  const names = headersOfStatus[status]
  if (names === undefined) return {}
  const refs = Object.entries(names).map(([header, name]) => [header, { $ref: `#/components/headers/${name}` }])
  return { headers: Object.fromEntries(refs) }
}

/** An example for each code. */
export const errorExamples = (publicUrl: string) =>
  Object.fromEntries(
    codes.map((code) => {
      const error = new AppError(code, errorCatalogue[code].meaning)
      return [code, { value: errorEnvelope(error, 'req_01kavb2m4jf8h9x7q5w3e1r0ty', publicUrl) }]
    }),
  )
