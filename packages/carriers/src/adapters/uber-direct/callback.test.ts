/** Call-backs in the shape of Uber's samples, with what real ones have beside them: nulls, zero times, numbers as texts. */
import { expect, test } from 'vitest'
import type { CallbackInput } from '../../carrier-adapter.ts'
import { parseCallback } from './callback.ts'
import { signBody } from './signature.ts'

const KEY = 'c5c26d5a-70d6-46c7-a652-d7c09825ad29'
const account = {
  carrierAccountId: 'cac_1',
  environmentId: 'env_1',
  livemode: true,
  endpoint: null,
  credentials: { webhook_signing_key: KEY },
}

const data = {
  id: 'del_1',
  quote_id: 'dqt_1',
  status: 'dropoff',
  complete: false,
  kind: 'delivery',
  external_id: 'att_1',
  created: '2023-08-02T14:16:48.067Z',
  updated: '2023-08-02T14:18:21.447Z',
  dropoff_eta: '2023-08-02T15:20:00Z',
  courier: {
    name: 'Alex I.',
    phone_number: '+19294164877',
    rating: '5.00',
    vehicle_type: 'car',
    location: { lat: '40.706913', lng: -74.00695 },
  },
  courier_imminent: false,
  pickup: { name: 'Store', status: 'completed', status_timestamp: '2023-08-02T14:18:21.447Z' },
  dropoff: { name: 'Gordon S.', verification: { signature: { image_url: '' } } },
  related_deliveries: null,
  undeliverable_action: '',
  undeliverable_reason: '',
  fences: null,
  fee: '2134',
}
const event = (overrides: object = {}, dataOverrides: object = {}) => ({
  id: 'evt_1',
  kind: 'event.delivery_status',
  live_mode: true,
  account_id: '',
  route_id: null,
  created: '2023-08-02T14:18:21.6Z',
  delivery_id: 'del_1',
  status: 'dropoff',
  data: { ...data, ...dataOverrides },
  ...overrides,
})

function input(body: object | string, headers?: CallbackInput['headers']): CallbackInput {
  const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const given = headers ?? { 'x-uber-signature': signBody(KEY, rawBody) }
  return { headers: given, rawBody, account, receivedAt: new Date(), deadlineAt: new Date(), requestId: 'req_1' }
}
const readFacts = (body: object) => {
  const outcome = parseCallback(input(body))
  if (outcome.kind !== 'facts') throw new Error(JSON.stringify(outcome))
  return outcome.facts
}

test('the signature of Uber’s own sample is the one that it documents', () => {
  const sample = '{"kind": "event.courier_update", "location": {"lat": 37.7974109, "lng": -122.424145}}'
  expect(signBody(KEY, Buffer.from(sample))).toMatch(/^cdff8133fb065f8d37a2c1c94c3331b6a82766d1/)
})

test('either header may sign, in any case; anything else is forged', () => {
  const body = JSON.stringify(event())
  const signature = signBody(KEY, Buffer.from(body))
  for (const headers of [{ 'x-uber-signature': signature }, { 'x-postmates-signature': signature.toUpperCase() }]) {
    expect(parseCallback(input(body, headers)).kind).toBe('facts')
  }
  for (const headers of [{}, { 'x-uber-signature': '' }, { 'x-uber-signature': [signature] }, { signature }]) {
    expect(parseCallback(input(body, headers)).kind).toBe('forged')
  }
  const keyless = { ...input(body), account: { ...account, credentials: {} } }
  expect(parseCallback(keyless)).toMatchObject({ kind: 'forged', reason: expect.stringContaining('signing key') })
})

test('a status has the time at which it was reached, the courier and the arrival', () => {
  expect(readFacts(event())).toMatchObject([
    {
      carrierJobId: 'del_1',
      reference: 'att_1',
      rawCode: 'dropoff',
      status: 'en_route_to_dropoff',
      occurredAt: new Date('2023-08-02T14:18:21.447Z'),
      driver: { name: 'Alex I.', telephone: '+19294164877' },
      eta: { fromAt: new Date('2023-08-02T15:20:00Z') },
      location: null,
      pod: null,
      incident: null,
    },
  ])
})

