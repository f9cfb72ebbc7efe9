/** Batches of bookings outlive the process that works on them, and book nothing twice. */
import { createHash } from 'node:crypto'
import { transact } from '@waybill/chassis/postgres/database'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import { asOwner } from '@waybill/chassis/testing/service-database'
import type { PublicBookingBatch, PublicBookingBatchItem } from '@waybill/contracts/batches/booking-batch'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { countBookingRows, writeErased } from '../erasure/repository.ts'
import { findStuckBatches } from '../stuck/queries.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'
import { insertBatch, pruneBatches } from './repository.ts'

const PATIENT = { timeoutMs: 90_000, intervalMs: 200 }

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
afterAll(async () => {
  await system?.stop()
})

interface Entry {
  shipment_id: string
  quote_option_id: string
  if_match?: string
}

function getBatches({ client }: RunningBooking, environmentId: string) {
  const context = (key: string | null, body: Buffer) =>
    contextMessage({
      ...systemContext({ environmentId, merchantId: 'mer_1', livemode: false, timeoutMs: 15_000 }),
      idempotencyKey: key,
      route: 'POST /api/v1/bookings/batch',
      bodyHash: createHash('sha256').update(body).digest('hex'),
    })
  const reading = () => context(null, Buffer.alloc(0))
  const batches = {
    async create(bookings: Entry[], key: string | null = null): Promise<PublicBookingBatch> {
      const document = Buffer.from(JSON.stringify({ bookings }))
      const answer = await client.CreateBatch({ context: context(key, document), document }, { timeoutMs: 30_000 })
      expect(answer.status).toBe(202)
      return getData(answer)
    },
    get: async (batch_id: string): Promise<PublicBookingBatch> =>
      getData(await client.GetBatch({ context: reading(), batch_id })),
    async items(batch_id: string, status = '', page = {}): Promise<PublicBookingBatchItem[]> {
      return getData(await client.ListBatchItems({ context: reading(), batch_id, status, page }))
    },
    untilCompleted: (batchId: string) =>
      eventually(async () => {
        const batch = await batches.get(batchId)
        expect(batch).toMatchObject({ status: 'completed', pending: 0 })
        return batch
      }, PATIENT),
  }
  return batches
}

async function started(options: Parameters<BookingSystem['start']>[0] = {}): Promise<RunningBooking> {
  const booking = await system.start(options)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= booking.stop()
    return stopped
  }
  onTestFinished(stop)
  return { ...booking, stop }
}

type Merchant = ReturnType<typeof aMerchant>

const offers = async (merchant: Merchant, count: number): Promise<Entry[]> => {
  const made: Entry[] = []
  for (let index = 0; index < count; index++) {
    const { shipmentId, optionId } = await merchant.offer()
    made.push({ shipment_id: shipmentId, quote_option_id: optionId })
  }
  return made
}

/** Makes the work of a process that died due at once. */
async function endLeases(environmentId: string): Promise<void> {
  for (const table of ['operation', 'booking_batch_item']) {
    await sql`update ${sql.table(table)} set lease_until = now() - interval '1 s'
      where environment_id = ${environmentId} and lease_until is not null`.execute(system.db)
  }
}

test('books each item, and says of each other one why not', async () => {
  const booking = await started()
  const merchant = aMerchant(system, booking)
  const batches = getBatches(booking, merchant.environmentId)
  const [first, second] = (await offers(merchant, 2)) as [Entry, Entry]
  const unknown = { shipment_id: first.shipment_id, quote_option_id: 'qop_unknown' }
  const mixed = { shipment_id: first.shipment_id, quote_option_id: second.quote_option_id }
  const created = await batches.create([first, unknown, mixed, second], 'k')
  expect(created).toMatchObject({ status: 'running', total: 4, pending: 4, booked: 0, failed: 0, completed_at: null })

  const ended = await batches.untilCompleted(created.batch_id)
  expect(ended).toMatchObject({ total: 4, booked: 2, failed: 2 })
  expect(ended.completed_at).not.toBeNull()
  const items = await batches.items(created.batch_id)
  expect(items.map(({ index, status, error }) => [index, status, error?.code])).toEqual([
    [0, 'booked', undefined],
    [1, 'failed', 'quote_option_not_found'],
    [2, 'failed', 'quote_mismatch'],
    [3, 'booked', undefined],
  ])
  expect(items[1]?.error).toMatchObject({
    status: 404,
    retryable: false,
    doc_url: 'https://api.example.com/docs/errors#quote_option_not_found',
  })
  for (const { shipment_id } of [first, second]) expect(await merchant.jobs(shipment_id)).toHaveLength(1)
  const { booking_id } = await merchant.shipment(first.shipment_id)
  expect(items[0]?.booking_id).toBe(booking_id)
  expect(await merchant.booking(String(booking_id))).toMatchObject({ status: 'assigned' })

  expect((await batches.items(created.batch_id, 'failed')).map(({ index }) => index)).toEqual([1, 2])
  expect((await batches.items(created.batch_id, '', { limit: 3 })).map(({ index }) => index)).toEqual([0, 1, 2])
  expect(await batches.create([first, unknown, mixed, second], 'k')).toEqual(created)
  const others = getBatches(booking, newId('env'))
  await expect(others.get(created.batch_id)).rejects.toMatchObject({ code: 'batch_not_found' })
  await expect(others.items(created.batch_id)).rejects.toMatchObject({ code: 'batch_not_found' })
}, 180_000)

