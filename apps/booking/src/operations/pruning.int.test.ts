/** Retention of operations and of idempotency records, which an open operation keeps. */
import { pruneDeadOperations } from '@waybill/chassis/idempotency/pruning'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant } from '../testing/merchant-calls.ts'
import { findOpenOperations, pruneOperations } from './pruning-repository.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
afterAll(async () => {
  await system?.stop()
})

test('a booking in doubt for days keeps its Idempotency-Key until it has ended', async () => {
  const silent = system.withShortTimeouts({ bookRecovery: { kind: 'none' } })
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

test('deletes an operation 30 days after its end, later if exchanges are kept longer; never an open one', async () => {
  const silent = system.withShortTimeouts({ bookRecovery: { kind: 'none' } })
  const first = await system.start({ carriers: silent })
  const merchant = aMerchant(system, first)
  const [ended, doubtful] = [await merchant.offer(), await merchant.offer()]
  expect(await merchant.book(ended.shipmentId, ended.optionId)).toMatchObject({ status: 201 })
  await merchant.fault('book', 'timeout_after_success')
  expect(await merchant.book(doubtful.shipmentId, doubtful.optionId)).toMatchObject({ status: 202 })
  await first.stop()
  const left = async () => {
    const ofMerchant = system.db.selectFrom('operation').where('environment_id', '=', merchant.environmentId)
    return (await ofMerchant.select('shipment_id').execute()).map(({ shipment_id }) => shipment_id)
  }

  await sql`
    update operation set created_at = created_at - interval '31 days', ended_at = ended_at - interval '31 days'
  `.execute(system.db)
  expect(await pruneOperations(system.db, 60)).toBe(0)
  expect((await left()).toSorted()).toEqual([ended.shipmentId, doubtful.shipmentId].toSorted())
  const second = await system.start({ carriers: silent })
  await eventually(async () => expect(await left()).toEqual([doubtful.shipmentId]))
  await second.stop()
})
