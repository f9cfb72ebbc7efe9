import { defaultDispatch } from '@waybill/contracts/dispatch'
import type { Shipment } from '@waybill/contracts/shipment'
import { address, parcel, shipment } from '@waybill/contracts/testing/records'
import { expect, test } from 'vitest'
import { simulatedDescriptors } from './adapters/simulated/descriptor.ts'
import { assertDispatchable, listUnknownCodes } from './on-demand.ts'
import { descriptorsFor } from './registry.ts'

const edinburgh = { city: 'Edinburgh', latitude: 55.9533, longitude: -3.1883 }
const aTransport = (changes: Partial<Shipment> = {}) =>
  shipment({ onDemand: true, dispatch: defaultDispatch, ...changes })
const check = (changes: Partial<Shipment>) => () => assertDispatchable(simulatedDescriptors, aTransport(changes))

test('a parcel across the town is accepted', () => {
  expect(check({})).not.toThrow()
})

test('what no courier takes is refused with the limit of each service', () => {
  expect(check({ parcels: [parcel({ weightGrams: 1_000_000 })] })).toThrow(
    expect.objectContaining({
      code: 'dispatch_not_served',
      message:
        'No courier takes this shipment. swift_now: Takes at most 25 kg per parcel; one has 1000 kg. van_same_day: Takes at most 500 kg per parcel; one has 1000 kg. Change the shipment, or name other services in dispatch.service_codes.',
      meta: {
        messages: [
          expect.objectContaining({ carrier_code: 'swift_courier', service_code: 'swift_now', code: 'too_heavy' }),
          expect.objectContaining({ carrier_code: 'city_van', service_code: 'van_same_day', code: 'too_heavy' }),
        ],
      },
    }),
  )
  const tube = parcel({ lengthTenthMm: 50_000 })
  expect(check({ parcels: [tube] })).toThrow(
    'van_same_day: Takes at most 420 × 180 × 180 cm per parcel; one has 500 × 20 × 15.5 cm.',
  )
  expect(check({ parcels: Array.from({ length: 51 }, () => parcel()) })).toThrow(
    'swift_now: Takes at most 10 parcels; there are 51.',
  )
})

test('a long way is refused where coordinates show it, unless the merchant names a service', () => {
  const dropoffAddress = address(edinburgh)
  expect(check({ dropoffAddress })).toThrow(
    'van_same_day: Goes at most 100 km on demand; it is 532 km as the crow flies.',
  )
  expect(check({ dropoffAddress: address({ ...edinburgh, latitude: null, longitude: null }) })).not.toThrow()
  const dispatch = { ...defaultDispatch, service_codes: ['van_same_day'] }
  expect(check({ dropoffAddress, dispatch })).not.toThrow()
})

test('a carrier that does not collect in the country is named', () => {
  const [swift] = simulatedDescriptors
  const french = { ...swift, countries: ['FR', 'BE'] }
  expect(() => assertDispatchable([french], aTransport())).toThrow('swift_now: Does not collect in GB.')
})

test('unknown carriers and services are refused with the known ones', () => {
  expect(check({ dispatch: { ...defaultDispatch, carrier_codes: ['swift_courier', 'swft'] } })).toThrow(
    expect.objectContaining({
      code: 'validation_error',
      details: [
        expect.objectContaining({
          field: 'dispatch.carrier_codes[1]',
          message: 'must be one of swift_courier, city_van, eco_parcel',
        }),
      ],
    }),
  )
  expect(check({ dispatch: { ...defaultDispatch, service_codes: ['now'] } })).toThrow('dispatch.service_codes[0]')
})

test('services that no named carrier has are refused', () => {
  const dispatch = { ...defaultDispatch, carrier_codes: ['city_van'], service_codes: ['swift_now'] }
  expect(check({ dispatch })).toThrow('No service is both in dispatch.service_codes and of a carrier')
})

test('without a carrier on demand, services must be named', () => {
  expect(() => assertDispatchable([], aTransport())).toThrow('No carrier of this environment comes on demand.')
})

const connected = descriptorsFor({ simulatorUrl: 'http://127.0.0.1:9' })
const real = descriptorsFor({})
const far = { dropoffAddress: address(edinburgh) }

test('a carrier with accounts of merchants may take what no simulated carrier takes, within its limits', () => {
  const dispatch = { ...defaultDispatch, carrier_codes: ['uber_direct'] }
  expect(() => assertDispatchable(real, aTransport())).not.toThrow()
  expect(() => assertDispatchable(real, aTransport({ dispatch }))).not.toThrow()
  expect(() => assertDispatchable(real, aTransport(far))).toThrow(
    expect.objectContaining({
      code: 'dispatch_not_served',
      meta: {
        messages: expect.arrayContaining([expect.objectContaining({ carrier_code: 'uber_direct', code: 'too_far' })]),
      },
    }),
  )
})

test.for([
  { carrier_codes: ['easypost'] },
  { carrier_codes: ['swift_courier', 'easypost'] },
  { service_codes: ['usps.priority'] },
  { carried_by: ['USPS'] },
  { service_codes: ['swift_now', 'usps.priority'] },
])('services of an aggregator are left to its answer: %j', (named) => {
  const shipment = aTransport({ ...far, parcels: [parcel({ weightGrams: 1_000_000 })] })
  expect(() => assertDispatchable(connected, { ...shipment, dispatch: { ...defaultDispatch, ...named } })).not.toThrow()
})

test('an aggregator takes nothing unless the merchant names it or a service that it may have', () => {
  const parcels = [parcel({ weightGrams: 1_000_000 })]
  const named = { ...defaultDispatch, service_codes: ['swift_now'] }
  const other = { ...defaultDispatch, carrier_codes: ['city_van'], service_codes: ['usps.priority'] }
  for (const dispatch of [defaultDispatch, named, other]) {
    expect(() => assertDispatchable(connected, aTransport({ parcels, dispatch }))).toThrow(
      expect.objectContaining({ code: 'dispatch_not_served' }),
    )
  }
})

test.for(['swift_nwo', 'usps.*', 'USPS.Priority'])(
  'neither does a carrier list %s, nor may an aggregator have it',
  (code) => {
    const dispatch = { ...defaultDispatch, service_codes: [code] }
    expect(() => assertDispatchable(connected, aTransport({ dispatch }))).toThrow(
      /must be one of swift_now, van_same_day, .*uber_direct_courier, .*a service of easypost.* such as usps\.priority/,
    )
  },
)

test('unknown carriers and services are found in what the schema accepts of a document', () => {
  const found = (dispatch: { carrier_codes?: (string | undefined)[]; service_codes?: string[] } | null | undefined) =>
    listUnknownCodes(simulatedDescriptors, { dispatch }).map(({ pointer }) => pointer)
  expect(found({ carrier_codes: ['city_van', 'dhl', undefined], service_codes: ['x'] })).toEqual([
    ...['/dispatch/carrier_codes/1', '/dispatch/service_codes/0'],
  ])
  for (const none of [null, undefined, {}, { carrier_codes: [undefined] }]) expect(found(none)).toEqual([])
})