test('an item with the version of its shipment fails if somebody has changed the shipment since', async () => {
  const booking = await started()
  const merchant = aMerchant(system, booking)
  const batches = getBatches(booking, merchant.environmentId)
  const [same, changed] = (await offers(merchant, 2)) as [Entry, Entry]
  const read = async ({ shipment_id }: Entry) => {
    const { etag } = await system.shipments.Get({ context: merchant.readContext(), shipment_id })
    return `"${etag}-0123456789ab"`
  }
  const entries = [
    { ...same, if_match: await read(same) },
    { ...changed, if_match: await read(changed) },
  ]
  // No carrier or label has the metadata: the offer stays valid.
  await merchant.update(changed.shipment_id, { metadata: { shelf: 'A7' } })
  const { batch_id } = await batches.create(entries)
  expect(await batches.untilCompleted(batch_id)).toMatchObject({ booked: 1, failed: 1 })
  const [first, second] = await batches.items(batch_id)
  expect(first).toMatchObject({ status: 'booked' })
  expect(second).toMatchObject({ status: 'failed', booking_id: null, error: { code: 'version_conflict', status: 412 } })
  expect(await merchant.jobs(changed.shipment_id)).toEqual([])
  await expect(batches.create([{ ...same, if_match: '4' }])).rejects.toMatchObject({ code: 'validation_error' })
}, 180_000)

test('two batches with the same option fail both if the carrier refuses it', async () => {
  const bothWait = Promise.withResolvers<void>()
  const booking = await started({
    carriers: system.withShortTimeouts(),
    async onStep(name) {
      if (name === 'book.recover') await bothWait.promise
    },
  })
  const merchant = aMerchant(system, booking)
  const batches = getBatches(booking, merchant.environmentId)
  const entries = await offers(merchant, 1)
  // The calls of a try.
  await merchant.fault('book', '500', 3)
  await merchant.fault('book', 'refuse', 1_000)
  const ids: string[] = []
  for (const _ of ['first', 'second']) {
    const { batch_id } = await batches.create(entries)
    ids.push(batch_id)
    await eventually(async () => {
      expect(await batches.items(batch_id)).toMatchObject([{ status: 'pending', booking_id: expect.any(String) }])
    }, PATIENT)
  }

  // Both are due in an hour: the end of the booking wakes them.
  await eventually(async () => {
    const { numAffectedRows } = await sql`
      update booking_batch_item set due_at = now() + interval '1 hour'
      where environment_id = ${merchant.environmentId} and lease_until is null`.execute(system.db)
    expect(numAffectedRows).toBe(2n)
  }, PATIENT)
  bothWait.resolve()
  const ended = await eventually(async () => {
    const found = (await Promise.all(ids.map((id) => batches.items(id)))).flat()
    for (const { status } of found) expect(status).not.toBe('pending')
    return found
  }, PATIENT)
  for (const item of ended) expect(item).toMatchObject({ status: 'failed', error: { code: 'carrier_refused' } })
  for (const { shipment_id } of entries) expect(await merchant.jobs(shipment_id)).toEqual([])
}, 180_000)

