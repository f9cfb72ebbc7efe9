import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import { expect, test } from 'vitest'
import { redactedBody, redactedError, redactedValue } from './redaction.ts'

const address = {
  name: 'Grace Miller',
  company: 'Miller & Sons',
  address_line_1: '7 River Road',
  city: 'Springfield',
  post_code: 'N1 9GU',
  country: 'GB',
  phone: '+442079460001',
  email: 'grace@example.com',
  latitude: 51.5308,
  longitude: -0.0973,
  google_place_id: 'ChIJd8BlQ2BZwokRAFUEcm_qrcA',
}
const shipment = {
  merchant_order_ref: 'for Grace',
  collection_date: '2026-12-01T09:00:00Z',
  dropoff_address: address,
  dropoff_instructions: 'Ring twice at Miller',
  parcels: [{ title: 'Insulin', weight_kg: 1.25, length_cm: '30', contents_description: 'for Grace' }],
  metadata: { 'grace.miller': 'VIP', floor: '3' },
}

test('names, places, contacts, contents and metadata are gone; structure and sizes remain', () => {
  const { value } = redactedBody(Buffer.from(JSON.stringify(shipment)))
  expect(JSON.stringify(value)).not.toMatch(
    /Grace|Miller|River|Springfield|N1 9|4420|example\.com|51\.53|0973|ChIJ|Insulin|VIP/i,
  )
  expect(value).toEqual({
    merchant_order_ref: '[text of 9 characters]',
    collection_date: '2026-12-01T09:00:00Z',
    dropoff_address: {
      ...Object.fromEntries(
        Object.entries(address).map(([name, text]) => [name, `[text of ${String(text).length} characters]`]),
      ),
      country: 'GB',
      latitude: '[number]',
      longitude: '[number]',
    },
    dropoff_instructions: '[text of 20 characters]',
    parcels: [
      {
        title: '[text of 7 characters]',
        weight_kg: 1.25,
        length_cm: '30',
        contents_description: '[text of 9 characters]',
      },
    ],
    metadata: { '[key 1]': '[text of 3 characters]', '[key 2]': '[text of 1 characters]' },
  })
})

test('credentials, secrets and addresses with secrets in them are gone', () => {
  const { value } = redactedValue({
    credentials: { api_key: 'EZTK0123', account: { client_secret: 's3cret' } },
    url: 'https://user:pass@example.com/hook?token=abc',
    secret: 'whsec_abc',
    access_token: 'wb_test_abc',
    password: 'hunter22hunter22',
    totp_code: 123456,
    token: 'once',
  })
  expect(JSON.stringify(value)).not.toMatch(/EZTK|s3cret|pass@|token=|whsec|wb_test|hunter|123456|once/)
})

test('a person in a field that is harmless by its name is hidden, too', () => {
  expect(
    redactedValue({ country: 'Grace Miller', status: 'grace@example.com', reason_code: 'customer_request' }).value,
  ).toEqual({
    country: '[text of 12 characters]',
    status: '[text of 17 characters]',
    reason_code: 'customer_request',
  })
  expect(redactedValue({ 'Grace Miller': 1, events: ['*', 'Ada Lovelace'] }).value).toEqual({
    '[key 1]': '[number]',
    events: ['*', '[text of 12 characters]'],
  })
})

test('a body that is large, deep, long or not JSON costs little', () => {
  expect(redactedBody(Buffer.alloc(70_000, '1')).value).toBe('[70000 bytes]')
  expect(redactedBody(Buffer.from('{"name": "Grace')).value).toBe('[15 bytes that are not JSON]')
  const deep = JSON.stringify(redactedBody(Buffer.from(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`)).value)
  expect(deep).toContain('[left out]')
  expect(deep.length).toBeLessThan(100)
  const long = redactedValue(Array.from({ length: 20_000 }, () => ({ country: 'GB' }))).value as unknown[]
  expect(long.length).toBeLessThanOrEqual(1_000)
})

const findError = (error: AppError) => errorEnvelope(error, 'req_1').error

test('an error keeps what it says about fields, and not what it quotes of them', () => {
  const { hidden } = redactedBody(Buffer.from(JSON.stringify({ ...shipment, carrier_code: 'dhl' })))
  const detail = (field: string, message: string) => ({
    field,
    pointer: `/${field}`,
    code: 'invalid_value',
    message,
    location: 'body' as const,
  })
  const error = new AppError('validation_error', '2 fields are invalid.', {
    details: [
      detail('dropoff_address.country', 'must be an ISO 3166-1 alpha-2 country code'),
      detail('metadata.grace.miller', 'must not be 7 River Road, Springfield'),
    ],
    meta: { details_left_out: 3, note: 'Grace' },
  })
  expect(redactedError(findError(error), hidden)).toMatchObject({
    message: '2 fields are invalid.',
    details: [
      { field: 'dropoff_address.country', message: 'must be an ISO 3166-1 alpha-2 country code' },
      { field: '[repeats a value of the request]', message: '[repeats a value of the request]', code: 'invalid_value' },
    ],
    meta: { details_left_out: 3, note: '[text of 5 characters]' },
  })
})

test("a carrier's words are hidden, its codes remain", () => {
  const error = new AppError('carrier_refused', 'Swift refused: Grace Miller is not at home.', {
    carrier: { carrier_code: 'swift', code: 'no_courier', message: 'Grace Miller is not at home', http_status: 422 },
  })
  const text = JSON.stringify(redactedError(findError(error), []))
  expect(text).not.toContain('Grace')
  expect(text).toContain('"code":"no_courier"')
})
