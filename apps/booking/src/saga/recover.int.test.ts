/** Lost answers and dead processes: each booking still has exactly one job. */
import { transact } from '@waybill/chassis/postgres/database'
import type { AppError } from '@waybill/contracts/app-error'
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOperation, insertOperation } from '../operations/repository.ts'
import { type BookingSystem, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData, type Merchant } from '../testing/merchant-calls.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
afterAll(async () => {
  await system?.stop()
})

/** Ends the lease of a dead process. */
async function letLeasesRunOut(): Promise<void> {
  await sql`update operation set lease_until = now(), next_attempt_at = now() where state = 'open'`.execute(system.db)
}

const readBooking = async (merchant: Merchant, shipmentId: string): Promise<PublicBooking> => {
  const { booking_id } = await merchant.shipment(shipmentId)
  if (booking_id === null) throw new Error('the shipment shows no booking')
  return await merchant.booking(booking_id)
}

test('answers 202 for a lost answer, then asks the carrier and finds one job', async () => {
  const booking = await system.start({ carriers: system.withShortTimeouts() })
  const merchant = aMerchant(system, booking)
  const { shipmentId, quoteId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  const answer = await merchant.book(shipmentId, optionId, { key: 'lost' })
  expect(answer.status).toBe(202)
  const pending = getData<PublicBooking>(answer)
  expect(pending).toMatchObject({ status: 'pending', carrier_job_id: null, driver: null, label_url: null })

  // The shipment is still held; a retry with the same key returns the present state.
  await expect(merchant.book(shipmentId, optionId)).resolves.toMatchObject({ status: 202 })
  const settled = await eventually(async () => {
    const shown = await readBooking(merchant, shipmentId)
    expect(shown).toMatchObject({ booking_id: pending.booking_id, status: 'assigned' })
    return shown
  })
  expect(settled.driver).not.toBeNull()
  const again = await eventually(async () => {
    const repeat = await merchant.book(shipmentId, optionId, { key: 'lost' })
    expect(repeat.status).toBe(201)
    return repeat
  })
  expect(getData<PublicBooking>(again).booking_id).toBe(pending.booking_id)
  expect(await merchant.readQuote(quoteId)).toMatchObject({ status: 'accepted' })
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
  await booking.stop()
})

test('an operation at a step that only a later version knows is left to a process of that version', async () => {
  const booking = await system.start()
  const merchant = aMerchant(system, booking)
  const { shipmentId } = await merchant.offer()
  const { environment_id: environmentId, merchant_id: merchantId } = await merchant.shipment(shipmentId)
  const [opId, later] = [newId('op'), newId('op')]
  const cancel = {
    environmentId,
    kind: 'cancel' as const,
    shipmentId,
    desired: { reasonCode: 'changed_mind', reasonNote: null, doubt: null, bookingId: null },
    context: { merchantId, livemode: false, requestId: null, idempotencyKey: null, ifMatch: null, traceparent: null },
  }
  await transact(system.db, (trx) =>
    insertOperation(trx, { ...cancel, opId, claimId: opId, step: 'consider' as 'claim' }),
  )
  await transact(system.db, (trx) => insertOperation(trx, { ...cancel, opId: later, claimId: later, step: 'claim' }))
  const find = (id: string) =>
    system.db
      .selectFrom('operation')
      .select(['state', 'attempts', 'lease_id'])
      .where('op_id', '=', id)
      .executeTakeFirst()
  await eventually(async () => expect(await find(later)).toMatchObject({ state: 'ended' }))
  expect(await find(opId)).toEqual({ state: 'open', attempts: 0, lease_id: null })
  await expect(findOperation(system.db, environmentId, opId)).rejects.toMatchObject({
    code: 'upstream_timeout',
  })
  await sql`update operation set state = 'ended', outcome = '{"kind": "done"}' where op_id = ${opId}`.execute(system.db)
  await booking.stop()
})

test('a carrier without idempotency keys is looked up: "not found" twice after its settle time frees the shipment', async () => {
  const recovery = { kind: 'lookup_by_reference', settleMs: 200 } as const
  const booking = await system.start({ carriers: system.withShortTimeouts({ bookRecovery: recovery }) })
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout')
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  await eventually(async () => {
    await system.db
      .updateTable('operation')
      .set({ next_attempt_at: new Date(0) })
      .where('state', '=', 'open')
      .execute()
    expect(await merchant.booking(booking_id)).toMatchObject({ status: 'failed', failure_reason: 'never_arrived' })
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
  })
  expect(await merchant.jobs(shipmentId)).toEqual([])
  expect((await merchant.book(shipmentId, optionId)).status).toBe(201)
  await booking.stop()
})

test('without a lookup, the booking stays pending until a call-back names the job', async () => {
  const booking = await system.start({ carriers: system.withShortTimeouts({ bookRecovery: { kind: 'none' } }) })
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  await letLeasesRunOut()
  await eventually(async () => {
    const { attempts } = await system.db
      .selectFrom('operation')
      .select('attempts')
      .where('booking_id', '=', booking_id)
      .executeTakeFirstOrThrow()
    expect(attempts).toBeGreaterThanOrEqual(1)
  })
  expect(await merchant.booking(booking_id)).toMatchObject({ status: 'pending' })
  const [job] = await merchant.jobs(shipmentId)
  const facts = await merchant.report('city_van', { id: 'f1', job_id: job?.id, reference: job?.reference })
  expect(facts).toBe(1)
  await eventually(async () => {
    expect(await merchant.booking(booking_id)).toMatchObject({ status: 'en_route_to_pickup', carrier_job_id: job?.id })
    expect(await merchant.shipment(shipmentId)).toMatchObject({ booking_id })
  })
  await booking.stop()
})

/** Stops the process at a step. */
function dyingAt(fatal: string) {
  let alive = true
  return (name: string) => {
    if (name === fatal) alive = false
    if (!alive) throw new Error('killed')
  }
}

const bookSteps = ['claim', 'claim:called', 'call', 'call:called', 'settle', 'settle:called', 'finish', 'finish:called']

test.each(bookSteps)('a process that dies at book.%s leaves one job and an answer', async (step) => {
  const doomed = await system.start({ onStep: dyingAt(`book.${step}`) })
  const before = aMerchant(system, doomed)
  const { shipmentId, quoteId, optionId } = await before.offer()
  const answer = await before.book(shipmentId, optionId, { key: 'k' }).catch((error: AppError) => error.code)
  if (typeof answer === 'string') expect(answer).toBe('upstream_timeout')
  else expect(answer.status).toBe(getData<PublicBooking>(answer).status === 'pending' ? 202 : 201)
  await doomed.stop()

  await letLeasesRunOut()
  const next = await system.start()
  const merchant = aMerchant(system, next, before.environmentId)
  await eventually(async () => {
    expect(await readBooking(merchant, shipmentId)).toMatchObject({ status: 'assigned' })
    const { status, body } = await merchant.book(shipmentId, optionId, { key: 'k' })
    expect(status).toBe(201)
    expect(JSON.parse(body.toString()).data.shipment.booking_id).not.toBeNull()
  })
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
  expect(await merchant.readQuote(quoteId)).toMatchObject({ status: 'accepted' })
  await next.stop()
})

const draftSteps = ['draft', 'draft:called', 'draft:committed', 'call', 'call:called']

test.each(draftSteps)('a process that dies at book.%s of a carrier with drafts leaves one job', async (step) => {
  const doomed = await system.start({ onStep: dyingAt(`book.${step}`) })
  const before = aMerchant(system, doomed)
  const { shipmentId, optionId } = await before.offer('eco_parcel')
  const given = { key: 'k', timeoutMs: 3_000 }
  const answer = await before.book(shipmentId, optionId, given).catch((error: AppError) => error.code)
  if (typeof answer === 'string') expect(answer).toBe('upstream_timeout')
  else expect(answer.status).toBe(getData<PublicBooking>(answer).status === 'pending' ? 202 : 201)
  await doomed.stop()
  const committed = await readDraft(shipmentId)
  expect(committed === null).toBe(step === 'draft' || step === 'draft:called')
  expect(await before.jobs(shipmentId)).toHaveLength(step === 'call:called' ? 1 : 0)

  await letLeasesRunOut()
  const next = await system.start()
  const merchant = aMerchant(system, next, before.environmentId)
  await eventually(async () => {
    expect(await readBooking(merchant, shipmentId)).toMatchObject({ status: 'assigned' })
    expect((await merchant.book(shipmentId, optionId, { key: 'k' })).status).toBe(201)
  })
  const bought = await readDraft(shipmentId)
  if (committed !== null) expect(bought).toBe(committed)
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ idempotency_key: bought }])
  await next.stop()
})

