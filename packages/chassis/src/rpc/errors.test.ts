import * as grpc from '@grpc/grpc-js'
import { AppError } from '@waybill/contracts/app-error'
import { errorCatalogue, isErrorCode } from '@waybill/contracts/error-catalogue'
import { expect, test } from 'vitest'
import { ERROR_KEY, fromGrpcError, hasOmittedDetails, isLostCall, publicError, toGrpcStatus } from './errors.ts'

const received = (status: Partial<grpc.StatusObject>): grpc.ServiceError =>
  Object.assign(new Error(status.details), {
    details: '',
    metadata: new grpc.Metadata(),
    code: grpc.status.UNKNOWN,
    ...status,
  })

const transmit = (error: AppError) => fromGrpcError(received(toGrpcStatus(error)))

test('transmits every error of the catalogue unchanged', () => {
  for (const code of Object.keys(errorCatalogue).filter(isErrorCode)) {
    const arrived = transmit(new AppError(code, 'Straße 5 is not there \ud800'))
    expect(arrived).toBeInstanceOf(AppError)
    expect(arrived.code).toBe(code)
    expect(arrived.message).toContain('Straße 5')
  }
})

test('transmits details, carrier, meta and retry delay', () => {
  const error = new AppError('carrier_refused', 'refused', {
    details: [{ field: 'a', pointer: '/a', code: 'b', message: 'c', location: 'body' }],
    carrier: { carrier_code: 'north', code: 'X1', message: 'no', http_status: 400 },
    meta: { current_status: 'ready' },
    retryAfterSeconds: 3,
  })
  const { details, carrier, meta, retryAfterSeconds } = transmit(error)
  expect({ details, carrier, meta, retryAfterSeconds }).toEqual({
    details: error.details,
    carrier: error.carrier,
    meta: error.meta,
    retryAfterSeconds: 3,
  })
})

test('maps an unknown exception to internal_error without its text', () => {
  const secret = 'password authentication failed for user "admin"'
  const error = publicError(new Error(secret))
  expect(error.code).toBe('internal_error')
  const status = toGrpcStatus(error)
  const sent = JSON.stringify([status.code, status.details, ...status.metadata.get(ERROR_KEY).map(String)])
  expect(sent).not.toContain('password')
  expect(status.code).toBe(grpc.status.INTERNAL)
})

test.each([
  'connect ECONNREFUSED 127.0.0.1:5432',
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
])('maps an unreachable database (%s) to service_unavailable with a retry delay', (text) => {
  expect(publicError(new Error(text))).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 })
})

test('truncates details that do not fit into headers', () => {
  const detail = {
    field: 'x'.repeat(100),
    pointer: '/x',
    code: 'too_large',
    message: 'y'.repeat(100),
    location: 'body' as const,
  }
  const arrived = transmit(new AppError('validation_error', 'many', { details: Array(1_000).fill(detail) }))
  expect(arrived.code).toBe('validation_error')
  expect(arrived.details.length).toBeGreaterThan(20)
  expect(hasOmittedDetails(arrived)).toBe(true)
  const whole = transmit(new AppError('validation_error', 'few', { details: [detail] }))
  expect([whole.details, hasOmittedDetails(whole)]).toEqual([[detail], false])
})

test('resends only lost calls, never one answered with an error', () => {
  expect(isLostCall(received({ code: grpc.status.UNAVAILABLE }))).toBe(true)
  expect(isLostCall(received({ code: grpc.status.CANCELLED }))).toBe(true)
  expect(isLostCall(received({ code: grpc.status.DEADLINE_EXCEEDED }))).toBe(false)
  expect(isLostCall(received(toGrpcStatus(new AppError('carrier_unavailable', 'down'))))).toBe(false)
})

test('maps transport failures to separate codes', () => {
  expect(fromGrpcError(received({ code: grpc.status.DEADLINE_EXCEEDED })).code).toBe('upstream_timeout')
  expect(fromGrpcError(received({ code: grpc.status.UNAVAILABLE }))).toMatchObject({
    code: 'service_unavailable',
    retryAfterSeconds: 1,
  })
  expect(fromGrpcError(received({ code: grpc.status.UNAUTHENTICATED })).code).toBe('internal_error')
})

test('maps an unknown error code from a newer version to internal_error', () => {
  const metadata = new grpc.Metadata()
  metadata.set(ERROR_KEY, Buffer.from(JSON.stringify({ code: 'from_the_future', message: 'x' })))
  expect(fromGrpcError(received({ metadata, code: grpc.status.ABORTED })).code).toBe('internal_error')
})