test.each(['book.claim', 'book.call', 'book.call:called', 'book.settle', 'book.finish'])(
  'a process that dies at %s leaves the batch to another one, which buys nothing twice',
  async (step) => {
    const reached = Promise.withResolvers<void>()
    const onStep = async (name: string) => {
      if (name !== step) return
      reached.resolve()
      await new Promise(() => {})
    }
    const dying = await started({ onStep, runsEndWithinMs: 100 })
    const merchant = aMerchant(system, dying)
    const entries = await offers(merchant, 2)
    const { batch_id } = await getBatches(dying, merchant.environmentId).create(entries)
    await reached.promise

    await dying.stop()

    await endLeases(merchant.environmentId)
    const next = await started()
    const batches = getBatches(next, merchant.environmentId)
    expect(await batches.untilCompleted(batch_id)).toMatchObject({ booked: 2 })
    for (const { shipment_id } of entries) expect(await merchant.jobs(shipment_id)).toHaveLength(1)
  },
  180_000,
)

test('an outage of the database delays a batch', async () => {
  const booking = await started()
  const merchant = aMerchant(system, booking)
  const batches = getBatches(booking, merchant.environmentId)
  const entries = await offers(merchant, 6)
  const { batch_id } = await batches.create(entries)
  await system.interruptDatabase(1_000)
  await eventually(async () => {
    expect(await batches.get(batch_id)).toMatchObject({ status: 'completed', booked: 6 })
  }, PATIENT)
  for (const { shipment_id } of entries) expect(await merchant.jobs(shipment_id)).toHaveLength(1)
}, 180_000)

