import { expect, test } from 'vitest'
import { connectionFault, retryAfterMs } from './connection-fault.ts'

const now = new Date('2026-11-21T08:00:00Z')
const findError = (code: string) => Object.assign(new Error('connect 10.0.0.1:443'), { code })

test.for(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'])(
  '%s proves that nothing was sent',
  (code) => {
    expect(connectionFault(findError(code)).kind).toBe('not_sent')
  },
)

test.for(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE', 'SOMETHING_NEW'])('%s leaves the outcome unknown', (code) => {
  expect(connectionFault(findError(code)).kind).toBe('unknown')
})

test('the message of the error, which may contain an address, is not repeated', () => {
  expect(connectionFault(findError('ECONNREFUSED')).message).not.toContain('10.0.0.1')
})

test('Retry-After is parsed as seconds or as a date, and otherwise ignored', () => {
  expect(retryAfterMs('3', now)).toBe(3_000)
  expect(retryAfterMs('Sat, 21 Nov 2026 08:00:05 GMT', now)).toBe(5_000)
  expect(retryAfterMs('Sat, 21 Nov 2026 07:59:00 GMT', now)).toBe(0)
  expect(retryAfterMs('soon', now)).toBeNull()
  expect(retryAfterMs(undefined, now)).toBeNull()
})
