import { WaybillError } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { outcomeOfError } from './outcome.ts'

const anError = (status: number | null, code: string) => new WaybillError({ code, message: 'It failed.', status })

test.each([
  [422, 'carrier_refused', 'nothing', 'nothing'],
  [409, 'quote_option_expired', 'nothing', 'nothing'],
  [403, 'insufficient_scope', 'nothing', 'unknown'],
  [429, 'rate_limited', 'nothing', 'unknown'],
  [409, 'idempotency_in_progress', 'unknown', 'unknown'],
  [409, 'shipment_busy', 'unknown', 'unknown'],
  [404, 'invalid_response', 'unknown', 'unknown'],
  [502, 'carrier_error', 'unknown', 'unknown'],
  [504, 'carrier_timeout', 'unknown', 'unknown'],
  [null, 'timed_out', 'unknown', 'unknown'],
])('%s %s: %s at the first call, %s after one of unknown outcome', (status, code, first, later) => {
  expect(outcomeOfError(anError(status, code), false)).toBe(first)
  expect(outcomeOfError(anError(status, code), true)).toBe(later)
})

test('an error of another kind says nothing', () => {
  expect(outcomeOfError(new TypeError('?'), false)).toBe('unknown')
})
