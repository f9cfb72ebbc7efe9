import { incidentCodes } from '@waybill/contracts/booking'
import { expect, test } from 'vitest'
import { type EasypostDetail, easypostDetails, easypostMeaning } from './easypost.ts'

test('every one of EasyPost’s 28 details has a meaning', () => {
  expect(Object.keys(easypostDetails)).toHaveLength(28)
  for (const { incident } of Object.values(easypostDetails)) {
    if (incident !== null) expect(incidentCodes).toContain(incident)
  }
})

const cases: [EasypostDetail, status: string | null, condition: string | null, incident: string | null][] = [
  ['address_correction', null, 'on_hold', 'incorrect_address'],
  ['arrived_at_destination', null, null, null],
  ['arrived_at_facility', null, null, null],
  ['arrived_at_pickup_location', null, 'awaiting_collection', null],
  ['awaiting_information', null, 'on_hold', 'unknown'],
  ['cancelled', 'cancelled', null, null],
  ['damaged', null, 'on_hold', 'damaged'],
  ['delayed', null, 'on_hold', 'capacity'],
  ['delivery_exception', null, 'delivery_attempted', 'unknown'],
  ['departed_facility', null, null, null],
  ['departed_origin_facility', null, null, null],
  ['expired', null, null, null],
  ['failure', 'failed', null, 'unknown'],
  ['held', null, 'on_hold', 'unknown'],
  ['in_transit', null, null, null],
  ['label_created', null, null, null],
  ['lost', 'failed', null, 'lost'],
  ['missorted', null, 'on_hold', 'capacity'],
  ['out_for_delivery', 'en_route_to_dropoff', null, null],
  ['received_at_destination_facility', null, null, null],
  ['received_at_origin_facility', 'picked_up', null, null],
  ['refused', 'returning', null, 'recipient_refused'],
  ['return', 'returning', null, null],
  ['status_update', null, null, null],
  ['transferred_to_destination_carrier', null, null, null],
  ['transit_exception', null, 'on_hold', 'unknown'],
  ['unknown', null, null, null],
  ['weather_delay', null, 'on_hold', 'weather'],
]

test.each(cases)('%s', (detail, status, condition, incident) => {
  expect(easypostMeaning(detail)).toEqual({ status, condition, incident })
})

test.each(['moon_phase', '', 'constructor', '__proto__'])(
  'a detail that EasyPost may add, "%s", moves nothing',
  (detail) => {
    expect(easypostMeaning(detail)).toEqual({ status: null, condition: null, incident: 'unknown' })
  },
)

test('without a detail nothing is said', () => {
  expect(easypostMeaning(null)).toEqual({ status: null, condition: null, incident: null })
})
