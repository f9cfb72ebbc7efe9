/** Dispatch of on-demand shipments: which carrier is booked, also after a refusal or the death of a process. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, startBookingSystem } from '../testing/booking-system.ts'
import { declined, dispatched, letTimePass, readBookings, refusedBy } from '../testing/dispatch-scenarios.ts'
import { aMerchant } from '../testing/merchant-calls.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
afterAll(async () => {
  await system?.stop()
})

test('books the carrier with the earliest arrival', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow()
  expect(shipment).toMatchObject({ status: 'in_transit', metadata: { mode: 'on_demand', priority: 'high' } })
  const shown = await dispatched(merchant, shipment)
  expect(shown).toMatchObject({ status: 'assigned', carrier_code: 'swift_courier' })
  expect(await merchant.jobs(shipment.shipment_id)).toHaveLength(1)
  // The shipment shows its booking before the quote is accepted.
  await eventually(async () =>
    expect(await merchant.readQuote(await readQuoteId(shown.booking_id))).toMatchObject({
      status: 'accepted',
      selected_option: { carrier_code: 'swift_courier' },
    }),
  )
  await booking.stop()
})

const readQuoteId = async (bookingId: string): Promise<string> => {
  const row = await system.db
    .selectFrom('booking')
    .select('quote_id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return row.quote_id
}

test('after a refusal tries the next carrier under the same booking', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow(refusedBy('swift_courier', 'city_van'))
  const shown = await dispatched(merchant, shipment)
  expect(shown).toMatchObject({ status: 'assigned', carrier_code: 'eco_parcel' })
  expect(await readBookings(system, shipment)).toHaveLength(1)
  expect(await merchant.jobs(shipment.shipment_id)).toHaveLength(1)
  const events = await merchant.events(shown.booking_id)
  expect(events.at(0)).toBe('booking.created')
  expect(events.at(-1)).toBe('booking.driver_assigned')
  await booking.stop()
})

test('a service that is not on demand is not booked unless the merchant names it', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow({ ...refusedBy('swift_courier', 'city_van'), dispatch: {} })
  expect(await declined(merchant, shipment)).toContain('swift_now: refused')
  expect(await merchant.jobs(shipment.shipment_id)).toEqual([])
  await booking.stop()
})

test.for([
  ['too_expensive', { max_total_amount: '1.00' }],
  ['other_currency', { max_total_amount: '1000', currency: 'EUR' }],
  ['too_late', { deliver_by: new Date(Date.parse(aShipmentDocument().collection_date) + 60_000).toISOString() }],
] as const)('an offer that is %s is not booked', async ([reason, limits]) => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow({ dispatch: { ...limits, service_codes: ['swift_now'] } })
  expect(await declined(merchant, shipment)).toEqual([`swift_now: ${reason}`])
  expect(await readBookings(system, shipment)).toEqual([])
  await booking.stop()
})

test('a later collection date is the pickup time asked of the carrier', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const collection_date = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const shipment = await merchant.shipNow({ collection_date, dispatch: { service_codes: ['swift_now'] } })
  expect(shipment.status).toBe('in_transit')
  const { quote_option } = await dispatched(merchant, shipment)
  expect(Date.parse(quote_option.eta_from)).toBeGreaterThan(Date.parse(collection_date))
  expect(await merchant.jobs(shipment.shipment_id)).toMatchObject([{ ready_at: collection_date }])
  await booking.stop()
})

test('finds another courier when one gives up before pickup', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow()
  const first = await dispatched(merchant, shipment)
  await merchant.advance(shipment.shipment_id, { status: 'cancelled' })
  const second = await eventually(
    async () => {
      const shown = await dispatched(merchant, shipment)
      expect(shown.booking_id).not.toBe(first.booking_id)
      return shown
    },
    { timeoutMs: 60_000 },
  )
  expect(second).toMatchObject({ status: 'assigned', carrier_code: first.carrier_code })
  expect(await merchant.booking(first.booking_id)).toMatchObject({
    status: 'cancelled',
    cancellation_reason_code: 'cancelled_by_carrier',
  })
  expect(await merchant.shipment(shipment.shipment_id)).toMatchObject({ status: 'in_transit' })
  await booking.stop()
})

const steps = ['quote', 'quote:called', 'attempt', 'call', 'call:called', 'settle', 'settle:called', 'finish']
const deaths = [
  ...steps.map((step) => ({ step, wanted: {} })),
  // The only carrier left makes drafts.
  ...['draft', 'draft:called', 'draft:committed'].map((step) => ({
    step,
    wanted: refusedBy('swift_courier', 'city_van'),
  })),
]

test.each(deaths)('a process that dies at dispatch.$step leaves one job', async ({ step, wanted }) => {
  let alive = true
  const doomed = await system.start({
    onStep(name) {
      if (name === `dispatch.${step}`) alive = false
      if (!alive) throw new Error('killed')
    },
  })
  const before = aMerchant(system, doomed)
  const shipment = await before.shipNow(wanted)
  await eventually(() => expect(alive).toBe(false), { timeoutMs: 60_000 })
  await doomed.stop()

  await letTimePass(system)
  const next = await system.start()
  const merchant = aMerchant(system, next, before.environmentId)
  await eventually(async () => expect(await dispatched(merchant, shipment)).toMatchObject({ status: 'assigned' }))
  expect(await merchant.jobs(shipment.shipment_id)).toHaveLength(1)
  expect(await readBookings(system, shipment)).toHaveLength(1)
  await next.stop()
})

test('finds couriers while many bookings wait for a slow carrier', async () => {
  const CALLERS = 40
  const gate = Promise.withResolvers<void>()
  let waiting = 0
  const carriers = new Map(system.withShortTimeouts())
  const van = carriers.get('city_van') ?? expect.fail('there is no city_van')
  carriers.set('city_van', {
    ...van,
    async book(request, call) {
      waiting += 1
      await gate.promise
      return van.book(request, call)
    },
  })
  const booking = await system.start({ carriers })
  const merchant = aMerchant(system, booking)
  const offers = await Promise.all(Array.from({ length: CALLERS }, () => merchant.offer('city_van')))
  const answers = Promise.allSettled(offers.map(({ shipmentId, optionId }) => merchant.book(shipmentId, optionId)))
  // Dispatches of earlier tests may still be running.
  await eventually(() => expect(waiting).toBeGreaterThanOrEqual(CALLERS))
  expect(await dispatched(merchant, await merchant.shipNow())).toMatchObject({ carrier_code: 'swift_courier' })
  gate.resolve()
  await answers
  await booking.stop()
})