test('a shared number of the courier comes with its PIN, and the PIN of the drop-off is said', () => {
  const shared = { formatted_phone_number: '+1 628-333-7630', phone_number: '+16283337630', pin_code: '18730242' }
  const courier = { name: 'Alex I.', phone_number: '+19294164877', public_phone_info: shared }
  const dropoff = { verification_requirements: { pincode: { enabled: true, value: '3902' } } }
  expect(readFacts(event({}, { courier, dropoff }))).toMatchObject([
    {
      driver: { carrierDriverId: 'Alex I./+19294164877', telephone: '+16283337630', telephonePin: '18730242' },
      description: 'The recipient tells the courier the PIN 3902.',
    },
  ])
  const open = { verification_requirements: { pincode: { enabled: false, value: '3902' } } }
  expect(readFacts(event({}, { courier: { ...courier, public_phone_info: null }, dropoff: open }))).toMatchObject([
    { driver: { telephone: '+19294164877', telephonePin: null }, description: null },
  ])
})

test.each([
  ['pending', 'assigned'],
  ['pickup', 'en_route_to_pickup'],
  ['pickup_complete', 'picked_up'],
  ['delivered', 'delivered'],
  ['BEAMED_UP', 'unknown'],
])('the status %s is %s', (status, expected) => {
  expect(readFacts(event({ status }))[0]?.status).toBe(expected)
})

test('a zero time is none: the time of the report counts', () => {
  const [fact] = readFacts(event({ status: 'pickup' }, { updated: '1970-01-01T00:00:00Z' }))
  expect(fact?.occurredAt).toEqual(new Date('2023-08-02T14:18:21.6Z'))
})

test('a courier who is near gets a separate code', () => {
  expect(readFacts(event({ status: 'pickup' }, { courier_imminent: true }))[0]).toMatchObject({
    rawCode: 'pickup/courier_imminent',
    status: 'en_route_to_pickup',
  })
})

test('a position is a fact without a status, at the time of the report', () => {
  const update = { kind: 'event.courier_update', status: undefined, location: { lat: 12.5, lng: '-32.1' } }
  expect(readFacts(event(update))).toMatchObject([
    {
      status: 'unknown',
      occurredAt: new Date('2023-08-02T14:18:21.6Z'),
      location: { latitude: 12.5, longitude: -32.1 },
    },
  ])
  // Uber sends the zero point of a courier whose place it does not know.
  const nowhere = { lat: 0, lng: 0 }
  const unknown = event({ ...update, location: nowhere }, { courier: { name: 'Alex I.', location: nowhere } })
  expect(readFacts(unknown)).toEqual([])
  expect(readFacts(event({ ...update, location: null }))[0]?.location).toEqual({
    latitude: 40.706913,
    longitude: -74.00695,
    accuracyM: null,
    city: null,
    country: null,
  })
})

test('a delivery has its proof: photo, signer, PIN, barcodes, place and notes', () => {
  const verification = {
    signature: { image_url: 'https://tb-static.uber.com/s', name: 'Joan', signer_relationship: 'SPOUSE' },
    picture: { image_url: 'https://tb-static.uber.com/p' },
    pin_code: { entered: 3902 },
    barcodes: [
      { type: 'CODE128', value: '12', scan_result: { outcome: 'SUCCESS', timestamp: '2023-08-02T15:01:00Z' } },
      { type: 'QR', value: 7, scan_result: null },
    ],
    completion_location: { lat: 1.5, lng: 2.5 },
  }
  const dropoff = {
    status: 'completed',
    status_timestamp: '2023-08-02T15:02:00Z',
    courier_notes: 'At the desk',
    verification,
    verification_requirements: { signature: true, pincode: { enabled: true, value: '3902' } },
  }
  const deliveredAt = new Date('2023-08-02T15:02:00Z')
  expect(readFacts(event({ status: 'delivered' }, { status: 'delivered', dropoff }))[0]).toMatchObject({
    status: 'delivered',
    occurredAt: deliveredAt,
    pod: {
      type: 'delivery',
      capturedAt: deliveredAt,
      notes: 'At the desk',
      recipient: { name: 'Joan', relationship: 'spouse' },
      photos: [{ url: '/deliveries/del_1/proof-of-delivery?waypoint=dropoff&type=picture' }],
      signature: { signerName: 'Joan', url: '/deliveries/del_1/proof-of-delivery?waypoint=dropoff&type=signature' },
      pin: { required: true, verified: true },
      barcodes: [
        { symbology: 'CODE128', value: '12', outcome: 'success' },
        { symbology: 'QR', value: '7', outcome: 'unknown', scannedAt: deliveredAt },
      ],
      location: { latitude: 1.5, longitude: 2.5 },
    },
  })
})

