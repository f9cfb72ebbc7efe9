/** Cancellations of a shipment that another operation holds: they poll with backoff and are woken at its end. */
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, dataOf } from '../testing/merchant-calls.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 120_000)
afterAll(async () => {
  await system?.stop()
})

const cancellationsOf = (shipmentId: string) =>
  system.db
    .selectFrom('operation')
    .select([
      ...(['state', 'step', 'attempts'] as const),
      sql<number>`extract(epoch from next_attempt_at - now())::float8`.as('dueInSeconds'),
    ])
    .where('shipment_id', '=', shipmentId)
    .where('kind', '=', 'cancel')
    .execute()

/** Ends the pause of an operation. */
const makeDue = (shipmentId: string, kind: 'book' | 'cancel', after: { attempts?: number } = {}) =>
  system.db
    .updateTable('operation')
    .set({ next_attempt_at: sql<Date>`now()`, ...after })
    .where('shipment_id', '=', shipmentId)
    .where('kind', '=', kind)
    .where('lease_id', 'is', null)
    .execute()

/** The outcome is unknown; which of the two errors comes first depends on the machine's speed. */
const unanswered = { code: expect.stringMatching(/^(carrier|upstream)_timeout$/) }

test('cancellations that wait for a booking in doubt back off, and end at once when it does', async () => {
  const booking = await system.start({ carriers: system.withShortTimeouts() })
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', '500', 1_000)
  expect((await merchant.book(shipmentId, optionId)).status).toBe(202)
  for (const key of ['one', 'two', 'one']) {
    await expect(merchant.cancel(shipmentId, { key, timeoutMs: 1_500 })).rejects.toMatchObject(unanswered)
  }
  await eventually(
    async () => {
      const waiting = await cancellationsOf(shipmentId)
      if (waiting.some(({ attempts }) => attempts < 7)) await makeDue(shipmentId, 'cancel')
      for (const { attempts, dueInSeconds } of waiting) {
        expect(attempts).toBeGreaterThanOrEqual(7)
        // A minute less 50 % jitter.
        expect(dueInSeconds).toBeGreaterThan(20)
      }
    },
    { timeoutMs: 20_000 },
  )

  await system.simulator('DELETE', '/faults')
  await eventually(async () => {
    await makeDue(shipmentId, 'book')
    expect(await cancellationsOf(shipmentId)).toMatchObject([{ state: 'ended' }, { state: 'ended' }])
  })
  expect(dataOf(await merchant.cancel(shipmentId, { key: 'two' }))).toMatchObject({ status: 'cancelled' })
  for (const job of await merchant.jobs(shipmentId)) expect(job).toMatchObject({ code: 'CANCELLED' })
  await booking.stop()
})

test('a cancellation that reads the shipment just before its holder ends still ends at once', async () => {
  const looked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let isWaitedFor = false
  const booking = await system.start({
    carriers: system.withShortTimeouts(),
    async onStep(name) {
      if (name !== 'cancel.await_holder:called' || !isWaitedFor) return
      looked.resolve()
      await gate.promise
    },
  })
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', '500', 1_000)
  expect((await merchant.book(shipmentId, optionId)).status).toBe(202)
  await expect(merchant.cancel(shipmentId, { timeoutMs: 1_500 })).rejects.toMatchObject(unanswered)
  isWaitedFor = true
  await eventually(async () => {
    const { numUpdatedRows = 0n } = (await makeDue(shipmentId, 'cancel', { attempts: 10 }))[0] ?? {}
    expect(numUpdatedRows).toBe(1n)
  })
  await looked.promise
  await system.simulator('DELETE', '/faults')
  await eventually(async () => {
    await makeDue(shipmentId, 'book')
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'cancelled' })
    expect(await cancellationsOf(shipmentId)).toMatchObject([{ state: 'open', step: 'await_holder', attempts: 10 }])
  })
  gate.resolve()
  await eventually(async () => expect(await cancellationsOf(shipmentId)).toMatchObject([{ state: 'ended' }]))
  await booking.stop()
})
