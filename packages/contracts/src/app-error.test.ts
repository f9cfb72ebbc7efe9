import { describe, expect, test } from 'vitest'
import { AppError, errorEnvelope } from './app-error.ts'
import { type ErrorCode, errorCatalogue, isErrorCode } from './error-catalogue.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]

describe.each(codes)('%s', (code) => {
  const { status, type, retryable, meaning } = errorCatalogue[code]

  test('has the HTTP status of its type', () => {
    const statuses = {
      invalid_request: [400, 405, 406, 413, 415, 422],
      authentication: [401],
      permission: [403],
      not_found: [404, 410],
      conflict: [409, 412],
      rate_limit: [429],
      carrier: [422, 502, 503, 504],
      internal: [500, 503, 504],
    }
    expect(statuses[type]).toContain(status)
  })

  test('says in whole sentences what happened', () => {
    expect(meaning).toMatch(/^([A-Z]|[a-z]+(_[a-z]+)* ).*\.$/)
    expect(meaning).not.toMatch(/undefined|\s\s/)
  })

  test('is kept under an idempotency key only if a retry would meet it again', () => {
    const isKept = new AppError(code, 'x').isDeterministic
    expect(isKept && (retryable || status >= 500 || status === 412)).toBe(false)
  })
})

test('an error without details, carrier or retry time shows them as empty', () => {
  expect(errorEnvelope(new AppError('shipment_busy', 'Busy.'), 'req_1')).toEqual({
    success: false,
    error: {
      type: 'conflict',
      code: 'shipment_busy',
      message: 'Busy.',
      status: 409,
      details: [],
      retryable: true,
      carrier: null,
      meta: {},
      doc_url: '/docs/errors#shipment_busy',
      request_id: 'req_1',
    },
  })
})

test('the documentation of an error is at the base URL', () => {
  const { error } = errorEnvelope(new AppError('shipment_busy', 'Busy.'), 'req_1', 'https://api.example.com')
  expect(error.doc_url).toBe('https://api.example.com/docs/errors#shipment_busy')
})

test('an error shows what it was given, and not its cause', () => {
  const carrier = { carrier_code: 'city_van', code: 'E1', message: 'No', http_status: 400 }
  const options = { carrier, meta: { current_status: 'ready' }, cause: new Error('secret'), retryAfterSeconds: 5 }
  const error = new AppError('carrier_error', 'Refused.', options)
  expect(error.retryAfterSeconds).toBe(5)
  const { error: shown } = errorEnvelope(error, 'req_1')
  expect(shown).toMatchObject({ carrier, meta: { current_status: 'ready' }, status: 502 })
  expect(JSON.stringify(shown)).not.toContain('secret')
})

test.each([
  ['shipment_not_found', true],
  ['toString', false],
  ['required', false],
  ['', false],
])('%j is a code of the catalogue: %s', (code, expected) => {
  expect(isErrorCode(code)).toBe(expected)
})
