import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import { type ErrorCode, errorCatalogue } from '@waybill/contracts/error-catalogue'
import { expect, test } from 'vitest'
import { toAppError, toProblem } from './errors.ts'

const LIMIT_BYTES = 384 * 1024
const codes = Object.keys(errorCatalogue) as ErrorCode[]

test('an AppError is kept as it is', () => {
  const error = new AppError('shipment_busy', 'Wait.')
  expect(toAppError(error, LIMIT_BYTES)).toBe(error)
})

test.each([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'payload_too_large', 413],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type', 415],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'invalid_header', 400],
  ['ECONNRESET', 'invalid_json', 400],
])('the error %s of the framework becomes %s', (code, expected, status) => {
  const cause = Object.assign(new Error('of the framework'), { code })
  const error = toAppError(cause, LIMIT_BYTES)
  expect([error.code, error.kind.status, error.cause]).toEqual([expected, status, cause])
  expect(error.message).not.toContain('framework')
})

test('the error for a body that is too large names the limit', () => {
  const cause = Object.assign(new Error('of the framework'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' })
  expect(toAppError(cause, LIMIT_BYTES).message).toBe('The body is larger than the limit of 384 KiB. Send less data.')
})

test.each([[new Error('select secret')], ['a string'], [null], [undefined], [{ code: 42 }]])(
  'an unexpected %j becomes internal_error without its text',
  (thrown) => {
    const error = toAppError(thrown, LIMIT_BYTES)
    expect(error.code).toBe('internal_error')
    expect(error.message).not.toContain('secret')
  },
)

test.each(codes)('problem details of %s contain everything that the envelope does', (code) => {
  const error = new AppError(code, 'What happened.', { meta: { current_status: 'ready' } })
  const { type, message, doc_url, ...shared } = errorEnvelope(error, 'req_1').error
  expect(toProblem(errorEnvelope(error, 'req_1'))).toEqual({
    ...errorEnvelope(error, 'req_1'),
    ...shared,
    type: doc_url,
    title: errorCatalogue[code].meaning,
    detail: message,
    error_type: type,
  })
})
