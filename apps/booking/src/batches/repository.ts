/** SQL of batches. */
import { untilAnswered } from '@waybill/chassis/postgres/database'
import type { BookingBatchItemStatus, CreateBookingBatch } from '@waybill/contracts/batches/booking-batch'
import { newId } from '@waybill/contracts/ids'
import { sql } from 'kysely'
import type { Db, Trx } from '../db.ts'
import type { BatchItem, BatchKey, HeldItem, TryResult } from './item.ts'
import { assertRoom, type Turn, withDueItems } from './turn-queries.ts'

export interface Batch extends BatchKey {
  merchantId: string
  createdAt: Date
  total: number
  pending: number
  booked: number
  failed: number
  /** When the last item ended; null: some are pending. */
  completedAt: Date | null
}

type Owner = Pick<HeldItem, 'environmentId' | 'merchantId' | 'livemode' | 'requestId'>

/** Stores a batch whose items are all due. Resolves to it. Throws `rate_limited` if too many items would be pending. */
export async function insertBatch(trx: Trx, owner: Owner, { bookings }: CreateBookingBatch): Promise<Batch> {
  const batchId = newId('bch')
  const { environmentId, merchantId, livemode, requestId } = owner
  await assertRoom(trx, 'booking_batch_item', {
    environmentId,
    more: bookings.length,
    items: 'bookings',
    retryAfterSeconds: 60,
  })
  const { rows } = await sql<{ createdAt: Date }>`
    insert into booking_batch (environment_id, batch_id, merchant_id, livemode, request_id, created_at)
    values (${environmentId}, ${batchId}, ${merchantId}, ${livemode}, ${requestId}, now())
    returning created_at as "createdAt"`.execute(trx)
  const items = bookings.map((booking, position) => ({ ...booking, position, op_id: newId('op') }))
  await sql`
    insert into booking_batch_item (environment_id, batch_id, position, shipment_id, quote_option_id, if_match, op_id)
    select ${environmentId}, ${batchId}, position, shipment_id, quote_option_id, if_match, op_id
    from json_to_recordset(${JSON.stringify(items)}::json)
      as given (position int, shipment_id text, quote_option_id text, if_match text, op_id text)`.execute(trx)
  const { createdAt } = rows[0] as { createdAt: Date }
  const total = items.length
  return {
    environmentId,
    batchId,
    merchantId,
    createdAt,
    total,
    pending: total,
    booked: 0,
    failed: 0,
    completedAt: null,
  }
}

export async function findBatch(db: Db, { environmentId, batchId }: BatchKey): Promise<Batch | undefined> {
  const { rows } = await sql<Batch>`
    select environment_id as "environmentId", batch_id as "batchId", merchant_id as "merchantId",
      batch.created_at as "createdAt", count(*)::int as total,
      count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'booked')::int as booked,
      count(*) filter (where status = 'failed')::int as failed,
      case when count(*) filter (where status = 'pending') = 0 then max(ended_at) end as "completedAt"
    from booking_batch batch join booking_batch_item using (environment_id, batch_id)
    where environment_id = ${environmentId} and batch_id = ${batchId}
    group by environment_id, batch_id`.execute(db)
  return rows[0]
}

/** A page of items by position, and one more if there is one. `after`: the position of the last one of the page before. */
export async function listItems(
  db: Db,
  { environmentId, batchId }: BatchKey,
  { after, limit, status }: { after: number; limit: number; status: BookingBatchItemStatus | null },
): Promise<BatchItem[]> {
  const { rows } = await sql<BatchItem>`
    select position, shipment_id as "shipmentId", quote_option_id as "quoteOptionId", status, booking_id as "bookingId",
      error
    from booking_batch_item
    where environment_id = ${environmentId} and batch_id = ${batchId} and position > ${after}
      and (${status}::text is null or status = ${status})
    order by position limit ${limit + 1}`.execute(db)
  return rows
}

/** Takes the lease of items whose turn it is. */
export async function takeDueItems(db: Db, { leaseMs, ...turn }: Turn & { leaseMs: number }): Promise<HeldItem[]> {
  const { rows } = await sql<HeldItem>`
    ${withDueItems('booking_batch_item', turn)}
    update booking_batch_item item
    set lease_id = gen_random_uuid(), lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms', taken_at = now(),
      attempts = attempts + 1
    from due, booking_batch batch
    where item.environment_id = due.environment_id and item.batch_id = due.batch_id and item.position = due.position
      and batch.environment_id = item.environment_id and batch.batch_id = item.batch_id
    returning item.environment_id as "environmentId", item.batch_id as "batchId", item.position,
      item.shipment_id as "shipmentId", item.quote_option_id as "quoteOptionId", item.if_match as "ifMatch", item.op_id as "opId",
      item.lease_id as "leaseId", item.attempts, batch.merchant_id as "merchantId", batch.livemode,
      batch.request_id as "requestId",
      (extract(epoch from now() - batch.created_at) * 1000)::float8 as "ageMs"`.execute(db)
  return rows
}

/** Stores what a try has found out, and ends the lease. A no-op if the lease was lost. */
export async function storeTry(db: Db, item: HeldItem, result: TryResult, pauseMs: number): Promise<void> {
  const { environmentId, batchId, position, leaseId } = item
  const bookingId = result.status === 'failed' ? null : result.bookingId
  const error = result.status === 'failed' ? JSON.stringify({ ...result.error, requestId: item.requestId }) : null
  await untilAnswered(() =>
    sql`
      update booking_batch_item
      set status = ${result.status}, booking_id = coalesce(${bookingId}, booking_id), error = ${error}::jsonb,
        ended_at = case when ${result.status} = 'pending' then null else clock_timestamp() end,
        due_at = now() + ${pauseMs} * interval '1 ms', lease_until = null
      where environment_id = ${environmentId} and batch_id = ${batchId} and position = ${position}
        and lease_id = ${leaseId} and status = 'pending'`.execute(db),
  )
}

/** Makes the pending items of a shipment due: the operation that they wait for may have ended. */
export async function makeItemsDue(
  db: Db,
  { environmentId, shipmentId }: Pick<HeldItem, 'environmentId' | 'shipmentId'>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update booking_batch_item set due_at = now()
    where environment_id = ${environmentId} and shipment_id = ${shipmentId} and status = 'pending' and due_at > now()`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

const BATCHES = 100

/** Deletes batches that were created more than `days` ago and have no pending item. Resolves to the number of rows. */
export async function pruneBatches(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select environment_id, batch_id from booking_batch batch
      where created_at < now() - ${days} * interval '1 day' and not exists (
        select from booking_batch_item item
        where item.environment_id = batch.environment_id and item.batch_id = batch.batch_id and item.status = 'pending')
      order by created_at limit ${BATCHES}
      for update skip locked
    ), items as (
      delete from booking_batch_item where (environment_id, batch_id) in (select environment_id, batch_id from old)
    )
    delete from booking_batch where (environment_id, batch_id) in (select environment_id, batch_id from old)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
