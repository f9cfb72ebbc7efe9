import {
  errorExamples,
  errorResponses,
  errorSchemas,
  isIdempotent,
  reachableErrors,
} from '@waybill/api-docs/openapi/errors'
import { type ErrorCode, errorCatalogue } from '@waybill/contracts/error-catalogue'
import { jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routeTable } from '../routes/table.ts'

const aRoute = (overrides: Partial<Route<unknown>> = {}): Route<unknown> => ({
  operationId: 'test',
  method: 'GET',
  path: '/api/v1/tests',
  tag: 'Tests',
  summary: 'A test',
  access: { kind: 'token', scope: 'shipments:read' },
  success: [{ status: 200, description: 'OK.' }],
  errors: [],
  timeoutMs: 1_000,
  handle: async () => ({ status: 200, body: '' }),
  ...overrides,
})
const reached = (overrides: Partial<Route<unknown>>, fields: string[] = []) =>
  reachableErrors(aRoute(overrides), new Set(fields), true)

test('a route with a token can return the errors of authentication and rate limits', () => {
  expect(reached({})).toEqual(
    expect.arrayContaining(['unauthenticated', 'invalid_token', 'token_revoked', 'insufficient_scope', 'rate_limited']),
  )
  expect(reached({ access: { kind: 'anyone', limited: false } })).not.toContain('unauthenticated')
})

test('a route that refuses unknown parameters, or has a query, can return invalid_parameter', () => {
  const anyone = { kind: 'anyone', limited: false } as const
  expect(reached({})).toContain('invalid_parameter')
  expect(reached({ access: anyone })).not.toContain('invalid_parameter')
  expect(reached({ access: anyone, query: z.object({}) })).toContain('invalid_parameter')
  expect(reached({})).not.toContain('validation_error')
})

test('a path parameter adds the code of its resource, an unknown one route_not_found', () => {
  expect(reached({ path: '/a/{booking_id}' })).toContain('booking_not_found')
  expect(reached({ path: '/a/{other}' })).toContain('route_not_found')
})

test('a body adds the errors of its kind', () => {
  const json = reached({ body: jsonBody(z.strictObject({})) })
  expect(json).toEqual(
    expect.arrayContaining(['payload_too_large', 'unsupported_media_type', 'invalid_json', 'validation_error']),
  )
  expect(reached({ body: noBody })).not.toContain('unsupported_media_type')
  expect(reached({ body: { kind: 'raw', limitBytes: 1024 } })).not.toContain('invalid_json')
  expect(reached({})).not.toContain('payload_too_large')
})

test.each([
  ['merchant_id', 'merchant_mismatch'],
  ['collection_date', 'collection_date_in_past'],
  ['metadata', 'metadata_limit_exceeded'],
] as const)('a field %s adds %s', (field, code) => {
  expect(reached({}, [field])).toContain(code)
  expect(reached({})).not.toContain(code)
})

test('only a POST or PATCH with a token is idempotent', () => {
  expect(isIdempotent(aRoute({ method: 'POST' }))).toBe(true)
  expect(isIdempotent(aRoute({ method: 'PATCH' }))).toBe(true)
  expect(isIdempotent(aRoute({ method: 'DELETE' }))).toBe(false)
  expect(isIdempotent(aRoute({ method: 'POST', access: { kind: 'anyone', limited: false } }))).toBe(false)
  expect(reached({ method: 'POST' })).toEqual(
    expect.arrayContaining(['idempotency_key_reused', 'idempotency_in_progress', 'invalid_header']),
  )
})

test('a conditional route can return version_conflict', () => {
  expect(reached({ conditional: true })).toContain('version_conflict')
})

test('every code is listed once, in the order of the catalogue', () => {
  const order = Object.keys(errorCatalogue)
  for (const route of routeTable) {
    const codes = reachableErrors(route, new Set(['metadata', 'merchant_id']), true)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes).toEqual([...codes].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
  }
})

test('codes of the same status share a response, with an example of the first', () => {
  const responses = errorResponses([
    ...(['invalid_json', 'invalid_header', 'rate_limited', 'unauthenticated'] as const),
    ...(['internal_error', 'upstream_timeout'] as const),
  ])
  expect(Object.keys(responses)).toEqual(['400', '401', '429', '5XX'])
  expect(responses['5XX']?.['x-error-codes']).toEqual(['internal_error', 'upstream_timeout'])
  expect(responses['400']?.['x-error-codes']).toEqual(['invalid_json', 'invalid_header'])
  expect(Object.keys(responses['400']?.content?.['application/json']?.examples ?? {})).toEqual(['invalid_json'])
  expect(responses['400']?.content).toHaveProperty('application/problem+json')
  expect(responses['401']?.headers).toHaveProperty('WWW-Authenticate')
  expect(responses['429']?.headers).toHaveProperty('Retry-After')
  expect(responses['400']).not.toHaveProperty('headers')
})

test.each(Object.keys(errorCatalogue) as ErrorCode[])('the example of %s has all required fields', (code) => {
  const { value } = errorExamples('https://api.example.com')[code] as { value: { error: Record<string, unknown> } }
  const required = errorSchemas.ErrorObject?.required ?? []
  for (const field of required) expect(value.error, field).toHaveProperty(field)
  const doc_url = `https://api.example.com/docs/errors#${code}`
  expect(value.error).toMatchObject({ code, status: errorCatalogue[code].status, doc_url })
})
