/** On-demand shipments with limits for the search for a courier. */
import { descriptorsFor } from '@waybill/carriers/registry'
import { newId } from '@waybill/contracts/ids'
import { aDropoffAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aMerchant, aRunningService, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService({ simulatorUrl: 'http://127.0.0.1:9' })

/** The carriers at which merchants have accounts. */
const real = descriptorsFor({}).map(({ carrierCode }) => carrierCode)
const onDemand = { onDemand: true }
const noLimits = {
  max_total_amount: null,
  currency: null,
  carrier_codes: null,
  service_codes: null,
  carried_by: null,
  deliver_by: null,
  max_attempts: 5,
  window_minutes: 10,
  pickup_late_after_minutes: null,
}

test('the limits are kept with the shipment and shown, with their defaults', async () => {
  const merchant = aMerchant(service)
  const dispatch = { max_total_amount: 30, service_codes: ['swift_now'], window_minutes: 20 }
  const shipment = await merchant.created(aShipmentDocument({ dispatch }), onDemand)
  const kept = { ...noLimits, ...dispatch, max_total_amount: '30.00', currency: 'GBP' }
  expect(shipment.dispatch).toEqual(kept)
  expect((await merchant.get(shipment.shipment_id)).dispatch).toEqual(kept)
  expect((await merchant.find(shipment.shipment_id)).dispatch).toMatchObject({ currency: 'GBP', window_minutes: 20 })
})

test('without limits an on-demand shipment has the defaults, and another shipment has none', async () => {
  const merchant = aMerchant(service)
  expect((await merchant.created(undefined, onDemand)).dispatch).toEqual(noLimits)
  expect((await merchant.created()).dispatch).toBeNull()
  await expect(merchant.created(aShipmentDocument({ dispatch: {} }))).rejects.toMatchObject({
    details: [expect.objectContaining({ field: 'dispatch', code: 'not_allowed' })],
  })
})

test.for([
  ['1,000 kg', { parcels: [aParcelDocument({ weight_kg: 1000 })] }, 'too_heavy'],
  [
    'London to Edinburgh',
    { dropoff_address: aDropoffAddress({ city: 'Edinburgh', latitude: 55.9533, longitude: -3.1883 }) },
    'too_far',
  ],
  [
    'London to Berlin',
    { dropoff_address: aDropoffAddress({ city: 'Berlin', country: 'DE', latitude: 52.52, longitude: 13.405 }) },
    'too_far',
  ],
] as const)('%s is refused at once with the limits of every courier', async ([, changes, code]) => {
  const merchant = aMerchant(service)
  const refused = merchant.create(aShipmentDocument(changes), onDemand)
  await expect(refused).rejects.toMatchObject({
    code: 'dispatch_not_served',
    meta: {
      messages: expect.arrayContaining([
        expect.objectContaining({ service_code: 'swift_now' }),
        expect.objectContaining({ service_code: 'van_same_day', code }),
        expect.objectContaining({ service_code: 'doordash_drive_courier', code: 'no_coverage' }),
        expect.objectContaining({ service_code: 'uber_direct_courier' }),
      ]),
    },
  })
})

test('unknown carriers are named beside what else is wrong with the document', async () => {
  const dispatch = { carrier_codes: ['dhl'], window_minutes: 500 }
  const refused = aMerchant(service).created(aShipmentDocument({ merchant_order_ref: '', dispatch }), onDemand)
  await expect(refused).rejects.toMatchObject({
    code: 'validation_error',
    details: ['merchant_order_ref', 'dispatch.window_minutes', 'dispatch.carrier_codes[0]'].map((field) => ({ field })),
  })
})

test('unknown carriers are refused with the known ones', async () => {
  const refused = aMerchant(service).create(aShipmentDocument({ dispatch: { carrier_codes: ['dhl'] } }), onDemand)
  await expect(refused).rejects.toMatchObject({
    message: `dispatch.carrier_codes[0] must be one of swift_courier, city_van, eco_parcel, ${real.join(', ')}.`,
  })
})

test('a repeat gets the first answer although the carrier has been disconnected since', async () => {
  const document = aShipmentDocument({ dispatch: { carrier_codes: ['swift_courier'] } })
  const key = newId('op')
  const before = await aRunningService({ simulatorUrl: 'http://127.0.0.1:9' })
  const first = await aMerchant(before, 'env_1').create(document, { ...onDemand, key })
  const after = await aRunningService({ simulatorUrl: null }, { ...before.database, drop: async () => {} })
  const repeated = await aMerchant(after, 'env_1').create(document, { ...onDemand, key })
  expect(repeated.body.toString()).toBe(first.body.toString())
  await after.stop()
  await before.stop()
})

test('a later date without a time is refused, but a repeat of a request that was accepted gets its answer', async () => {
  const merchant = aMerchant(service)
  const later = Date.now() + 5 * 86_400_000
  const document = aShipmentDocument({ collection_date: new Date(later).toISOString().slice(0, 10) })
  const refusal = { details: [expect.objectContaining({ field: 'collection_date', code: 'time_required' })] }
  await expect(merchant.create(document, { ...onDemand, key: 'new' })).rejects.toMatchObject(refusal)
  vi.useFakeTimers({ toFake: ['Date'], now: later })
  onTestFinished(() => void vi.useRealTimers())
  const first = await merchant.create(document, { ...onDemand, key: 'again' })
  vi.useRealTimers()
  const repeated = await merchant.create(document, { ...onDemand, key: 'again' })
  expect(repeated.body.toString()).toBe(first.body.toString())
})

test.for(['uber_direct', 'easypost'])(
  'a search can be limited to %s, at which merchants have accounts',
  async (code) => {
    const dispatch = { carrier_codes: [code] }
    for (const livemode of [false, true]) {
      const created = await aMerchant(service).created(aShipmentDocument({ dispatch }), { ...onDemand, livemode })
      expect(created.dispatch).toMatchObject(dispatch)
    }
  },
)

test('a live environment has no simulated couriers, but may have accounts with others', async () => {
  const merchant = aMerchant(service)
  const live = { ...onDemand, livemode: true }
  await expect(
    merchant.create(aShipmentDocument({ dispatch: { carrier_codes: ['swift_courier'] } }), live),
  ).rejects.toMatchObject({ message: `dispatch.carrier_codes[0] must be one of ${real.join(', ')}.` })
  expect(await merchant.created(undefined, live)).toMatchObject({ status: 'in_transit' })
  const heavy = aShipmentDocument({ parcels: [aParcelDocument({ weight_kg: 1000 })] })
  await expect(merchant.create(heavy, live)).rejects.toMatchObject({
    code: 'dispatch_not_served',
    meta: {
      messages: expect.arrayContaining([
        expect.objectContaining({ service_code: 'uber_direct_courier', code: 'too_heavy' }),
      ]),
    },
  })
})
