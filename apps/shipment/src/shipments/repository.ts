import { type AdditionBatch, insertEvents, recordAnswers } from '@waybill/chassis/idempotency/batched'
import { compileOnce, type Param } from '@waybill/chassis/postgres/compiled-query'
import { insertRecorded, insertRows, type NewRow } from '@waybill/chassis/postgres/insert-rows'
import type { Shipment } from '@waybill/contracts/shipment'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Claim } from '../claims/claim.ts'
import type { ClaimTable, ParcelTable, Reader, ShipmentDatabase, ShipmentTable, TimelineTable, Writer } from '../db.ts'
import type { Decision, TimelineEntry } from './change.ts'
import {
  changeableColumns,
  claimRow,
  newClaimColumns,
  newParcelColumns,
  newShipmentColumns,
  newTimelineColumns,
  type ParcelRow,
  parcelColumns,
  parcelRows,
  type ShipmentRow,
  shipmentColumns,
  shipmentRow,
  timelineRow,
  toShipment,
} from './rows.ts'

/** All rows of a new shipment, by table. */
export interface NewShipmentRows {
  shipment: NewRow<ShipmentTable>[]
  parcel: NewRow<ParcelTable>[]
  timeline: NewRow<TimelineTable>[]
  /** Of an on-demand shipment, which is held for dispatch from the start. */
  claim: NewRow<ClaimTable>[]
}

export const newShipmentRows = (
  { shipment, timeline }: Pick<Decision, 'shipment' | 'timeline'>,
  claim?: Claim,
): NewShipmentRows => ({
  shipment: [shipmentRow(shipment)],
  parcel: parcelRows(shipment),
  timeline: timeline.map((entry) => timelineRow(shipment, entry)),
  claim: claim ? [claimRow(claim)] : [],
})

/** Inserts new shipments that were requested at about the same time, with their answers and events. */
export const insertShipments = compileOnce((db: Reader, param: Param<AdditionBatch<NewShipmentRows>>) => {
  const insert = insertRecorded<ShipmentDatabase, AdditionBatch<NewShipmentRows>>(param)
  return sql<{ key: string }>`
    with recorded as (${recordAnswers(param)}),
      new_shipment as (${insert('shipment', newShipmentColumns, ({ rows }) => rows.shipment)}),
      new_parcel as (${insert('parcel', newParcelColumns, ({ rows }) => rows.parcel)}),
      new_timeline as (${insert('timeline', newTimelineColumns, ({ rows }) => rows.timeline)}),
      new_claim as (${insert('claim', newClaimColumns, ({ rows }) => rows.claim)}),
      new_event as (${insertEvents(param)})
    select key from recorded`.compile(db)
})

/** Inserts one new shipment, in the caller's transaction. */
export async function insertShipment(trx: Writer, decision: Decision): Promise<void> {
  await insertRows<ShipmentDatabase>(trx, { ...newShipmentRows(decision) })
}

/** For a select from `shipment`: its parcels in their order, within the same statement. */
export const parcelsOfShipment = (eb: ExpressionBuilder<ShipmentDatabase, 'shipment'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('parcel')
      .select(parcelColumns)
      .whereRef('parcel.environment_id', '=', 'shipment.environment_id')
      .whereRef('parcel.shipment_id', '=', 'shipment.shipment_id')
      .orderBy('position'),
  ).as('parcels')

const findByKey = compileOnce((db: Reader, param: Param<{ environmentId: string; shipmentId: string }>) =>
  db
    .selectFrom('shipment')
    .select(shipmentColumns)
    .select(parcelsOfShipment)
    .where(
      'environment_id',
      '=',
      param(({ environmentId }) => environmentId),
    )
    .where(
      'shipment_id',
      '=',
      param(({ shipmentId }) => shipmentId),
    )
    .compile(),
)

export async function findShipment(
  db: Reader,
  environmentId: string,
  shipmentId: string,
): Promise<Shipment | undefined> {
  const [row] = await findByKey(db, { environmentId, shipmentId })
  return row && toShipment(row, row.parcels)
}

/** The shipments in the order asked for, undefined where there is none. */
export async function findShipments(
  db: Reader,
  keys: readonly Pick<Shipment, 'environmentId' | 'shipmentId'>[],
): Promise<(Shipment | undefined)[]> {
  const [only, ...more] = keys
  // Planned once. Of arrays Postgres expects ten, and so plans for each single one anew, which takes longer than to run it.
  if (only && more.length === 0) return [await findShipment(db, only.environmentId, only.shipmentId)]
  const wanted = sql<{ environment_id: string; shipment_id: string }>`
    unnest(${keys.map(({ environmentId }) => environmentId)}::text[], ${keys.map(({ shipmentId }) => shipmentId)}::text[])`
  const rows = await db
    .selectFrom(wanted.as<'wanted'>(sql`wanted (environment_id, shipment_id)`))
    .innerJoin('shipment', (join) =>
      join
        .onRef('shipment.environment_id', '=', 'wanted.environment_id')
        .onRef('shipment.shipment_id', '=', 'wanted.shipment_id'),
    )
    .select(shipmentColumns.map((column) => `shipment.${column}` as const))
    .select(parcelsOfShipment)
    .execute()
  const found = new Map(rows.map((row) => [`${row.environment_id} ${row.shipment_id}`, row]))
  return keys.map(({ environmentId, shipmentId }) => {
    const row = found.get(`${environmentId} ${shipmentId}`)
    return row && toShipment(row, row.parcels)
  })
}

/** The shipment, its row locked until the transaction ends: everything that decides its fate queues here. */
export async function lockShipment(
  trx: Writer,
  environmentId: string,
  shipmentId: string,
): Promise<Shipment | undefined> {
  const row = await trx
    .selectFrom('shipment')
    .select(shipmentColumns)
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const [shipment] = await withParcels(trx, [row])
  return shipment
}

