import { describe, expect, test } from 'vitest'
import { wireTracking } from '../wire.ts'
import { toFacts } from './facts.ts'
import { createOfferId, parseOfferId, readLocalDate } from './offers.ts'
import { missingForQuote, pointTo, toWireShipment } from './requests.ts'
import { findBrand, longestTransitDays, toServiceCode } from './services.ts'

const carrier = (carrier_code: string, friendly_name: string | null = null) => ({ carrier_code, friendly_name })

test.for([
  ['stamps_com', 'usps_priority_mail', 'usps.priority_mail'],
  ['usps', 'usps_ground_advantage', 'usps.ground_advantage'],
  ['ups_walleted', 'ups_ground', 'ups.ground'],
  ['fedex', 'fedex_2day', 'fedex.2day'],
  ['dhl_express', 'dhl_express_worldwide', 'dhl_express.worldwide'],
  ['royal_mail', 'rm_tracked_24', 'royal_mail.rm_tracked_24'],
] as const)('of %s the service %s is %s', ([code, service, expected]) => {
  expect(toServiceCode(carrier(code), service)).toBe(expected)
})

test('carriers have the names of those who carry, and services a longest transit', () => {
  expect(findBrand(carrier('stamps_com', 'Stamps.com')).name).toBe('USPS')
  expect(findBrand(carrier('dpd', 'DPD')).name).toBe('DPD')
  expect(longestTransitDays('usps.priority_mail', false)).toBe(3)
  expect(longestTransitDays('dpd.classic', false)).toBe(10)
  expect(longestTransitDays('dpd.classic', true)).toBe(21)
})

test('an offer’s id holds what is bought and its price', () => {
  const limit = { currency: 'USD', exponent: 2, amountMinor: 758 }
  const purchase = { carrierId: 'se-1', service: 'usps_priority/mail é', limit }
  expect(parseOfferId(createOfferId(purchase))).toEqual(purchase)
  for (const foreign of [null, '', 'se-1', 'se-1/usps/USD/2', 'se-1/%E0/USD/2/758', 'se-1/a/usd/2/758']) {
    expect(parseOfferId(foreign)).toBeNull()
  }
})

test.for([
  ['2026-11-24T00:00:00Z', '1', '2026-11-24'],
  ['2026-11-24T05:00:00.000Z', '3', '2026-11-24'],
  ['2026-11-24T23:59:00Z', '5', '2026-11-24'],
  ['2026-11-24T10:30:00Z', 'Tomorrow by 10:30 AM', '2026-11-24T10:30:00'],
  ['2026-11-24T23:00:00Z', 'Wednesday 11/24 by 11:00 PM', '2026-11-24T23:00:00'],
  ['2026-11-24T16:30:00', null, '2026-11-24T16:30:00'],
  ['2026-11-24', null, '2026-11-24'],
  [null, '3', null],
] as const)('%s with the words %j is %s at the dropoff', ([stated, words, expected]) => {
  expect(readLocalDate(stated, words)).toBe(expected)
})

const address = {
  name: null,
  company: 'Bakery',
  addressLine1: '1 Main St',
  addressLine2: null,
  town: 'Soho',
  city: 'New York',
  province: 'NY',
  postCode: '10001',
  country: 'US',
  phone: null,
  email: null,
  latitude: null,
  longitude: null,
}
const route = { pickup: address, dropoff: { ...address, name: 'Grace Miller' } }

describe('requests', () => {
  const parcel = { parcelId: null, title: null, weightGrams: 1, lengthTenthMm: 1, widthTenthMm: 10, heightTenthMm: 105 }
  const now = new Date('2026-11-20T23:00:00Z')

  test('leave out what is not known, and name a company without a person', () => {
    const { ship_from, packages, ...rest } = toWireShipment({ ...route, parcels: [parcel], readyAt: now }, now)
    expect(ship_from).toEqual({
      name: 'Bakery',
      company_name: 'Bakery',
      address_line1: '1 Main St',
      address_line3: 'Soho',
      city_locality: 'New York',
      state_province: 'NY',
      postal_code: '10001',
      country_code: 'US',
      address_residential_indicator: 'unknown',
    })
    expect(packages[0]?.dimensions).toEqual({ unit: 'inch', length: 0.1, width: 0.1, height: 0.5 })
    expect(rest).not.toHaveProperty('ship_date')
  })

  test('state the day of shipping if it is to come', () => {
    const readyAt = new Date('2026-11-23T15:00:00Z')
    expect(toWireShipment({ ...route, parcels: [parcel], readyAt }, now).ship_date).toBe('2026-11-23T00:00:00Z')
  })

  test('need a province in some countries, and phones across borders', () => {
    expect(missingForQuote(route)).toBeNull()
    const abroad = { ...route, dropoff: { ...address, country: 'CA', province: null } }
    expect(missingForQuote(abroad)).toMatchObject({ pointer: '/pickup_address/phone' })
    expect(missingForQuote(abroad)?.message).toContain('/dropoff_address/province, /dropoff_address/phone')
    expect(
      missingForQuote({ ...route, dropoff: { ...address, country: 'DE', province: null, phone: '1' } }),
    ).not.toBeNull()
  })

  test.for([
    ['shipment.ship_to.postal_code: invalid', '/dropoff_address/post_code'],
    ['ship_from.state_province is required.', '/pickup_address/province'],
    ['Recipient phone number is required.', '/pickup_address/phone'],
    ['The street is wrong.', undefined],
    ['Weight is required.', undefined],
  ] as const)('%j means %j', ([message, pointer]) => {
    expect(pointTo(message, route)).toEqual(pointer === undefined ? {} : { pointer })
  })
})