/** The draft of the shipment's attempt. */
async function readDraft(shipmentId: string): Promise<string | null> {
  const { draft_id } = await system.db
    .selectFrom('carrier_attempt')
    .innerJoin('booking', 'booking.booking_id', 'carrier_attempt.booking_id')
    .select('draft_id')
    .where('shipment_id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  return draft_id
}

test.each(['timeout', 'timeout_after_success'])(
  'a purchase that meets %s is made once, from one draft',
  async (mode) => {
    const booking = await system.start({ carriers: system.withShortTimeouts() })
    const merchant = aMerchant(system, booking)
    const { shipmentId, optionId } = await merchant.offer('eco_parcel')
    await merchant.fault('book', mode, 1, 'eco_parcel')
    expect((await merchant.book(shipmentId, optionId)).status).toBe(202)
    const draftId = await readDraft(shipmentId)
    expect(draftId).not.toBeNull()
    await eventually(async () => expect(await readBooking(merchant, shipmentId)).toMatchObject({ status: 'assigned' }))
    expect(await merchant.jobs(shipmentId)).toMatchObject([{ idempotency_key: draftId }])
    await booking.stop()
  },
)

test('a refused or unanswered draft books nothing and frees the shipment', async () => {
  const booking = await system.start({ carriers: system.withShortTimeouts() })
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer('eco_parcel')
  await merchant.fault('draft', 'refuse', 1, 'eco_parcel')
  await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({ code: 'carrier_refused' })
  await merchant.fault('draft', 'timeout_after_success', 1, 'eco_parcel')
  await expect(merchant.book(shipmentId, optionId, { key: 'k' })).rejects.toMatchObject({ code: 'carrier_unavailable' })
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
  expect(await merchant.jobs(shipmentId)).toEqual([])
  expect((await merchant.book(shipmentId, optionId, { key: 'k' })).status).toBe(201)
  expect(await merchant.jobs(shipmentId)).toHaveLength(1)
  await booking.stop()
})

const cancelSteps = ['claim', 'claim:called', 'call', 'call:called', 'settle_cancelled', 'settle_cancelled:called']

test.each(cancelSteps)('a process that dies at cancel.%s leaves no job and an answer', async (step) => {
  const doomed = await system.start({ onStep: dyingAt(`cancel.${step}`) })
  const before = aMerchant(system, doomed)
  const { shipmentId, optionId } = await before.offer()
  const { booking_id } = getData<PublicBooking>(await before.book(shipmentId, optionId))
  const code = await before.cancel(shipmentId, { key: 'k' }).catch((error: AppError) => error.code)
  expect(['upstream_timeout', 'carrier_timeout']).toContain(code)
  await doomed.stop()

  await letLeasesRunOut()
  const next = await system.start()
  const merchant = aMerchant(system, next, before.environmentId)
  await eventually(async () => {
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'cancelled' })
    expect(await merchant.cancel(shipmentId, { key: 'k' })).toMatchObject({ status: 200, replayed: true })
  })
  expect(await merchant.booking(booking_id)).toMatchObject({ status: 'cancelled', cancel_reason: 'Ordered twice' })
  expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }])
  await next.stop()
})

