/** How long a courier is looked for, how often carriers are asked, and what ends the search. */
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type BookingSystem, startBookingSystem } from '../testing/booking-system.ts'
import {
  declined,
  dispatched,
  endingSoon,
  letTimePass,
  readBookings,
  refusedForNow,
  titled,
  waiting,
} from '../testing/dispatch-scenarios.ts'
import { aMerchant } from '../testing/merchant-calls.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
afterAll(async () => {
  await system?.stop()
})

test('fails the shipment if no carrier accepted before the window ends', async () => {
  const { shipment, start } = await endingSoon(system, 1_500)
  const { booking, merchant } = await start()
  await eventually(
    async () => {
      expect(await merchant.shipment(shipment.shipment_id)).toMatchObject({
        status: 'failed',
        failure_reason: 'dispatch_window_over',
      })
    },
    { timeoutMs: 60_000 },
  )
  expect((await merchant.timeline(shipment.shipment_id)).at(-1)).toMatchObject({
    type: 'status_changed',
    status: 'failed',
    reason: 'dispatch_window_over',
    description: expect.stringContaining('No carrier accepted within the window'),
  })
  // None if the window ended before the first offer.
  for (const { status } of await readBookings(system, shipment)) expect(status).toBe('failed')
  expect(await merchant.jobs(shipment.shipment_id)).toEqual([])
  await booking.stop()
})

test('fails at once if every service on demand declines for good, and names who was asked', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow({
    ...titled('SIM-NOT-SERVED'),
    dispatch: { carrier_codes: ['swift_courier'] },
  })
  expect(await declined(merchant, shipment)).toEqual(['null: refused'])
  expect(await readBookings(system, shipment)).toEqual([])
  await booking.stop()
})

test('fails after the bookings that the merchant allows; refusals do not count', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow({
    ...titled('SIM-NO-COURIER:swift_courier'),
    dispatch: { service_codes: ['swift_now', 'eco_standard'], max_attempts: 1 },
  })
  const { booking_id, carrier_code } = await dispatched(merchant, shipment)
  expect(carrier_code).toBe('eco_parcel')
  await merchant.advance(shipment.shipment_id, { status: 'cancelled' })
  expect(await declined(merchant, shipment, 'dispatch_attempts_used_up')).toContain('swift_now: no_courier')
  expect((await readBookings(system, shipment)).map((one) => one.booking_id)).toEqual([booking_id])
  expect((await merchant.timeline(shipment.shipment_id)).at(-1)).toMatchObject({
    status: 'failed',
    reason: 'dispatch_attempts_used_up',
    description: expect.stringContaining('1 booking ended before the pickup'),
  })
  await booking.stop()
})

test('the merchant sets how long the search lasts', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const { dispatch } = refusedForNow
  const shipment = await merchant.shipNow({ ...refusedForNow, dispatch: { ...dispatch, window_minutes: 30 } })
  const { desired } = await waiting(system, shipment, 1)
  const untilMs = Date.parse((desired as unknown as { untilAt: string }).untilAt)
  expect(untilMs - Date.parse(shipment.created_at)).toBe(30 * 60_000)
  expect((await merchant.cancel(shipment.shipment_id)).status).toBe(200)
  await booking.stop()
})

test('each round without a courier lengthens the pause, across processes, and supersedes the quote before', async () => {
  let booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow(refusedForNow)
  for (let round = 1; round <= 4; round++) {
    await waiting(system, shipment, round)
    await booking.stop()
    await letTimePass(system)
    booking = await system.start()
  }
  // 60 s less 20 % jitter; the first pause is 5 s.
  expect((await waiting(system, shipment, 5)).dueInSeconds).toBeGreaterThan(20)
  await booking.stop()
  const quotes = await merchant.quotes(shipment.shipment_id)
  expect(quotes.map(({ status }) => status)).toEqual(['pending', ...Array(4).fill('superseded')])
})

test('a process whose clock is past the end of the window still pauses between rounds', async () => {
  const { shipment, start } = await endingSoon(system, 20_000)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25_000, shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { booking, merchant } = await start()
  // 5 s less 20 % jitter.
  expect((await waiting(system, shipment, 1)).dueInSeconds).toBeGreaterThan(2)
  vi.useRealTimers()
  expect((await merchant.cancel(shipment.shipment_id)).status).toBe(200)
  await booking.stop()
})

test('a shipment cancelled during the search gets no courier', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow(refusedForNow)
  await eventually(async () => expect(await readBookings(system, shipment)).toHaveLength(1), { timeoutMs: 60_000 })
  expect((await merchant.cancel(shipment.shipment_id)).status).toBe(200)
  expect(await merchant.shipment(shipment.shipment_id)).toMatchObject({
    status: 'cancelled',
    booking_id: null,
    cancellation_requested_at: null,
  })
  expect(await readBookings(system, shipment)).toMatchObject([{ status: 'cancelled' }])
  await booking.stop()
})

test('fails the shipment if a courier gives up after the window', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow()
  const { booking_id } = await dispatched(merchant, shipment)
  await sql`update booking set dispatch_until = now() where booking_id = ${booking_id}`.execute(system.db)
  await merchant.advance(shipment.shipment_id, { status: 'cancelled' })
  await eventually(
    async () =>
      expect(await merchant.shipment(shipment.shipment_id)).toMatchObject({
        status: 'failed',
        failure_reason: 'dispatch_window_over',
      }),
    { timeoutMs: 60_000 },
  )
  await booking.stop()
})

test('fails at once if a booking was cancelled and no other service is left, and says so', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow({ dispatch: { carrier_codes: ['swift_courier'] } })
  const { booking_id } = await dispatched(merchant, shipment)
  await merchant.cancelBooking(booking_id)
  await eventually(async () =>
    expect(await merchant.shipment(shipment.shipment_id)).toMatchObject({
      status: 'failed',
      failure_reason: 'booking_cancelled',
      booking_id: null,
    }),
  )
  expect((await merchant.timeline(shipment.shipment_id)).at(-1)).toMatchObject({
    status: 'failed',
    reason: 'booking_cancelled',
    description:
      'The search for a courier has ended. A service whose booking was cancelled is not booked again, and no other service takes the shipment.',
  })
  await booking.stop()
})

test('a booking was cancelled, and the other services decline for good: the reason is the cancellation', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const shipment = await merchant.shipNow({ ...titled('SIM-REFUSE:city_van') })
  const { booking_id, carrier_code } = await dispatched(merchant, shipment)
  expect(carrier_code).toBe('swift_courier')
  await merchant.cancelBooking(booking_id)
  expect(await declined(merchant, shipment, 'booking_cancelled')).toContain('van_same_day: refused')
  const failed = (await readBookings(system, shipment)).find(({ status }) => status === 'failed')
  expect(await merchant.booking(failed?.booking_id ?? '')).toMatchObject({
    failure_reason: 'booking_cancelled',
    shipment: { status: 'failed', failure_reason: 'booking_cancelled', booking_id: null },
  })
  await booking.stop()
})
