import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import { expect, test } from 'vitest'
import { routeTable } from '../routes/table.ts'
import { redactedBody, redactedError, redactedValue } from './redaction.ts'
import { findChoices } from './shown-values.ts'

const choices = findChoices(routeTable)

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
  const { value } = redactedBody(Buffer.from(JSON.stringify(shipment)), choices)
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
  const { value } = redactedValue(
    {
      credentials: { api_key: 'EZTK0123', account: { client_secret: 's3cret' } },
      url: 'https://user:pass@example.com/hook?token=abc',
      secret: 'whsec_abc',
      access_token: 'wb_test_abc',
      password: 'hunter22hunter22',
      totp_code: 123456,
      token: 'once',
    },
    choices,
  )
  expect(JSON.stringify(value)).not.toMatch(/EZTK|s3cret|pass@|token=|whsec|wb_test|hunter|123456|once/)
})

/** Names of all fields that a request body can have. */
function findFieldNames(): string[] {
  const names = new Set<string>()
  for (const { body } of routeTable)
    for (const variant of body?.kind === 'json' ? body.variants : [])
      for (const [, name] of JSON.stringify(variant.toJSONSchema({ io: 'input', unrepresentable: 'any' })).matchAll(
        /"(\w+)":\{/g,
      ))
        names.add(String(name))
  return [...names]
}

test('a secret that was pasted into any field, or stands for one, is gone', () => {
  const secrets = [
    'EZTKe1f2',
    'wb_live_3x7k',
    'whsec_MfKQ9r8',
    'sk_test_4eC39Hq',
    'hunter22',
    'Grace',
    'k3vd-a2xw-ehtn-7qjm',
  ]
  const names = findFieldNames()
  expect(names).toEqual(expect.arrayContaining(['format', 'scopes', 'events', 'credentials', 'time_zone']))
  for (const name of names) {
    const everywhere = secrets.map((secret) => ({ [name]: secret, inside: { [name]: [secret, { [secret]: 1 }] } }))
    const text = JSON.stringify(redactedValue(everywhere, choices).value)
    expect(text, name).toContain('[text of 8 characters]')
    for (const secret of secrets) expect(text, name).not.toContain(secret)
  }
})

test('nothing below credentials is shown, whatever its name', () => {
  const inside = { format: 'pdf', country: 'GB', amount: 12.5, scopes: ['shipments:read'], deep: { events: ['*'] } }
  const { value } = redactedValue({ carrier_code: 'easypost', credentials: inside }, choices)
  expect(value).toEqual({
    carrier_code: 'easypost',
    credentials: {
      format: '[text of 3 characters]',
      country: '[text of 2 characters]',
      amount: '[number]',
      scopes: ['[text of 14 characters]'],
      deep: { events: ['[text of 1 characters]'] },
    },
  })
})

test('members of closed lists, times, ids and numbers are shown; other values in the same fields are not', () => {
  const shown = {
    shipment_id: 'shp_01kavb2m4jf8h9x7q5w3e1r0ty',
    format: 'zpl',
    events: ['*', 'shipment.*', 'booking.created'],
    scopes: ['quotes:read'],
    ready_at: '2026-12-01T09:00:00Z',
    time_zone: 'Europe/Paris',
    currency: 'GBP',
    amount: '12.50',
    sort: '-created_at',
  }
  expect(redactedValue(shown, choices).value).toEqual(shown)
  const wrong = {
    shipment_id: 'shp_secret',
    format: 'png',
    events: ['shipment.secret'],
    ready_at: 'soon',
    amount: '1e5',
  }
  expect(JSON.stringify(redactedValue(wrong, choices).value)).not.toMatch(/secret|png|soon|1e5/)
})

test('a person in a field that is harmless by its name is hidden, too', () => {
  expect(
    redactedValue({ country: 'Grace Miller', status: 'grace@example.com', reason_code: 'customer_request' }, choices)
      .value,
  ).toEqual({
    country: '[text of 12 characters]',
    status: '[text of 17 characters]',
    reason_code: 'customer_request',
  })
  expect(redactedValue({ 'Grace Miller': 1, events: ['*', 'Ada Lovelace'] }, choices).value).toEqual({
    '[key 1]': '[number]',
    events: ['*', '[text of 12 characters]'],
  })
})

test('a body that is large, deep, long or not JSON costs little', () => {
  expect(redactedBody(Buffer.alloc(70_000, '1'), choices).value).toBe('[70000 bytes]')
  expect(redactedBody(Buffer.from('{"name": "Grace'), choices).value).toBe('[15 bytes that are not JSON]')
  const deep = JSON.stringify(redactedBody(Buffer.from(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`), choices).value)
  expect(deep).toContain('[left out]')
  expect(deep.length).toBeLessThan(100)
  const long = redactedValue(
    Array.from({ length: 20_000 }, () => ({ country: 'GB' })),
    choices,
  ).value as unknown[]
  expect(long.length).toBeLessThanOrEqual(1_000)
})

const findError = (error: AppError) => errorEnvelope(error, 'req_1').error

test('an error keeps what it says about fields, and not what it quotes of them', () => {
  const { hidden } = redactedBody(Buffer.from(JSON.stringify({ ...shipment, carrier_code: 'dhl' })), choices)
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
      {
        field: '[can repeat a value of the request]',
        message: '[can repeat a value of the request]',
        code: 'invalid_value',
      },
    ],
    meta: { details_left_out: 3, note: '[left out]' },
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

test('of a body that is not read to its end, an error quotes nothing', () => {
  const detail = { field: 'Grace', pointer: '/Grace', code: 'unknown_field', message: 'Grace is no field.' }
  const error = findError(
    new AppError('validation_error', 'Grace is no field.', { details: [{ ...detail, location: 'body' }] }),
  )
  const bodies = [
    { Grace: 'x'.repeat(70_000) },
    [...Array(1_200).fill(1), { Grace: 1 }],
    JSON.parse(`${'{"a":'.repeat(20)}{"Grace":1}${'}'.repeat(20)}`),
  ]
  for (const body of bodies) {
    const { hidden } = redactedBody(Buffer.from(JSON.stringify(body)), choices)
    expect(JSON.stringify(redactedError(error, hidden))).not.toContain('Grace')
  }
})
