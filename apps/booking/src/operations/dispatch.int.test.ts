/** Dispatch of on-demand shipments: one carrier after another until one accepts or the window ends. */
import type { PublicShipment } from '@waybill/contracts/shipment'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type BookingSystem, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, type Merchant } from '../testing/merchant-calls.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 120_000)
afterAll(async () => {
  await system?.stop()
})

/** A shipment that every carrier, or the given ones, refuse. */
const refusedBy = (...carrierCodes: string[]) => ({
  parcels: [
    {
      title: carrierCodes.map((code) => `SIM-REFUSE:${code}`).join(' ') || 'SIM-REFUSE',
      weight_kg: 1,
      length_cm: 10,
      width_cm: 10,
      height_cm: 10,
    },
  ],
})

const letTimePass = () =>
  sql`update operation set next_attempt_at = now(), lease_until = now() where state = 'open'`.execute(system.db)

const dispatched = (merchant: Merchant, { shipment_id }: PublicShipment) =>
  eventually(
    async () => {
      const { booking_id } = await merchant.shipment(shipment_id)
      if (booking_id === null) throw new Error('the shipment shows no booking')
      return await merchant.booking(booking_id)
    },
    { timeoutMs: 20_000 },
  )

const bookingsOf = ({ shipment_id }: PublicShipment) =>
  system.db
    .selectFrom('booking')
    .select(['booking_id', 'status', 'carrier_code'])
    .where('shipment_id', '=', shipment_id)
    .orderBy('created_at')
    .execute()

test('books the carrier with the earliest arrival', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow()
  expect(shipment).toMatchObject({ status: 'in_transit', metadata: { mode: 'on_demand', priority: 'high' } })
  const shown = await dispatched(merchant, shipment)
  expect(shown).toMatchObject({ status: 'assigned', carrier_code: 'swift_courier' })
  expect(await merchant.jobs(shipment.shipment_id)).toHaveLength(1)
  expect(await merchant.readQuote(await quoteIdOf(shown.booking_id))).toMatchObject({
    status: 'accepted',
    selected_option: { carrier_code: 'swift_courier' },
  })
  await booking.stop()
})

const quoteIdOf = async (bookingId: string): Promise<string> => {
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
  const shipment = await merchant.shipNow(refusedBy('swift_courier'))
  const shown = await dispatched(merchant, shipment)
  expect(shown).toMatchObject({ status: 'assigned', carrier_code: 'city_van' })
  expect(await bookingsOf(shipment)).toHaveLength(1)
  expect(await merchant.jobs(shipment.shipment_id)).toHaveLength(1)
  expect(await merchant.events(shown.booking_id)).toEqual([
    'booking.created',
    'booking.updated',
    'booking.updated',
    'booking.driver_assigned',
  ])
  await booking.stop()
})

test('fails the shipment if no carrier accepted before the window ends', async () => {
  const booking = await system.start({ dispatchWindowMs: 1_500 })
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow(refusedBy())
  await eventually(
    async () => {
      expect(await merchant.shipment(shipment.shipment_id)).toMatchObject({
        status: 'failed',
        failure_reason: 'no_courier_available',
      })
    },
    { timeoutMs: 20_000 },
  )
  expect(await bookingsOf(shipment)).toMatchObject([{ status: 'failed' }])
  expect(await merchant.jobs(shipment.shipment_id)).toEqual([])
  await booking.stop()
})

/** The shipment's dispatch, once it waits for its next round after `rounds`. */
const waiting = ({ shipment_id }: PublicShipment, rounds: number) =>
  eventually(
    async () => {
      const operation = await system.db
        .selectFrom('operation')
        .select(['desired', sql<number>`extract(epoch from next_attempt_at - now())::float8`.as('dueInSeconds')])
        .where('shipment_id', '=', shipment_id)
        .executeTakeFirstOrThrow()
      expect(operation.desired).toMatchObject({ rounds })
      expect(operation.dueInSeconds).toBeGreaterThan(0)
      return operation
    },
    { timeoutMs: 20_000 },
  )

test('each round without a courier lengthens the pause, across processes, and supersedes the quote before', async () => {
  let booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow(refusedBy())
  for (let round = 1; round <= 4; round++) {
    await waiting(shipment, round)
    await booking.stop()
    await letTimePass()
    booking = await system.start()
  }
  // 60 s less 20 % jitter; the first pause is 5 s.
  expect((await waiting(shipment, 5)).dueInSeconds).toBeGreaterThan(20)
  await booking.stop()
  const quotes = await merchant.quotes(shipment.shipment_id)
  expect(quotes.map(({ status }) => status)).toEqual(['pending', ...Array(4).fill('superseded')])
})

test('a process whose clock is past the end of the window still pauses between rounds', async () => {
  const booking = await system.start({ dispatchWindowMs: 20_000 })
  const merchant = aMerchant(system, booking)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25_000, shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const shipment = await merchant.shipNow(refusedBy())
  // 5 s less 20 % jitter.
  expect((await waiting(shipment, 1)).dueInSeconds).toBeGreaterThan(2)
  vi.useRealTimers()
  expect((await merchant.cancel(shipment.shipment_id)).status).toBe(200)
  await booking.stop()
})

test('a shipment cancelled during the search gets no courier', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow(refusedBy())
  await eventually(async () => expect(await bookingsOf(shipment)).toHaveLength(1), { timeoutMs: 20_000 })
  expect((await merchant.cancel(shipment.shipment_id)).status).toBe(200)
  expect(await merchant.shipment(shipment.shipment_id)).toMatchObject({
    status: 'cancelled',
    booking_id: null,
    cancellation_requested_at: null,
  })
  expect(await bookingsOf(shipment)).toMatchObject([{ status: 'cancelled' }])
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
    { timeoutMs: 20_000 },
  )
  expect(second.status).toBe('assigned')
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
  await eventually(() => expect(alive).toBe(false), { timeoutMs: 20_000 })
  await doomed.stop()

  await letTimePass()
  const next = await system.start()
  const merchant = aMerchant(system, next, before.environmentId)
  await eventually(async () => expect(await dispatched(merchant, shipment)).toMatchObject({ status: 'assigned' }))
  expect(await merchant.jobs(shipment.shipment_id)).toHaveLength(1)
  expect(await bookingsOf(shipment)).toHaveLength(1)
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
