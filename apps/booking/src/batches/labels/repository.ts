/** SQL of label batches. */

import type { CreateLabelBatch } from '@waybill/contracts/batches/label-batch'
import { newId } from '@waybill/contracts/ids'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db.ts'
import { assertRoom, type Turn, withDueItems } from '../turn-queries.ts'
import type { BatchLabel, HeldLabel, LabelBatch, LabelBatchItem, LabelBatchKey, LabelResult } from './item.ts'

type Owner = Pick<HeldLabel, 'environmentId' | 'merchantId' | 'livemode' | 'requestId'>

/** Stores a batch whose items are all due. Resolves to it. Throws `rate_limited` if too many items would be pending. */
export async function insertLabelBatch(trx: Trx, owner: Owner, given: CreateLabelBatch): Promise<LabelBatch> {
  const batchId = newId('lbb')
  const { environmentId, merchantId, livemode, requestId } = owner
  const { booking_ids: bookingIds, format, size, mark_printed: markPrinted } = given
  await assertRoom(trx, 'label_batch_item', {
    environmentId,
    more: bookingIds.length,
    items: 'labels',
    retryAfterSeconds: 10,
  })
  const { rows } = await sql<{ createdAt: Date }>`
    insert into label_batch
      (environment_id, batch_id, merchant_id, livemode, request_id, format, size, mark_printed, created_at)
    values (${environmentId}, ${batchId}, ${merchantId}, ${livemode}, ${requestId}, ${format}, ${size}, ${markPrinted},
      now())
    returning created_at as "createdAt"`.execute(trx)
  await sql`
    insert into label_batch_item (environment_id, batch_id, position, booking_id)
    select ${environmentId}, ${batchId}, position - 1, booking_id
    from unnest(${bookingIds}::text[]) with ordinality as given (booking_id, position)`.execute(trx)
  const { createdAt } = rows[0] as { createdAt: Date }
  const items = bookingIds.map(
    (bookingId, position): LabelBatchItem => ({
      position,
      bookingId,
      status: 'pending',
      labelKey: null,
      pages: null,
      error: null,
    }),
  )
  return { environmentId, batchId, merchantId, format, size, markPrinted, createdAt, completedAt: null, items }
}

export async function findLabelBatch(
  db: Db,
  { environmentId, batchId }: LabelBatchKey,
): Promise<LabelBatch | undefined> {
  const batch = await db
    .selectFrom('label_batch')
    .select(['merchant_id as merchantId', 'format', 'size', 'mark_printed as markPrinted', 'created_at as createdAt'])
    .where('environment_id', '=', environmentId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (batch === undefined) return undefined
  const rows = await db
    .selectFrom('label_batch_item')
    .select(['position', 'booking_id as bookingId', 'status', 'label_key as labelKey', 'pages', 'error'])
    .select('ended_at as endedAt')
    .where('environment_id', '=', environmentId)
    .where('batch_id', '=', batchId)
    .orderBy('position')
    .execute()
  const ends = rows.map(({ endedAt }) => endedAt?.getTime() ?? Number.NaN)
  const lastEnd = Math.max(...ends)
  const items = rows.map(({ endedAt: _, ...item }) => item)
  return { environmentId, batchId, ...batch, completedAt: Number.isNaN(lastEnd) ? null : new Date(lastEnd), items }
}

/** Takes the lease of items whose turn it is. */
export async function takeDueLabels(db: Db, { leaseMs, ...turn }: Turn & { leaseMs: number }): Promise<HeldLabel[]> {
  const { rows } = await sql<HeldLabel>`
    ${withDueItems('label_batch_item', turn)}
    update label_batch_item item
    set lease_id = gen_random_uuid(), lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms',
      attempts = attempts + 1
    from due, label_batch batch
    where item.environment_id = due.environment_id and item.batch_id = due.batch_id and item.position = due.position
      and batch.environment_id = item.environment_id and batch.batch_id = item.batch_id
    returning item.environment_id as "environmentId", item.batch_id as "batchId", item.position,
      item.booking_id as "bookingId", item.lease_id as "leaseId", item.attempts, batch.merchant_id as "merchantId",
      batch.livemode, batch.request_id as "requestId", batch.format, batch.mark_printed as "markPrinted",
      (extract(epoch from now() - batch.created_at) * 1000)::float8 as "ageMs"`.execute(db)
  return rows
}

/** Stores what a try has found out, and ends the lease. False, and nothing is written, if the lease was lost. */
export async function storeLabelTry(
  db: Db | Trx,
  item: HeldLabel,
  result: LabelResult,
  pauseMs: number,
): Promise<boolean> {
  const { environmentId, batchId, position, leaseId, requestId } = item
  const included = result.status === 'included' ? result : null
  const error = result.status === 'failed' ? JSON.stringify({ ...result.error, requestId }) : null
  const { rows } = await sql`
    update label_batch_item
    set status = ${result.status}, label_key = ${included?.labelKey ?? null}, pages = ${included?.pages ?? null},
      label_bytes = ${included?.bytes ?? null}, error = ${error}::jsonb,
      ended_at = case when ${result.status} = 'pending' then null else clock_timestamp() end,
      due_at = now() + ${pauseMs} * interval '1 ms', lease_until = null
    where environment_id = ${environmentId} and batch_id = ${batchId} and position = ${position}
      and lease_id = ${leaseId} and status = 'pending'
    returning 1`.execute(db)
  return rows.length > 0
}

/** Bytes of the labels in the document so far. */
export async function sumLabelBytes(db: Db, { environmentId, batchId }: LabelBatchKey): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(label_bytes), 0)::int as sum from label_batch_item
    where environment_id = ${environmentId} and batch_id = ${batchId} and status = 'included'`.execute(db)
  return rows[0]?.sum ?? 0
}

export async function findBatchLabel(
  db: Db,
  { environmentId }: LabelBatchKey,
  { bookingId, labelKey }: BatchLabel,
): Promise<{ contentType: string; bytes: Buffer } | undefined> {
  return await db
    .selectFrom('label')
    .select(['content_type as contentType', 'content as bytes'])
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where('format', '=', labelKey)
    .executeTakeFirst()
}

/** The bookings of which the label is not stored any more, or no longer valid. */
export async function listGoneLabels(
  db: Db,
  { environmentId }: LabelBatchKey,
  labels: readonly BatchLabel[],
): Promise<string[]> {
  const { rows } = await sql<{ bookingId: string }>`
    select given.booking_id as "bookingId"
    from unnest(
      ${labels.map(({ bookingId }) => bookingId)}::text[], ${labels.map(({ labelKey }) => labelKey)}::text[]
    ) as given (booking_id, format)
    join booking on booking.environment_id = ${environmentId} and booking.booking_id = given.booking_id
    where booking.status = 'cancelled' or not exists (
      select from label
      where label.environment_id = ${environmentId} and label.booking_id = given.booking_id
        and label.format = given.format)`.execute(db)
  return rows.map(({ bookingId }) => bookingId)
}

const BATCHES = 100

/** Deletes batches that were created more than `days` ago, with their items. Resolves to the number of batches. */
export async function pruneLabelBatches(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select environment_id, batch_id from label_batch
      where created_at < now() - ${days} * interval '1 day'
      order by created_at limit ${BATCHES}
      for update skip locked
    ), items as (
      delete from label_batch_item where (environment_id, batch_id) in (select environment_id, batch_id from old)
    )
    delete from label_batch where (environment_id, batch_id) in (select environment_id, batch_id from old)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
