import { expect, test } from 'vitest'
import { documentUrl } from '../client.ts'
import { type WireTrack, wireProblem, wireRate, wireTrack, wireTransaction } from '../wire.ts'
import { toFacts } from './facts.ts'
import { rejectedRefunds } from './jobs.ts'
import { parseTag, toMetadata } from './requests.ts'
import { carrierToken, longestTransitDays, toServiceCode } from './services.ts'

test.each([
  ['USPS', 'usps_priority', 'usps.priority'],
  ['FedEx', 'fedex_2_day', 'fedex.2_day'],
  ['DHL Express', 'dhl_express_worldwide', 'dhl_express.worldwide'],
  ['Deutsche Post', 'deutsche_post_packet_plus', 'deutsche_post.packet_plus'],
  ['UPS', 'Ground Saver®', 'ups.ground_saver'],
])('a service of %s, %s, is %s', (provider, token, code) => {
  expect(toServiceCode(provider, token)).toBe(code)
})

test('carriers have the names of tracking, and services a longest transit', () => {
  const names = ['DHL Express', 'DHLExpress', 'Asendia', 'CanadaPost', 'Evri UK', 'FedEx']
  const tokens = ['dhl_express', 'dhl_express', 'asendia_us', 'canada_post', 'hermes_uk', 'fedex']
  expect(names.map(carrierToken)).toEqual(tokens)
  expect([longestTransitDays('usps.priority', false), longestTransitDays('x.y', true)]).toEqual([3, 21])
})

test('the metadata of a transaction are read again, and those of others are not', () => {
  const tag = { reference: 'att_01', carrier: 'dhl_express', parcels: 2 }
  expect(parseTag(toMetadata(tag))).toEqual(tag)
  expect([parseTag('Order 12'), parseTag(''), parseTag(null)]).toEqual([null, null, null])
})

test.each([
  [{ detail: 'Invalid token.' }, 'Invalid token.'],
  [{ __all__: ['No.', 'Never.'] }, 'No. Never.'],
  [{ address_to: [{ zip: ['Required.'] }] }, 'address_to.zip: Required.'],
  [['A', { non_field_errors: ['B'] }], 'A B'],
  [{ messages: [{ source: 'UPS', code: 'x', text: 'Down.' }] }, 'Down.'],
  [{ code: 'invalid_rate', message: 'Old rate.' }, 'Old rate.'],
])('the error %j is %s', (body, message) => {
  expect(wireProblem.parse(body)).toMatchObject({ message })
})

test('an error without words is none', () => {
  for (const body of [{}, [], { detail: '' }, { status: 'ERROR' }, 'text', null]) {
    expect(wireProblem.safeParse(body).success).toBe(false)
  }
})

const context = { carrierJobId: 'trn_1', reference: 'att_1' }
const aTrack = (events: object[], extra: object = {}): WireTrack =>
  wireTrack.parse({
    tracking_history: events.map((event, index) => ({ status_date: `2026-11-0${index + 1}T10:00:00Z`, ...event })),
    ...extra,
  })
const listStatuses = (...events: object[]) =>
  toFacts(aTrack(events), context).map(({ status, condition, incident }) => [status, condition, incident])

test.each([
  ['UNKNOWN', null, 'unknown', null, null],
  ['PRE_TRANSIT', 'information_received', 'assigned', null, null],
  ['TRANSIT', null, 'picked_up', null, null],
  ['transit', 'package_departed', 'picked_up', null, null],
  ['TRANSIT', 'out_for_delivery', 'en_route_to_dropoff', null, null],
  ['TRANSIT', 'delivery_attempted', 'arrived_at_dropoff', 'delivery_attempted', 'recipient_not_available'],
  ['TRANSIT', 'location_inaccessible', 'arrived_at_dropoff', 'delivery_attempted', 'access_restricted'],
  ['TRANSIT', 'pickup_available', 'arrived_at_dropoff', 'awaiting_collection', null],
  ['TRANSIT', 'address_issue', 'unknown', 'on_hold', 'incorrect_address'],
  ['TRANSIT', 'package_damaged', 'unknown', 'on_hold', 'damaged'],
  ['FAILURE', null, 'unknown', 'on_hold', 'unknown'],
  ['FAILURE', 'package_lost', 'failed', null, 'lost'],
  ['RETURNED', 'return_to_sender', 'returning', null, null],
  ['RETURNED', 'package_unclaimed', 'returning', null, 'recipient_not_available'],
  ['DELIVERED', 'delivered', 'delivered', null, null],
  ['BEAMED_UP', 'somewhere', 'unknown', null, null],
])('%s with %s is %s, %s, %s', (status, code, ...expected) => {
  expect(listStatuses({ status, substatus: code && { code } })).toEqual([expected])
})

