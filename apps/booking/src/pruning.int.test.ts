/** The record of a command outlives the day that records are kept for, while its operation is under way. */
import { pruneDeadOperations } from '@waybill/chassis/idempotency/pruning'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOpenOperations } from './repository/operations.ts'
import { aBookingSystem, type BookingSystem } from './testing/a-booking-system.ts'
import { aMerchant } from './testing/a-merchant.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await aBookingSystem()
}, 120_000)
afterAll(async () => {
  await system?.stop()
})

test('a booking that is in doubt for days keeps its key; once it has ended the key goes', async () => {
  const silent = system.impatient({ bookRecovery: { kind: 'none' } })
  const booking = await system.start({ carriers: silent })
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  expect(await merchant.book(shipmentId, optionId, { key: 'doubtful' })).toMatchObject({ status: 202 })
  await booking.stop()

  await sql`update idempotency_record set created_at = now() - interval '3 days'`.execute(system.db)
  expect(await pruneDeadOperations(system.db, findOpenOperations)).toBe(0)
  await sql`update operation set state = 'ended', outcome = '{"kind": "done"}'`.execute(system.db)
  expect(await pruneDeadOperations(system.db, findOpenOperations)).toBe(1)
})
