/** An Idempotency-Key of a command: one operation, one answer, for every call that sends it. */
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
afterAll(async () => {
  await system?.stop()
})

test('calls with one key at one time get the answer of one operation, over two processes', async () => {
  const [one, other] = [await system.start(), await system.start()]
  const merchant = aMerchant(system, one)
  const beside = aMerchant(system, other, merchant.environmentId)
  const { shipmentId, optionId } = await merchant.offer()
  const calls = [merchant, beside, merchant, beside].map((from) => from.book(shipmentId, optionId, { key: 'k' }))
  const answers = await Promise.all(calls)
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
  await one.stop()
  await other.stop()
})

test('a repeat waits for the operation of a process that died, and gets its answer', async () => {
  const doomed = await system.start({
    onStep(name) {
      if (name === 'book.call') throw new Error('killed')
    },
  })
  const before = aMerchant(system, doomed)
  const { shipmentId, optionId } = await before.offer()
  expect(await before.book(shipmentId, optionId, { key: 'k' })).toMatchObject({ status: 202 })
  await doomed.stop()

  const next = await system.start()
  const merchant = aMerchant(system, next, before.environmentId)
  const repeat = merchant.book(shipmentId, optionId, { key: 'k' })
  const ended = sql`update operation set lease_until = now() where shipment_id = ${shipmentId}`
  await ended.execute(system.db)
  expect(await repeat).toMatchObject({ status: 201 })
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
  await next.stop()
})

test('a repeat after a process died once the carrier had accepted is answered 201, not 202', async () => {
  const doomed = await system.start({
    onStep(name) {
      if (name === 'book.settle') throw new Error('killed')
    },
  })
  const merchant = aMerchant(system, doomed)
  const { shipmentId, optionId } = await merchant.offer()
  for (const given of [{ key: 'k' }, { key: 'k', timeoutMs: 1_500 }]) {
    const answer = await merchant.book(shipmentId, optionId, given)
    expect([answer.status, getData<PublicBooking>(answer).status]).toEqual([201, 'assigned'])
    expect(answer.replayed).toBe(false)
  }
  await doomed.stop()
})

test('repeats of calls that found a pending booking get the booking as it is by then', async () => {
  const booking = await system.start({ carriers: system.withShortTimeouts() })
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', '500', 1_000)
  const book = async (key: string) => {
    const answer = await merchant.book(shipmentId, optionId, { key })
    return [answer.status, getData<PublicBooking>(answer).status, answer.replayed]
  }
  expect(await book('first')).toEqual([202, 'pending', false])
  expect(await book('second')).toEqual([202, 'pending', false])
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  await eventually(async () => expect(await merchant.shipment(shipmentId)).toMatchObject({ booking_id }))
  await system.simulator('DELETE', '/faults')
  await eventually(async () => {
    await sql`update operation set next_attempt_at = now() where shipment_id = ${shipmentId} and lease_until is null`.execute(
      system.db,
    )
    expect((await merchant.advance(shipmentId, { status: 'delivered' })).status).toBe(200)
  })
  expect(await book('first')).toEqual([201, 'delivered', false])
  expect(await book('second')).toEqual([201, 'delivered', false])
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
  await booking.stop()
})

test('an open operation has one lease, and its key none', async () => {
  const booking = await system.start({
    async onStep(name, { environmentId }) {
      if (name !== 'book.call') return
      const { rows } = await sql`
        select record.lease_id as record_lease, operation.lease_until > now() as operation_leased
        from idempotency_record record join operation using (environment_id, op_id)
        where environment_id = ${environmentId}`.execute(system.db)
      expect(rows).toEqual([{ record_lease: null, operation_leased: true }])
    },
  })
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  expect(await merchant.book(shipmentId, optionId, { key: 'k' })).toMatchObject({ status: 201 })
  await booking.stop()
})