test('a delivery after the return has begun is one to the sender, without a proof', () => {
  const events = [{ status: 'TRANSIT' }, { status: 'RETURNED' }, { status: 'DELIVERED' }]
  expect(listStatuses(...events).map(([status]) => status)).toEqual(['picked_up', 'returning', 'returned'])
  expect(listStatuses({ status: 'RETURNED', status_details: 'Delivered to sender' })[0]?.[0]).toBe('returned')
  expect(toFacts(aTrack(events), context).every(({ pod }) => pod === null)).toBe(true)
})

test('events come in any order, twice, as the present status, and with nulls', () => {
  const delivered = { status: 'DELIVERED', status_date: '2026-11-03T10:00:00Z', substatus: null, location: null }
  const transit = { status: 'TRANSIT', status_date: null, object_created: '2026-11-01T10:00:00Z', status_details: null }
  const track = aTrack(
    [delivered, transit, null, { status: null }].map((event) => event ?? {}),
    {
      tracking_status: delivered,
      eta: 'soon',
    },
  )
  expect(toFacts(track, context)).toMatchObject([
    { rawCode: 'TRANSIT', status: 'picked_up', description: null, location: null },
    { rawCode: 'DELIVERED', status: 'delivered', pod: { type: 'delivery' } },
  ])
})

test('the expected day is a window at the dropoff, until the parcel is there', () => {
  const to = { address_to: { country: 'us', state: 'CA' }, eta: '2026-11-05T00:00:00Z' }
  const [fact] = toFacts(aTrack([{ status: 'TRANSIT' }], to), context)
  expect(fact?.eta).toEqual({ fromAt: new Date('2026-11-05T16:00:00Z'), toAt: new Date('2026-11-06T04:00:00Z') })
  expect(toFacts(aTrack([{ status: 'DELIVERED' }], to), context)[0]?.eta).toBeNull()
})

test.each([
  ['https://api.goshippo.com/labels/1.pdf', { url: 'https://proxy.test/labels/1.pdf', isOwn: true }],
  ['https://shippo-delivery.s3.amazonaws.com/1.pdf?Signature=a', 'same'],
  ['https://shippo-delivery-east.s3.us-east-1.amazonaws.com/1.pdf', 'same'],
  ['https://deliver.goshippo.com/1.pdf', 'same'],
  ['http://deliver.goshippo.com/1.pdf', null],
  ['https://other.s3.amazonaws.com/1.pdf', null],
  ['https://shippo-delivery.s3.amazonaws.com.example.com/1.pdf', null],
  ['label.pdf', null],
])('the label at %s is fetched from %j', (stated, expected) => {
  const found = expected === 'same' ? { url: stated, isOwn: false } : expected
  expect(documentUrl(stated, 'https://proxy.test')).toEqual(found)
})

test('a rejected refund charges the price of the label, and of one of several parcels its share', () => {
  const at = '2026-11-03T10:00:00Z'
  const labels = ['REFUNDED', 'REFUNDREJECTED', 'REFUNDREJECTED'].map((status, index) =>
    wireTransaction.parse({ object_id: `trn_${index}`, status, object_updated: at }),
  )
  const rate = wireRate.parse({ object_id: 'rate_1', amount: '10.01', currency: 'USD' })
  const charge = { type: 'refund_rejected', currency: 'USD', exponent: 2, taxMinor: 0, at: new Date(at) }
  expect(rejectedRefunds(labels, rate)).toMatchObject([
    { ...charge, chargeId: 'trn_1/refund_rejected', amountMinor: 333 },
    { ...charge, chargeId: 'trn_2/refund_rejected', amountMinor: 333 },
  ])
  expect(rejectedRefunds(labels.slice(1), rate).map(({ amountMinor }) => amountMinor)).toEqual([501, 500])
  expect(rejectedRefunds(labels, wireRate.parse({ object_id: 'rate_1' }))).toEqual([])
})
