import type { Booking, Quote, TimelineEntry } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { makeHistory } from './history.ts'

const AT = '2026-11-24T12:00:00.000Z'

const entry = (event_id: string, occurred_at: string, overrides: object) =>
  ({
    event_id,
    occurred_at,
    type: 'tracking',
    status: 'in_transit',
    tracking_status: null,
    incident: null,
    description: null,
    carrier_code: null,
    service_code: null,
    reason: null,
    ...overrides,
  }) as TimelineEntry
const names = {
  getName: (code: string) => `name of ${code}`,
  toCarrier: (code: string) => `carrier ${code}`,
  toService: (code: string) => `service ${code}`,
}
const quote = {
  quote_id: 'qte_1',
  requested_at: AT,
  options: [{}, {}],
  messages: [{ carrier_code: 'eco_parcel', service_code: null, message: 'Too heavy.' }],
} as unknown as Quote
const booking = {
  booking_id: 'bkg_1',
  booked_at: AT,
  charges: [],
  quote_option: { carrier_name: 'City Van', carrier_code: 'city_van', service_name: 'Van on the same day' },
} as unknown as Booking

test('the newest comes first, and of the same time the effect stands above its cause', () => {
  const timeline = [
    entry('evt_1', AT, { type: 'status_changed', status: 'in_transit' }),
    entry('evt_2', '2026-11-24T13:00:00.000Z', { tracking_status: 'picked_up', description: 'Driver has it' }),
  ]
  expect(
    makeHistory({ timeline, quotes: [quote], bookings: [booking], ...names }).map(({ id, code }) => [id, code]),
  ).toEqual([
    ['evt_2', 'picked_up'],
    ['evt_1', 'in_transit'],
    ['bkg_1', 'City Van · Van on the same day'],
    ['qte_1', '2'],
  ])
})

test('says which carriers declined and why, and what an incident is', () => {
  const declined = entry('evt_3', AT, {
    type: 'carrier_declined',
    carrier_code: 'swift',
    service_code: 'now',
    reason: 'too_late',
  })
  const lost = entry('evt_4', AT, { incident: 'lost', tracking_status: 'picked_up' })
  const [first, second, third] = makeHistory({ timeline: [declined, lost], quotes: [quote], bookings: [], ...names })
  expect(first).toMatchObject({ code: 'lost', lines: [] })
  expect(second).toMatchObject({ code: 'carrier_declined', lines: ['carrier swift · service now', 'name of too_late'] })
  expect(third?.lines).toEqual(['carrier eco_parcel: Too heavy.'])
})

test('each fact has one line: what its title or its booking says is not said again', () => {
  const named = (code: string) => (code === 'en_route_to_pickup' ? 'On the way' : names.getName(code))
  const timeline = [
    // The status comes with the report.
    entry('evt_1', AT, { tracking_status: 'en_route_to_pickup', description: 'On the way', carrier_code: 'swift' }),
    entry('evt_2', AT, { type: 'details_changed', booking_id: 'bkg_1', description: 'Booked' }),
    entry('evt_3', AT, { type: 'details_changed', booking_id: 'bkg_0', description: 'Booked' }),
    entry('evt_4', AT, { type: 'status_changed', status: 'in_transit' }),
  ]
  const history = makeHistory({ timeline, quotes: [], bookings: [booking], ...names, getName: named })
  expect(history.map(({ id, lines }) => [id, lines])).toEqual([
    ['evt_3', ['Booked']],
    ['evt_1', []],
    ['bkg_1', []],
  ])
})

test('a booking that the carrier refused is not one, and says why', () => {
  const refused = { ...booking, status: 'failed', carrier_job_id: null, failure_reason: 'unreachable' } as Booking
  const [told] = makeHistory({ timeline: [], quotes: [], bookings: [refused], ...names })
  expect(told).toMatchObject({ kind: 'refused', lines: ['name of unreachable'] })
})
