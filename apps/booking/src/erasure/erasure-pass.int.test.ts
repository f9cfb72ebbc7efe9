/** Pruning of reports that no booking claimed, which no erasure of a shipment would find. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant } from '../testing/merchant-calls.ts'
import { pruneUnclaimedFacts } from './repository.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start()
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

test('deletes reports of an unknown job after 90 days and keeps those of bookings', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.book(shipmentId, optionId)
  const [job] = await merchant.jobs(shipmentId)
  await merchant.report('city_van', { id: 'f1', job_id: job?.id, reference: job?.reference })
  await merchant.report('city_van', { id: 'f2', job_id: 'job_of_nobody', reference: 'att_of_nobody' })
  expect(await pruneUnclaimedFacts(system.db, 90)).toBe(0)
  await system.db
    .updateTable('tracking_fact')
    .set({ received_at: new Date(Date.now() - 91 * 86_400_000) })
    .execute()
  expect(await pruneUnclaimedFacts(system.db, 90)).toBe(1)
  const left = await system.db.selectFrom('tracking_fact').select('carrier_job_id').execute()
  expect(left).not.toEqual([])
  expect(left.map(({ carrier_job_id }) => carrier_job_id)).not.toContain('job_of_nobody')
})
