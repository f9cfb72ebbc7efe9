/** The error responses of the document, from the catalogue and the checks of each route. */
import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import { type ErrorCode, errorCatalogue } from '@waybill/contracts/error-catalogue'
import { PROBLEM_TYPE } from '../http/accept.ts'
import { parameterNames } from '../http/paths.ts'
import { pathParameters, type Route } from '../routing/route.ts'
import type { JsonSchema, ResponseObject } from './types.ts'

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
const types = unique(Object.values(errorCatalogue).map(({ type }) => type))
const codes = Object.keys(errorCatalogue) as ErrorCode[]

const details: JsonSchema = {
  type: 'array',
  description: 'Every invalid field of the request.',
  items: {
    type: 'object',
    required: ['field', 'pointer', 'code', 'message', 'location'],
    properties: {
      field: { type: 'string', description: 'Path of the field, such as parcels[0].weight_kg.' },
      pointer: { type: 'string', description: 'JSON Pointer (RFC 6901), such as /parcels/0/weight_kg.' },
      code: { type: 'string' },
      message: { type: 'string' },
      location: { type: 'string', enum: ['body', 'query', 'path', 'header'] },
    },
  },
}

const carrier: JsonSchema = {
  type: ['object', 'null'],
  description: "The carrier's error, if a carrier is the cause.",
  required: ['carrier_code', 'code', 'message', 'http_status'],
  properties: {
    carrier_code: { type: 'string' },
    code: { type: 'string' },
    message: { type: 'string' },
    http_status: { type: ['integer', 'null'] },
  },
}

const common: Record<string, JsonSchema> = {
  code: { type: 'string', enum: codes, description: 'The error code. See /docs/errors.' },
  status: { type: 'integer', description: 'The HTTP status.' },
  details,
  retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
  carrier,
  meta: { type: 'object', description: 'Further facts, such as current_status.' },
  request_id: { type: 'string', description: 'The X-Request-Id of the response.' },
}

/** Both forms of an error response. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    required: ['success', 'error'],
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        required: ['type', 'message', 'doc_url', ...Object.keys(common)],
        properties: {
          type: { type: 'string', enum: types, description: 'The kind of error.' },
          message: { type: 'string', description: 'A description for humans. Do not parse it.' },
          doc_url: { type: 'string', description: 'URL of the description of the code.' },
          ...common,
        },
      },
    },
  },
  Problem: {
    type: 'object',
    description: 'Problem details (RFC 9457), for requests that accept application/problem+json.',
    required: ['type', 'title', 'detail', 'error_type', ...Object.keys(common)],
    properties: {
      type: { type: 'string', description: 'URL of the description of the code.' },
      title: { type: 'string' },
      detail: { type: 'string' },
      error_type: { type: 'string', enum: types },
      ...common,
    },
  },
}

/** The codes that a route can return: from the gateway's checks and from the owning service. */
export function reachableErrors<Services>(route: Route<Services>, bodyFields: ReadonlySet<string>): ErrorCode[] {
  const found: ErrorCode[] = ['not_acceptable', 'internal_error', 'service_unavailable', 'upstream_timeout']
  if (route.access.kind !== 'anyone') {
    found.push('unauthenticated', 'invalid_token', 'token_revoked', 'insufficient_scope', 'rate_limited')
  }
  if (route.query) found.push('invalid_parameter')
  for (const name of parameterNames(route.path)) {
    found.push(pathParameters[name]?.notFound ?? 'route_not_found')
  }
  if (route.body) found.push('payload_too_large')
  if (route.body?.kind === 'json') found.push('unsupported_media_type')
  if (route.body?.kind === 'json' || route.body?.kind === 'none') found.push('invalid_json', 'validation_error')
  if (bodyFields.has('merchant_id')) found.push('merchant_mismatch')
  if (bodyFields.has('collection_date')) found.push('collection_date_in_past')
  if (bodyFields.has('metadata')) found.push('metadata_limit_exceeded')
  if (isIdempotent(route)) found.push('invalid_header', 'idempotency_key_reused', 'idempotency_in_progress')
  if (route.conditional) found.push('invalid_header', 'version_conflict')
  return unique([...found, ...route.errors]).sort((a, b) => codes.indexOf(a) - codes.indexOf(b))
}

/** Whether the route accepts an Idempotency-Key. */
export const isIdempotent = <Services>({ access, method }: Route<Services>): boolean =>
  access.kind === 'token' && (method === 'POST' || method === 'PATCH')

/** One response for each HTTP status, with an example for each code. */
export function errorResponses(reached: readonly ErrorCode[]): Record<string, ResponseObject> {
  const statuses = unique(reached.map((code) => errorCatalogue[code].status)).sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const own = reached.filter((code) => errorCatalogue[code].status === status)
      const examples = Object.fromEntries(own.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
      const response: ResponseObject = {
        description: own.map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`).join('\n'),
        headers: errorHeaders(status),
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples },
          [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } },
        },
      }
      return [String(status), response]
    }),
  )
}

function errorHeaders(status: number): Record<string, { $ref: string }> {
  const headers: Record<string, { $ref: string }> = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
  if (status === 401) headers['WWW-Authenticate'] = { $ref: '#/components/headers/Challenge' }
  if ([409, 429, 503].includes(status)) headers['Retry-After'] = { $ref: '#/components/headers/RetryAfter' }
  return headers
}

/** An example for each code. */
export const errorExamples = Object.fromEntries(
  codes.map((code) => {
    const { meaning } = errorCatalogue[code]
    return [
      code,
      { summary: meaning, value: errorEnvelope(new AppError(code, meaning), 'req_01kavb2m4jf8h9x7q5w3e1r0ty') },
    ]
  }),
)
