import { expect, test } from 'vitest'
import type { BookRequest, CarrierParcel } from '../../../carrier-adapter.ts'
import { noOptions } from '../../../carrier-options.ts'
import { aCourierTransport, inNewYork } from '../../../testing/transports.ts'
import { instructionsProblem, toDeliveryBody, toQuoteBody, toUpdateBody } from './requests.ts'

const now = new Date('2026-03-02T10:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const booking: BookRequest = {
  ...aCourierTransport(),
  readyAt: now,
  reference: 'att_1',
  merchantOrderRef: 'ORDER-1',
  serviceCode: 'uber_direct_courier',
  carrierOfferId: 'dqt_1',
  pickupInstructions: 'Ring',
  dropoffInstructions: null,
  callbackUrl: null,
  draftId: null,
}
const encodeBody = (overrides: Partial<BookRequest> = {}, isTest = false) =>
  toDeliveryBody({ ...booking, ...overrides }, { idempotencyKey: 'key-1', isTest, now })

test('addresses are JSON text, with coordinates where both are known', () => {
  const pickup = inNewYork({ addressLine2: 'Floor 2', town: 'Manhattan', province: null, latitude: null })
  const body: Record<string, unknown> = toQuoteBody({ ...booking, pickup }, now)
  expect(JSON.parse(String(body.pickup_address))).toEqual({
    street_address: ['30 Lincoln Center Plaza', 'Floor 2', 'Manhattan'],
    city: 'New York',
    state: '',
    zip_code: '10023',
    country: 'US',
  })
  expect(body).not.toHaveProperty('pickup_latitude')
  expect(body).toMatchObject({ dropoff_latitude: 40.7727076, dropoff_phone_number: '+14155550123' })
})

test.each([
  [0, {}],
  [4, {}],
  [
    20,
    {
      pickup_ready_dt: '2026-03-02T10:20:00.000Z',
      pickup_deadline_dt: '2026-03-02T10:50:00.000Z',
      dropoff_deadline_dt: '2026-03-02T12:20:00.000Z',
    },
  ],
  [
    60,
    {
      pickup_ready_dt: '2026-03-02T11:00:00.000Z',
      pickup_deadline_dt: '2026-03-02T11:30:00.000Z',
      dropoff_ready_dt: '2026-03-02T11:00:00.000Z',
      dropoff_deadline_dt: '2026-03-02T13:00:00.000Z',
    },
  ],
])('goods that are ready in %i minutes have the windows %j', (minutes, windows) => {
  const body = toQuoteBody({ ...booking, readyAt: inMinutes(minutes) }, now)
  expect(Object.fromEntries(Object.entries(body).filter(([name]) => name.endsWith('_dt')))).toEqual(windows)
})

test('a delivery has our reference, the key, the quote and what to do if nobody takes it', () => {
  expect(encodeBody()).toMatchObject({
    external_id: 'att_1',
    idempotency_key: 'key-1',
    quote_id: 'dqt_1',
    manifest_reference: 'ORDER-1',
    undeliverable_action: 'return',
    dropoff_verification: { picture: true },
    pickup_notes: 'Ring',
    pickup_name: 'Maiden Books',
    pickup_business_name: 'Maiden Books',
    dropoff_name: 'Gordon Shumway',
  })
  expect(encodeBody()).not.toHaveProperty('dropoff_notes')
  expect(encodeBody()).not.toHaveProperty('test_specifications')
  expect(encodeBody({}, true)).toMatchObject({
    test_specifications: { robo_courier_specification: { mode: 'auto' } },
  })
})

const parcel = (overrides: Partial<CarrierParcel>): CarrierParcel => ({
  parcelId: null,
  title: null,
  weightGrams: 500,
  lengthTenthMm: 100,
  widthTenthMm: 51,
  heightTenthMm: 0,
  ...overrides,
})

test.each([
  [parcel({}), 'small'],
  [parcel({ weightGrams: 2_001 }), 'medium'],
  [parcel({ lengthTenthMm: 4_501 }), 'large'],
  [parcel({ weightGrams: 20_000 }), 'xlarge'],
])('a parcel %j is %s', (given, size) => {
  expect(encodeBody({ parcels: [given] }).manifest_items[0]?.size).toBe(size)
})

test('items have whole centimetres and grams, at least one of each', () => {
  expect(encodeBody({ parcels: [parcel({ weightGrams: 0 })] }).manifest_items).toEqual([
    { name: 'Parcel', quantity: 1, size: 'small', weight: 1, dimensions: { length: 1, depth: 1, height: 1 } },
  ])
})

test('notes are cut at 280 characters, and a change without notes removes them', () => {
  expect(encodeBody({ pickupInstructions: 'x'.repeat(300) }).pickup_notes).toHaveLength(280)
  expect(encodeBody({ pickupInstructions: `${'x'.repeat(279)}😀` }).pickup_notes).toBe('x'.repeat(279))
  const change = { ...booking, carrierJobId: 'del_1', pickupInstructions: null, dropoffInstructions: 'Left door' }
  expect(toUpdateBody(change)).toEqual({ pickup_notes: '', dropoff_notes: 'Left door' })
})

test('a change to longer instructions is refused, with both lengths', () => {
  const change = { ...booking, carrierJobId: 'del_1', readyAt: null }
  expect(instructionsProblem({ ...change, dropoffInstructions: 'x'.repeat(280) })).toBeNull()
  expect(instructionsProblem({ ...change, dropoffInstructions: 'x'.repeat(311) })).toEqual({
    code: 'field_too_long',
    message: '/dropoff_instructions has 311 characters, and Uber Direct takes 280. Shorten it.',
  })
})

test('signature, age, PIN and tip are asked for, and the value of the goods is sent', () => {
  const usd = (amountMinor: number) => ({ currency: 'USD', exponent: 2, amountMinor })
  const options = { ...noOptions, signature: 'required', minimumAge: 18, deliveryPin: true, tip: usd(300) } as const
  const parcels = [parcel({ declaredValue: usd(1_000) }), parcel({ declaredValue: usd(550) })]
  expect(encodeBody({ options, parcels })).toMatchObject({
    dropoff_verification: {
      picture: true,
      signature_requirement: { enabled: true, collect_signer_name: true, collect_signer_relationship: false },
      identification: { min_age: 18 },
      pincode: { enabled: true },
    },
    tip: 300,
    manifest_total_value: 1_550,
  })
  const inEuro = parcel({ declaredValue: { ...usd(1), currency: 'EUR' } })
  expect(encodeBody({ parcels: [inEuro] })).not.toHaveProperty('manifest_total_value')
})
