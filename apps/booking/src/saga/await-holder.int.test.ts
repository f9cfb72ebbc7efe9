/** Cancellations of a shipment that another operation holds: they poll with backoff and are woken at its end. */
import { transact } from '@waybill/chassis/postgres/database'
import type { AppError } from '@waybill/contracts/app-error'
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { anAddress } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDispatch } from '../operations/operation.ts'
import { insertOperation } from '../operations/repository.ts'
import { type BookingSystem, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData, type Merchant } from '../testing/merchant-calls.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
afterAll(async () => {
  await system?.stop()
})

const readCancellations = (shipmentId: string) =>
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
    .where('lease_until', 'is', null)
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
      const waiting = await readCancellations(shipmentId)
      if (waiting.some(({ attempts }) => attempts < 7)) await makeDue(shipmentId, 'cancel')
      for (const { attempts, dueInSeconds } of waiting) {
        expect(attempts).toBeGreaterThanOrEqual(7)
        // A minute less 50 % jitter.
        expect(dueInSeconds).toBeGreaterThan(20)
      }
    },
    { timeoutMs: 60_000 },
  )

  await system.simulator('DELETE', '/faults')
  await eventually(async () => {
    await makeDue(shipmentId, 'book')
    expect(await readCancellations(shipmentId)).toMatchObject([{ state: 'ended' }, { state: 'ended' }])
  })
  expect(getData(await merchant.cancel(shipmentId, { key: 'two' }))).toMatchObject({ status: 'cancelled' })
  for (const job of await merchant.jobs(shipmentId)) expect(job).toMatchObject({ code: 'CANCELLED' })
  await booking.stop()
})

test('the first answer to a cancellation that waited for another operation is not a replay', async () => {
  const cancelled = Promise.withResolvers<void>()
  const booking = await system.start({
    async onStep(name) {
      if (name === 'cancel.await_holder') cancelled.resolve()
      if (name === 'book.settle') await cancelled.promise
    },
  })
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const booked = merchant.book(shipmentId, optionId).catch((error: AppError) => error.code)
  await eventually(async () => expect(await merchant.heldShipment(shipmentId)).toMatchObject({ claimKind: 'book' }))
  expect(await merchant.cancel(shipmentId)).toMatchObject({ status: 200, replayed: false })
  expect(await booked).toBe('shipment_not_bookable')
  await booking.stop()
})

test('an on-demand shipment is cancelled before the event that requests its dispatch has arrived', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const held = await system.db.startTransaction().execute()
  let shipmentId: string
  try {
    await sql`lock table inbox in exclusive mode`.execute(held)
    const shipment = await merchant.shipNow()
    shipmentId = shipment.shipment_id
    expect(getData(await merchant.cancel(shipmentId))).toMatchObject({ status: 'cancelled' })
  } finally {
    await held.rollback().execute()
  }
  await eventually(async () => {
    const applied = system.db
      .selectFrom('inbox')
      .select('event_id')
      .where('environment_id', '=', merchant.environmentId)
    expect((await applied.execute()).length).toBeGreaterThan(0)
    const open = system.db.selectFrom('operation').select('op_id').where('shipment_id', '=', shipmentId)
    expect(await open.where('state', '=', 'open').execute()).toEqual([])
  })
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'cancelled' })
  expect(await merchant.jobs(shipmentId)).toEqual([])
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
    expect(await readCancellations(shipmentId)).toMatchObject([{ state: 'open', step: 'await_holder', attempts: 10 }])
  })
  gate.resolve()
  await eventually(async () => expect(await readCancellations(shipmentId)).toMatchObject([{ state: 'ended' }]))
  await booking.stop()
})

/** Books a shipment, and lets the courier collect it: its carrier refuses to cancel. */
async function collected(merchant: Merchant) {
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  return {
    shipmentId,
    async collect(given?: { timeoutMs: number }) {
      await merchant.advance(shipmentId, { status: 'picked_up' }, given)
      await eventually(async () => expect((await merchant.booking(bookingId)).status).toBe('picked_up'))
    },
  }
}

const readOpenOperations = (shipmentId: string) =>
  system.db
    .selectFrom('operation')
    .select(['kind', 'step'])
    .where('shipment_id', '=', shipmentId)
    .where('state', '=', 'open')
    .execute()

test('a cancellation waits for an expiry whose event has not arrived, and is refused with it', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const { shipmentId, collect } = await collected(merchant)
  const held = await system.db.startTransaction().execute()
  try {
    await sql`lock table inbox in exclusive mode`.execute(held)
    await system.expireShipment(shipmentId, 15)
    await eventually(
      async () => expect(await merchant.heldShipment(shipmentId)).toMatchObject({ claimKind: 'expire' }),
      { timeoutMs: 60_000 },
    )
    await expect(collect({ timeoutMs: 2_000 })).rejects.toMatchObject({ code: 'upstream_timeout' }) // until the shipment shows it
    await expect(merchant.cancel(shipmentId, { key: 'k', timeoutMs: 2_000 })).rejects.toMatchObject(unanswered)
    expect(await readOpenOperations(shipmentId)).toEqual([{ kind: 'cancel', step: 'await_holder' }])
  } finally {
    await held.rollback().execute()
  }
  await eventually(
    async () => {
      await makeDue(shipmentId, 'cancel')
      expect(await readOpenOperations(shipmentId)).toEqual([])
    },
    { timeoutMs: 60_000 },
  )
  expect(await merchant.heldShipment(shipmentId)).toMatchObject({ claimId: null, cancelRequested: false })
  await expect(merchant.cancel(shipmentId, { key: 'k' })).resolves.toMatchObject({ status: 409 })
  await booking.stop()
})

test('a dispatch whose cancellation was refused gives the shipment back instead of asking the carrier again', async () => {
  const undone: string[] = []
  const booking = await system.start({
    async onStep(name, { shipmentId }) {
      if (name === 'dispatch.undo') undone.push(shipmentId)
      if (undone.length > 5) throw new Error('the dispatch undoes again and again')
    },
  })
  const merchant = aMerchant(system, booking)
  const { environmentId } = merchant
  const { shipmentId, collect } = await collected(merchant)
  await collect()
  const context = { environment_id: environmentId, merchant_id: 'mer_1', request_id: newId('req') }
  const claimId = newId('op')
  const document = Buffer.from(JSON.stringify({ pickup_address: { ...anAddress(), phone: '+447700900999' } }))
  const claim = { context, shipment_id: shipmentId, claim_id: claimId, kind: 'UPDATE', document } as const
  expect(await system.shipments.Claim(claim)).toMatchObject({ outcome: 'HELD' })
  await expect(merchant.cancel(shipmentId, { key: 'k', timeoutMs: 1_500 })).rejects.toMatchObject(unanswered)
  const untilAt = new Date(Date.now() + 60_000)
  const owner = { merchantId: 'mer_1', livemode: false, requestId: null }
  const dispatch = newDispatch({
    environmentId,
    shipmentId,
    claimId,
    untilAt,
    context: { ...owner, idempotencyKey: null, ifMatch: null, traceparent: null },
  })
  await transact(system.db, (trx) => insertOperation(trx, dispatch))
  await eventually(
    async () => {
      await makeDue(shipmentId, 'cancel')
      expect(await readOpenOperations(shipmentId)).toEqual([])
    },
    { timeoutMs: 60_000 },
  )
  expect(undone).toEqual([shipmentId])
  expect(await merchant.heldShipment(shipmentId)).toMatchObject({ claimId: null, cancelRequested: false })
  await booking.stop()
})