const context = { carrierJobId: 'se-1', reference: 'att_1', timeZone: 'America/Los_Angeles' }
const at = (minute: number) => `2026-11-20T10:0${minute}:00Z`
const readFacts = (events: unknown, rest: object = {}) => toFacts(wireTracking.parse({ events, ...rest }), context)

describe('tracking', () => {
  test.for([
    ['UN', null, 'UN', 'unknown', null, null],
    ['NY', 'SHIPMENT_CREATED', 'NY/SHIPMENT_CREATED', 'assigned', null, null],
    ['AC', 'ELEC_ADVICE_RECD_BY_CARRIER', 'AC/ELEC_ADVICE_RECD_BY_CARRIER', 'assigned', null, null],
    ['AC', null, 'AC', 'picked_up', null, null],
    ['it', '', 'it', 'picked_up', null, null],
    ['IT', 'OUT_FOR_DELIVERY', 'IT/OUT_FOR_DELIVERY', 'en_route_to_dropoff', null, null],
    ['IT', 'NEW_DETAIL', 'IT/NEW_DETAIL', 'picked_up', null, null],
    ['AT', null, 'AT', 'arrived_at_dropoff', 'recipient_not_available', 'delivery_attempted'],
    [
      'EX',
      'NO_ACCESS_TO_RECIPIENTS_ADDRESS',
      'EX/NO_ACCESS_TO_RECIPIENTS_ADDRESS',
      'arrived_at_dropoff',
      'access_restricted',
      'delivery_attempted',
    ],
    ['SP', null, 'SP', 'arrived_at_dropoff', null, 'awaiting_collection'],
    ['EX', null, 'EX', 'unknown', 'unknown', 'on_hold'],
    ['EX', 'HELD_BY_CUSTOMS', 'EX/HELD_BY_CUSTOMS', 'unknown', 'customs_delay', 'on_hold'],
    ['EX', 'PARCEL_LOST', 'EX/PARCEL_LOST', 'failed', 'lost', null],
    ['EX', 'REFUSED_BY_CUSTOMER', 'EX/REFUSED_BY_CUSTOMER', 'returning', 'recipient_refused', null],
    ['EX', 'UNDELIVERABLE_RETURNED_TO_SENDER', 'EX/UNDELIVERABLE_RETURNED_TO_SENDER', 'returned', null, null],
    ['DE', 'DELIVERED_TO_NEIGHBOUR', 'DE/DELIVERED_TO_NEIGHBOUR', 'delivered', null, null],
    ['DE', 'DELIVERED_IN_PART', 'DE/DELIVERED_IN_PART', 'unknown', null, null],
    ['XX', null, 'XX', 'unknown', null, null],
  ] as const)('%s with %s is %s: %s', ([status_code, status_detail_code, rawCode, status, incident, condition]) => {
    const [fact] = readFacts([{ status_code, status_detail_code, occurred_at: at(0) }])
    expect(fact).toMatchObject({ rawCode, status, incident, condition, carrierEventId: null, reference: 'att_1' })
  })

  test('the last event without a status has that of the log, earlier ones the code of the carrier', () => {
    const events = [
      { occurred_at: at(3), status_code: '', event_code: '01', signer: 'J TESTER', country_code: '' },
      { event_date: at(1), status_code: null, event_code: 'OF', city_locality: 'MCKINNEY' },
      { status_code: 'IT' },
      7,
    ]
    expect(readFacts(events, { status_code: 'DE' })).toMatchObject([
      { rawCode: 'OF', status: 'unknown', location: { city: 'MCKINNEY', country: null }, pod: null },
      { rawCode: 'DE', status: 'delivered', location: null, pod: { recipient: { name: 'J TESTER' } } },
    ])
  })

  test('a delivery after the return has begun is the return, without a proof', () => {
    const events = [
      { status_code: 'DE', occurred_at: at(2) },
      { status_code: 'EX', status_detail_code: 'RETURN_TO_SENDER', occurred_at: at(1) },
    ]
    expect(readFacts(events).at(-1)).toMatchObject({ status: 'returned', pod: null })
  })

  test('a log without events reports a delivery that it dates, and nothing else', () => {
    expect(readFacts(null, { status_code: 'DE', actual_delivery_date: at(1) })).toMatchObject([{ status: 'delivered' }])
    expect(readFacts([], { status_code: 'DE' })).toEqual([])
    expect(readFacts([], { status_code: 'NY', actual_delivery_date: null })).toEqual([])
  })

  test('the estimated date is a day at the dropoff, on the last fact of a job that is on its way', () => {
    const events = [
      { status_code: 'AC', occurred_at: at(0) },
      { status_code: 'IT', occurred_at: at(1) },
    ]
    const facts = readFacts(events, { estimated_delivery_date: '2026-11-24T00:00:00' })
    expect(facts.map(({ eta }) => eta?.fromAt.toISOString())).toEqual([undefined, '2026-11-24T16:00:00.000Z'])
    const log = wireTracking.parse({ events, estimated_delivery_date: '2026-11-24' })
    expect(toFacts(log, { ...context, timeZone: null }).at(-1)?.eta).toBeNull()
  })

  test.for([
    ['2026-11-20T05:00:00', -300],
    ['2026-11-20T15:30:00Z', 330],
    ['2026-11-20T10:07:00', null],
    ['2026-11-30T10:00:00', null],
    [null, null],
  ] as const)('a local time of %j is an offset of %j minutes', ([carrier_occurred_at, offset]) => {
    expect(readFacts([{ status_code: 'IT', occurred_at: at(0), carrier_occurred_at }])[0]?.utcOffsetMinutes).toBe(
      offset,
    )
  })
})
