import { describe, expect, test } from 'vitest'
import { wireTracker } from '../wire.ts'
import { toFacts } from './facts.ts'
import { createOfferId, parseOfferId } from './offers.ts'
import { longestTransitDays, toServiceCode, toServiceName } from './services.ts'

test('an offer’s id holds what is bought', () => {
  const shipment = { kind: 'shipment', id: 'shp_1', rateId: 'rate_1' } as const
  const order = { kind: 'order', id: 'order_1', carrier: 'FedEx', service: 'Home/Delivery é' } as const
  expect(parseOfferId(createOfferId(shipment))).toEqual(shipment)
  expect(parseOfferId(createOfferId(order))).toEqual(order)
  for (const foreign of [null, '', 'shp_1', 'order_1/FedEx', '%', 'shp_1/%E0']) expect(parseOfferId(foreign)).toBeNull()
})

test('services have codes in lower case, names, and a longest transit', () => {
  const code = (carrier: string, service: string) => toServiceCode({ carrier, service })
  expect(code('USPS', 'GroundAdvantage')).toBe('usps.groundadvantage')
  expect(code('FedEx', 'FEDEX_2_DAY')).toBe('fedex.fedex_2_day')
  expect(code('DHL eCommerce', 'Max/Expedited')).toBe('dhl_ecommerce.max_expedited')
  expect(toServiceName({ carrier: 'UPSDAP', service: 'NextDayAir' })).toBe('UPS Next Day Air')
  expect(toServiceName({ carrier: 'OnTrac', service: 'SunriseGold' })).toBe('OnTrac Sunrise Gold')
  expect(longestTransitDays({ carrier: 'OnTrac', service: 'Ground' }, false)).toBe(10)
  expect(longestTransitDays({ carrier: 'OnTrac', service: 'Ground' }, true)).toBe(21)
})

const aTracker = (tracking_details: unknown, rest: object = {}) =>
  wireTracker.parse({ id: 'trk_1', shipment_id: 'shp_1', tracking_details, ...rest })
const context = { carrierJobId: 'shp_1', timeZone: 'America/Los_Angeles' }
const at = (minute: number) => `2026-11-20T10:0${minute}:00Z`
const readFacts = (details: unknown, rest: object = {}) => toFacts(aTracker(details, rest), context)

describe('tracking', () => {
  test.for([
    ['unknown', 'unknown', 'unknown', 'unknown', null, null],
    ['pre_transit', 'label_created', 'pre_transit/label_created', 'assigned', null, null],
    ['in_transit', 'in_transit', 'in_transit', 'picked_up', null, null],
    ['in_transit', 'weather_delay', 'in_transit/weather_delay', 'picked_up', 'weather', 'on_hold'],
    ['out_for_delivery', null, 'out_for_delivery', 'en_route_to_dropoff', null, null],
    ['available_for_pickup', null, 'available_for_pickup', 'arrived_at_dropoff', null, 'awaiting_collection'],
    ['delivered', 'damaged', 'delivered/damaged', 'delivered', null, null],
    ['return_to_sender', 'refused', 'return_to_sender/refused', 'returning', 'recipient_refused', null],
    ['failure', 'lost', 'failure/lost', 'failed', 'lost', null],
    ['failure', 'return', 'failure/return', 'returning', null, null],
    ['failure', 'expired', 'failure/expired', 'unknown', null, null],
    ['cancelled', 'cancelled', 'cancelled', 'cancelled', null, null],
    ['error', null, 'error', 'unknown', null, null],
    ['teleported', 'quantum', 'teleported/quantum', 'unknown', null, null],
  ] as const)('%s with %s is %s', ([status, status_detail, rawCode, expected, incident, condition]) => {
    const [fact] = readFacts([{ status, status_detail, datetime: at(0) }])
    expect(fact).toMatchObject({ rawCode, status: expected, incident, condition, carrierEventId: null })
  })

  test('facts are in the order of their times, and details without a time or a form are left out', () => {
    const details = [
      { status: 'delivered', datetime: at(3) },
      null,
      7,
      { status: 'in_transit' },
      { status: 'in_transit', datetime: at(1) },
    ]
    expect(
      readFacts(details, { signed_by: 'J. Tester' }).map(({ status, pod }) => [status, pod?.recipient?.name]),
    ).toEqual([
      ['picked_up', undefined],
      ['delivered', 'J. Tester'],
    ])
  })

  test('a delivery after the return has begun is the return, without a proof', () => {
    const details = ['in_transit', 'return_to_sender', 'in_transit', 'delivered'].map((status, minute) => ({
      status,
      datetime: at(minute),
    }))
    expect(readFacts(details).at(-1)).toMatchObject({ status: 'returned', pod: null })
  })

  test('an estimated date is a day at the dropoff, an estimated time that time', () => {
    const details = [{ status: 'in_transit', datetime: at(0) }]
    expect(readFacts(details, { est_delivery_date: '2026-11-24T00:00:00Z' })[0]?.eta).toEqual({
      fromAt: new Date('2026-11-24T16:00:00Z'),
      toAt: new Date('2026-11-25T04:00:00Z'),
    })
    const time = new Date('2026-11-24T18:30:00Z')
    expect(readFacts(details, { est_delivery_date: time.toISOString() })[0]?.eta).toEqual({ fromAt: time, toAt: time })
  })

  test('without details the tracker’s own status counts', () => {
    expect(readFacts(null, { status: 'delivered', updated_at: at(1) })).toMatchObject([{ status: 'delivered' }])
    expect(readFacts([], { status: 'unknown', updated_at: at(1) })).toEqual([])
  })
})