test('a refused parcel is an attempt, and on its way back until its return is complete', () => {
  const dropoff = { status: 'failed', status_timestamp: '2023-08-02T15:00:00Z' }
  const returned = { status: 'returned', undeliverable_reason: 'customer_rejected_order', dropoff, complete: true }
  const body = (back: object) => event({ status: 'returned' }, { ...returned, return: back })
  const attempt = { status: 'arrived_at_dropoff', condition: 'delivery_attempted', incident: 'recipient_refused' }
  expect(readFacts(body({ address: 'Store' }))).toMatchObject([
    attempt,
    { status: 'returning', incident: 'recipient_refused', description: 'customer_rejected_order' },
  ])
  const back = { status: 'completed', status_timestamp: '2023-08-02T16:00:00Z' }
  expect(readFacts(body(back))).toMatchObject([
    attempt,
    { status: 'returned', incident: null, occurredAt: new Date('2023-08-02T16:00:00Z') },
  ])
  expect(readFacts(body({ ...back, status: 'failed' })).at(-1)).toMatchObject({ status: 'failed' })
})

test('the return of a delivery, which has another id, is reported for the delivery itself', () => {
  const related_deliveries = [{ id: 'del_1', relationship: 'original' }]
  const back = (status: string, related: unknown = related_deliveries) =>
    event({ delivery_id: 'ret_9', status }, { id: 'ret_9', status, related_deliveries: related })
  expect(readFacts(back('dropoff'))).toMatchObject([{ carrierJobId: 'del_1', status: 'returning', pod: null }])
  expect(readFacts(back('delivered', related_deliveries[0]))).toMatchObject([
    { carrierJobId: 'del_1', status: 'returned' },
  ])
  expect(readFacts(back('dropoff', null))).toEqual([])
})

test.each([
  [{ cancelation_reason: { primary_reason: 'MERCHANT_CANCEL', secondary_reason: '' } }, 'cancelled', null],
  [
    { cancelation_reason: { primary_reason: 'UBER_CANCEL', secondary_reason: 'cannot_dispatch_courier' } },
    'cancelled',
    'capacity',
  ],
  [{ cancellation_reason: 'something_new' }, 'cancelled', 'unknown'],
  [{}, 'cancelled', null],
])('a cancellation before the pickup with %j is %s with incident %j', (reason, status, incident) => {
  const [fact] = readFacts(event({ status: 'canceled' }, { ...reason, status: 'canceled', pickup: null }))
  expect(fact).toMatchObject({ status, incident })
})

test('a delivery that is cancelled with the goods on board has failed', () => {
  expect(readFacts(event({ status: 'canceled' }, { undeliverable_reason: 'Customer unavailable' }))).toMatchObject([
    { status: 'failed', incident: 'recipient_not_available' },
  ])
})

test('other events say nothing about a delivery; a body that cannot be read is malformed', () => {
  expect(readFacts(event({ kind: 'event.refund_request', data: null, delivery_id: null }))).toEqual([])
  for (const body of [
    '{"kind',
    '[]',
    '{}',
    event({ data: null, delivery_id: null }),
    event({ status: null, data: {} }),
  ]) {
    expect(parseCallback(input(body)).kind, JSON.stringify(body)).toBe('malformed')
  }
  expect(readFacts(event({ data: null }))).toMatchObject([{ carrierJobId: 'del_1', status: 'en_route_to_dropoff' }])
})