/**
 * Ready shipments without booking or claim that were to be collected before a time, locked; those that another
 * transaction holds are left to it. Of all environments.
 */
export async function lockOverdueShipments(
  trx: Writer,
  { collectionBefore, limit }: { collectionBefore: Date; limit: number },
): Promise<Shipment[]> {
  const rows = await trx
    .selectFrom('shipment')
    .select(shipmentColumns)
    .where('status', '=', sql.lit('ready'))
    .where('booking_id', 'is', null)
    .where('claim_id', 'is', null)
    .where('collection_at', '<', collectionBefore)
    .orderBy('collection_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return withParcels(trx, rows)
}

/**
 * Ready shipments with a booking that were to be collected before a time, locked and marked as asked for now: those that
 * no claim holds and that have not been asked for in `againMs`, and those held to expire of which nothing came in
 * `repeatMs`. Of all environments.
 */
export async function lockOverdueBookedShipments(
  trx: Writer,
  due: { collectionBefore: Date; againMs: number; repeatMs: number; limit: number },
): Promise<Shipment[]> {
  const { rows } = await sql<ShipmentRow>`
    update shipment set expiry_asked_at = now()
    where (environment_id, shipment_id) in (
      select environment_id, shipment_id from shipment
      where status = 'ready' and booking_id is not null and collection_at < ${due.collectionBefore}
        and case
          when claim_id is null then coalesce(expiry_asked_at < now() - ${due.againMs} * interval '1 ms', true)
          else claim_kind = 'expire' and expiry_asked_at < now() - ${due.repeatMs} * interval '1 ms'
        end
      order by collection_at
      limit ${due.limit}
      for update skip locked
    )
    returning ${sql.join(shipmentColumns.map((column) => sql.ref(column)))}`.execute(trx)
  return withParcels(trx, rows)
}

/** A shipment for which no courier was found yet, with the request that wanted one. */
export interface UndispatchedShipment {
  shipment: Shipment
  requestId: string | null
}

/**
 * Shipments held for dispatch for which a courier was last asked for longer ago than `intervalMs`, locked and marked as
 * asked for now. Of all environments.
 */
export async function lockUndispatchedShipments(
  trx: Writer,
  { intervalMs, limit }: { intervalMs: number; limit: number },
): Promise<UndispatchedShipment[]> {
  const due = await trx
    .selectFrom('shipment')
    .select(shipmentColumns)
    .select((eb) =>
      eb
        .selectFrom('claim')
        .select('request_id')
        .whereRef('claim.environment_id', '=', 'shipment.environment_id')
        .whereRef('claim.claim_id', '=', 'shipment.claim_id')
        .as('request_id'),
    )
    .where('dispatch_requested_at', '<', sql<Date>`now() - ${intervalMs} * interval '1 ms'`)
    .orderBy('dispatch_requested_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return []
  await trx
    .updateTable('shipment')
    .set({ dispatch_requested_at: sql`now()` })
    .where((eb) =>
      eb(
        eb.refTuple('environment_id', 'shipment_id'),
        'in',
        due.map((row) => eb.tuple(row.environment_id, row.shipment_id)),
      ),
    )
    .execute()
  const shipments = await withParcels(trx, due)
  return shipments.map((shipment, index) => ({ shipment, requestId: due[index]?.request_id ?? null }))
}

/** Stores the changed state of a locked shipment. Parcels are written only when they are others than before. */
export async function updateShipment(trx: Writer, before: Shipment, after: Shipment): Promise<void> {
  await trx
    .updateTable('shipment')
    .set({
      ...changeableColumns(after),
      dispatch_requested_at: after.claimKind === 'dispatch' ? sql<Date>`coalesce(dispatch_requested_at, now())` : null,
    })
    .where('environment_id', '=', after.environmentId)
    .where('shipment_id', '=', after.shipmentId)
    .execute()
  if (JSON.stringify(before.parcels) === JSON.stringify(after.parcels)) return
  await trx
    .deleteFrom('parcel')
    .where('environment_id', '=', after.environmentId)
    .where('shipment_id', '=', after.shipmentId)
    .execute()
  await trx.insertInto('parcel').values(parcelRows(after)).execute()
}

/** Adds to a shipment's timeline what is not there yet. */
export async function insertTimeline(
  trx: Writer,
  subject: Pick<Shipment, 'environmentId' | 'shipmentId'>,
  entries: readonly TimelineEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await trx
    .insertInto('timeline')
    .values(entries.map((entry) => timelineRow(subject, entry)))
    .onConflict((conflict) => conflict.columns(['environment_id', 'shipment_id', 'entry_key']).doNothing())
    .execute()
}

/**
 * Locked rows with their parcels, read in a statement of their own: the one that waited for the lock would still see
 * the parcels as they were when it began to wait.
 */
async function withParcels(trx: Writer, rows: ShipmentRow[]): Promise<Shipment[]> {
  if (rows.length === 0) return []
  const parcels = await trx
    .selectFrom('parcel')
    .select(['environment_id', 'shipment_id', ...parcelColumns])
    .where((eb) =>
      eb(
        eb.refTuple('environment_id', 'shipment_id'),
        'in',
        rows.map((row) => eb.tuple(row.environment_id, row.shipment_id)),
      ),
    )
    .orderBy('position')
    .execute()
  const key = (row: { environment_id: string; shipment_id: string }) => `${row.environment_id} ${row.shipment_id}`
  const byShipment: Map<string, ParcelRow[]> = Map.groupBy(parcels, key)
  return rows.map((row) => toShipment(row, byShipment.get(key(row)) ?? []))
}
