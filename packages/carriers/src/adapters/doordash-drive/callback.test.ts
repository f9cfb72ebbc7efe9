import { expect, test } from 'vitest'
import type { CallbackInput, CallbackOutcome } from '../../carrier-adapter.ts'
import { parseCallback } from './callback.ts'

const receivedAt = new Date('2022-02-01T23:20:00Z')
const authorization = 'Bearer c2VjcmV0LW9mLXRoZS1tZXJjaGFudA'

/** With the fields of the example in DoorDash's reference. */
const event = (overrides: object = {}) => ({
  created_at: '2022-02-01T23:18:22.791883Z',
  event_name: 'DASHER_CONFIRMED',
  external_delivery_id: 'att_1.ab12',
  dasher_id: 123212,
  dasher_name: 'John D.',
  dasher_dropoff_phone_number: '+16504379788',
  pickup_address: '1000 4th Avenue, Seattle, WA, 98104',
  order_value: 5555,
  currency: 'USD',
  fee: 975,
  tracking_url: 'https://doordash.com/drive/portal/track/53904a0b',
  contactless: false,
  ...overrides,
})

const parse = (
  body: object | string,
  { sent = authorization, entered = authorization }: { sent?: string | null; entered?: string } = {},
): Promise<CallbackOutcome> => {
  const credentials = { webhook_authorization: entered }
  const input: CallbackInput = {
    headers: sent === null ? {} : { authorization: sent },
    rawBody: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    account: { carrierAccountId: 'cac_1', environmentId: 'env_1', livemode: false, credentials, endpoint: null },
    receivedAt,
    deadlineAt: receivedAt,
    requestId: 'req_1',
  }
  return parseCallback(input)
}

async function readFacts(body: object) {
  const outcome = await parse(body)
  if (outcome.kind !== 'facts') throw new Error(JSON.stringify(outcome))
  return outcome.facts
}

test.each([
  ['DASHER_CONFIRMED', 'confirmed', 'assigned'],
  ['dasher_enroute_to_pickup', 'enroute_to_pickup', 'en_route_to_pickup'],
  ['DASHER_CONFIRMED_PICKUP_ARRIVAL', 'arrived_at_pickup', 'arrived_at_pickup'],
  ['DASHER_PICKED_UP', 'picked_up', 'picked_up'],
  ['DASHER_ENROUTE_TO_DROPOFF', 'enroute_to_dropoff', 'en_route_to_dropoff'],
  ['DASHER_CONFIRMED_DROPOFF_ARRIVAL', 'arrived_at_dropoff', 'arrived_at_dropoff'],
  ['DASHER_DROPPED_OFF', 'delivered', 'delivered'],
  ['DELIVERY_RETURN_INITIALIZED', 'enroute_to_return', 'returning'],
  ['DASHER_CONFIRMED_RETURN_ARRIVAL', 'arrived_at_return', 'returning'],
  ['DELIVERY_RETURNED', 'returned', 'returned'],
  ['DELIVERY_BATCHED', 'DELIVERY_BATCHED', 'unknown'],
])('%s reports %s: %s', async (event_name, rawCode, status) => {
  expect(await readFacts(event({ event_name }))).toMatchObject([
    {
      carrierJobId: 'att_1.ab12',
      reference: 'att_1',
      rawCode,
      status,
      occurredAt: new Date('2022-02-01T23:18:22.791Z'),
      driver: { carrierDriverId: '123212', name: 'John D.', telephone: '+16504379788' },
    },
  ])
})

test('the times of pickup and drop-off count before that of the report', async () => {
  const at = '2022-02-01T23:15:00.102811Z'
  const [pickedUp] = await readFacts(event({ event_name: 'DASHER_PICKED_UP', pickup_time_actual: at }))
  const [delivered] = await readFacts(event({ event_name: 'DASHER_DROPPED_OFF', dropoff_time_actual: at }))
  expect([pickedUp?.occurredAt, delivered?.occurredAt, delivered?.pod?.capturedAt]).toEqual(Array(3).fill(new Date(at)))
})