test('a batch whose carrier is silent leaves room for the batch of another environment', async () => {
  const held = new Set<string>()
  const goOn = Promise.withResolvers<void>()
  let slowOperations: string[] = []
  const booking = await started({
    async onStep(name, { opId }) {
      if (name !== 'book.call' || !slowOperations.includes(opId)) return
      held.add(opId)
      await goOn.promise
    },
  })
  const slow = aMerchant(system, booking)
  const quick = aMerchant(system, booking)
  const entries = await offers(slow, 7)
  const quickEntries = await offers(quick, 2)
  const owner = { environmentId: slow.environmentId, merchantId: 'mer_1', livemode: false, requestId: 'req_1' }
  const { batchId } = await transact(system.db, async (trx) => {
    const batch = await insertBatch(trx, owner, { bookings: entries })
    const { rows } = await sql<{ op_id: string }>`
      select op_id from booking_batch_item where batch_id = ${batch.batchId}`.execute(trx)
    slowOperations = rows.map(({ op_id }) => op_id)
    return batch
  })
  /** Items in work at a moment: what is held for long loses its lease, and others take its place. */
  const countInWork = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from booking_batch_item
      where batch_id = ${batchId} and lease_until > now()`.execute(system.db)
    return rows[0]?.count
  }
  await expect.poll(() => held.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(4)
  expect(await countInWork()).toBeLessThanOrEqual(4)

  const batches = getBatches(booking, quick.environmentId)
  const { batch_id } = await batches.create(quickEntries)
  expect(await batches.untilCompleted(batch_id)).toMatchObject({ booked: 2 })
  expect(await countInWork()).toBeLessThanOrEqual(4)
  goOn.resolve()
  expect(await getBatches(booking, slow.environmentId).untilCompleted(batchId)).toMatchObject({ booked: 7 })
}, 240_000)

test('what a carrier said is erased with the shipment, and old batches are deleted once nothing is pending', async () => {
  const booking = await started()
  const merchant = aMerchant(system, booking)
  const batches = getBatches(booking, merchant.environmentId)
  const parcels = [{ title: 'SIM-REFUSE', weight_kg: 1, length_cm: 1, width_cm: 1, height_cm: 1 }]
  const { shipmentId, optionId } = await merchant.offer('city_van', { parcels })
  const [other] = (await offers(merchant, 1)) as [Entry]
  const { batch_id } = await batches.create([{ shipment_id: shipmentId, quote_option_id: optionId }, other])
  expect(await batches.untilCompleted(batch_id)).toMatchObject({ booked: 1, failed: 1 })
  const [refused] = await batches.items(batch_id)
  const countExchanges = async (id: string) =>
    (await countBookingRows(system.db, { environmentId: merchant.environmentId, shipmentId: id })).tables
      .carrier_exchange
  await eventually(async () => {
    for (const id of [shipmentId, other.shipment_id]) expect(Number(await countExchanges(id))).toBeGreaterThan(0)
  }, PATIENT)
  const { rows: exchanges } = await sql<{ request_id: string }>`
    select distinct request_id from carrier_exchange
    where environment_id = ${merchant.environmentId} and operation = 'book'`.execute(system.db)
  expect(exchanges).toHaveLength(2)
  expect(refused?.error?.code).toBe('carrier_refused')
  expect(refused?.error?.carrier?.message).not.toBe('[erased]')
  await transact(system.db, (trx) => writeErased(trx, { environmentId: merchant.environmentId, shipmentId }, []))
  const [erased] = await batches.items(batch_id)
  expect(erased?.error?.carrier?.message).toBe('[erased]')
  expect(Number(await countExchanges(shipmentId))).toBe(0)
  expect(Number(await countExchanges(other.shipment_id))).toBeGreaterThan(0)

  expect(await pruneBatches(system.db, 30)).toBe(0)
  await sql`update booking_batch set created_at = now() - interval '31 days' where batch_id = ${batch_id}`.execute(
    system.db,
  )
  // Unless the service's own pruning is first.
  await pruneBatches(system.db, 30)
  await expect(batches.get(batch_id)).rejects.toMatchObject({ code: 'batch_not_found' })
}, 180_000)

test('a batch of which nothing is tried is found as stuck, and is not deleted', async () => {
  const environmentId = newId('env')
  const owner = { environmentId, merchantId: 'mer_1', livemode: false, requestId: 'req_1' }
  const entry = { shipment_id: newId('shp'), quote_option_id: 'qop_1' }
  const { batchId } = await transact(system.db, (trx) => insertBatch(trx, owner, { bookings: [entry] }))
  const query = { afterSeconds: 600, limit: 10 }
  expect(await findStuckBatches(system.db, query)).toEqual([])
  await sql`update booking_batch set created_at = now() - interval '31 days' where batch_id = ${batchId}`.execute(
    system.db,
  )
  expect(await findStuckBatches(system.db, query)).toMatchObject([{ id: batchId, environmentId }])
  expect(await pruneBatches(system.db, 30)).toBe(0)
  await sql`update booking_batch_item set taken_at = now() where batch_id = ${batchId}`.execute(system.db)
  expect(await findStuckBatches(system.db, query)).toEqual([])
})

test('an item that fails with an error that nobody expects is tried again, and given up like others', async () => {
  const booking = await started()
  const merchant = aMerchant(system, booking)
  const batches = getBatches(booking, merchant.environmentId)
  const [entry] = await offers(merchant, 1)
  const refusal = `refuse_${entry?.shipment_id}`
  await asOwner(system.database, async (owner) => {
    await sql`
      create function ${sql.id(refusal)}() returns trigger language plpgsql as 'begin raise exception $$refused$$; end'`.execute(
      owner,
    )
    await sql`
      create trigger ${sql.id(refusal)} before insert on operation for each row
      when (new.shipment_id = ${sql.lit(entry?.shipment_id)}) execute function ${sql.id(refusal)}()`.execute(owner)
  })
  onTestFinished(() =>
    asOwner(system.database, async (owner) => {
      await sql`drop function ${sql.id(refusal)} cascade`.execute(owner)
    }),
  )
  const { batch_id } = await batches.create([entry as Entry])
  const ofBatch = sql`environment_id = ${merchant.environmentId} and batch_id = ${batch_id}`
  const tries = async () => {
    const { rows } = await sql<{ attempts: number }>`
      select attempts from booking_batch_item where ${ofBatch}`.execute(system.db)
    return rows[0]?.attempts ?? 0
  }
  /** Ends the pause after so many tries. */
  const makeDue = (attempts: number) =>
    eventually(async () => {
      const { numAffectedRows } = await sql`
        update booking_batch_item set due_at = now(), attempts = ${attempts}
        where ${ofBatch} and attempts > 0 and lease_until is null`.execute(system.db)
      expect(numAffectedRows).toBe(1n)
    }, PATIENT)
  await makeDue(1)
  await expect.poll(tries, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  expect(await batches.get(batch_id)).toMatchObject({ status: 'running', pending: 1 })
  await sql`update booking_batch set created_at = created_at - interval '2 hours' where ${ofBatch}`.execute(system.db)
  await makeDue(8)
  await batches.untilCompleted(batch_id)
  expect(await batches.items(batch_id)).toMatchObject([{ status: 'failed', error: { code: 'internal_error' } }])
})