const updateSteps = ['claim', 'claim:called', 'call', 'call:called', 'settle', 'settle:called']

test.each(updateSteps)('a process that dies at update.%s leaves carrier and shipment agreed', async (step) => {
  const doomed = await system.start({ onStep: dyingAt(`update.${step}`) })
  const before = aMerchant(system, doomed)
  const { shipmentId, optionId } = await before.offer()
  await before.book(shipmentId, optionId)
  const patch = { dropoff_address: { address_line_1: '9 River Road' } }
  const code = await before.update(shipmentId, patch, { key: 'k' }).catch((error: AppError) => error.code)
  expect(['upstream_timeout', 'carrier_timeout']).toContain(code)
  await doomed.stop()

  await letLeasesRunOut()
  const next = await system.start()
  const merchant = aMerchant(system, next, before.environmentId)
  await eventually(async () => {
    expect(await merchant.shipment(shipmentId)).toMatchObject(patch)
    expect(await merchant.update(shipmentId, patch, { key: 'k' })).toMatchObject({ status: 200, replayed: true })
  })
  await next.stop()
})

const answered = [
  { step: 'call', carrierCode: 'city_van' },
  { step: 'draft', carrierCode: 'eco_parcel' },
]

test.each(answered)(
  'a process that lost the lease writes nothing, even after the answer to its $step',
  async ({ step, carrierCode }) => {
    const held = Promise.withResolvers<void>()
    const slow = await system.start({
      async onStep(name) {
        if (name !== `book.${step}:called`) return
        await letLeasesRunOut()
        held.resolve()
        await eventually(async () => expect(await openOperations()).toBe(0))
      },
    })
    const merchant = aMerchant(system, slow)
    const { shipmentId, optionId } = await merchant.offer(carrierCode)
    const answer = merchant.book(shipmentId, optionId, { key: 'k' })
    await held.promise
    const other = await system.start()
    const { status, body } = await answer
    // The other process has finished the operation: its answer is returned.
    expect(status).toBe(201)
    const { booking_id } = JSON.parse(body.toString()).data
    expect(await merchant.events(booking_id)).toEqual(['booking.created', 'booking.updated', 'booking.driver_assigned'])
    expect(await merchant.jobs(shipmentId)).toHaveLength(1)
    await other.stop()
    await slow.stop()
  },
)

async function openOperations(): Promise<number> {
  const open = await system.db.selectFrom('operation').select('op_id').where('state', '=', 'open').execute()
  return open.length
}