test('a delivery has its photo, its signature, and that a PIN was entered', async () => {
  const images = {
    dropoff_verification_image_url: 'https://doordash-static.s3.amazonaws.com/media/1.jpg?X-Amz-Expires=60',
    dropoff_signature_image_url: 'https://doordash-static.s3.amazonaws.com/media/2.PNG',
  }
  const dropoff_options = { proof_of_delivery: 'pin_code' }
  const [fact] = await readFacts(event({ event_name: 'DASHER_DROPPED_OFF', ...images, dropoff_options }))
  expect(fact?.pod).toMatchObject({
    type: 'delivery',
    photos: [{ contentType: 'image/jpeg', url: images.dropoff_verification_image_url }],
    signature: { contentType: 'image/png', url: images.dropoff_signature_image_url },
    pin: { required: true, verified: true },
  })
})

test.each([
  [{ cancellation_reason: 'cancelled_by_creator' }, 'cancelled', null],
  [{ cancellation_reason: 'failed_to_assign_and_refunded' }, 'cancelled', 'capacity'],
  [{ cancellation_reason: 'FAILED_TO_PICKUP' }, 'cancelled', 'unknown'],
  [{ reason: 'failed_to_return' }, 'failed', 'unknown'],
  [{ cancellation_reason: 'failed_to_deliver' }, 'failed', 'unknown'],
  [{ pickup_time_actual: '2022-02-01T23:15:00Z' }, 'failed', 'unknown'],
  [{}, 'cancelled', null],
])('a cancellation with %j is %s, with the incident %s', async (details, status, incident) => {
  const [fact] = await readFacts(event({ event_name: 'DELIVERY_CANCELLED', ...details }))
  expect(fact).toMatchObject({ status, incident, pod: null })
})

test.each([
  { dasher_location: { lat: 43.33, lng: '-79.33' } },
  { dasher_location: null, dasher_location_lat: 43.33, dasher_location_lng: -79.33 },
])('the place of the courier in %j is a fact beside the status', async (place) => {
  expect(await readFacts(event(place))).toMatchObject([
    { status: 'assigned', location: null },
    { status: 'unknown', rawCode: 'dasher_location', location: { latitude: 43.33, longitude: -79.33 } },
  ])
})

test.each([
  { dasher_location: { lat: 0, lng: '0' } },
  { dasher_location: null, dasher_location_lat: 0, dasher_location_lng: 0 },
])('the zero point in %j is no place of the courier', async (place) => {
  expect(await readFacts(event(place))).toMatchObject([{ status: 'assigned', location: null }])
})

test('nulls, extra fields and values of other types are read; without a time the report counts as of now', async () => {
  const strange = {
    created_at: null,
    dasher_id: null,
    dasher_name: null,
    dasher_location: 'n/a',
    fee: '9.75',
    new_field: [{}],
  }
  const [fact] = await readFacts(event(strange))
  expect(fact).toMatchObject({ driver: null, occurredAt: receivedAt, status: 'assigned' })
})

test.each([
  ['the value that was entered', authorization, authorization],
  ['a scheme that was not entered', authorization, authorization.slice('Bearer '.length)],
  ['no scheme, where one was entered', authorization.slice('Bearer '.length), authorization],
  ['basic authentication', 'Basic dXNlcjpwYXNz', 'basic dXNlcjpwYXNz'],
])('a call-back with %s is genuine', async (_, sent, entered) => {
  expect((await parse(event(), { sent, entered })).kind).toBe('facts')
})

test.each([
  ['another value', { sent: 'Bearer other' }],
  ['no header', { sent: null }],
  ['an empty header', { sent: '' }],
  ['no value in the account', { entered: '' }],
])('a call-back with %s is forged', async (_, how) => {
  expect((await parse(event(), how)).kind).toBe('forged')
})

test('a body that is no JSON, or names no delivery, is malformed', async () => {
  expect((await parse('{"event_name"')).kind).toBe('malformed')
  expect((await parse({ event_name: 'DASHER_CONFIRMED' })).kind).toBe('malformed')
})
