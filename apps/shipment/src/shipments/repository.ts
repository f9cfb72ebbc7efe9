import { type AdditionBatch, insertEvents, recordAnswers } from '@waybill/chassis/idempotency/batched'
import { compileOnce, type Param } from '@waybill/chassis/postgres/compiled-query'
import { insertRecorded, insertRows, type NewRow, rowInserts } from '@waybill/chassis/postgres/insert-rows'
import type { Write } from '@waybill/chassis/postgres/pipelining'
import type { Shipment } from '@waybill/contracts/shipment'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Claim } from '../claims/claim.ts'
import { claimRow, newClaimColumns } from '../claims/rows.ts'
import type {
  ClaimTable,
  ParcelTable,
  Reader,
  SearchTermTable,
  ShipmentDatabase,
  ShipmentTable,
  TimelineTable,
  Writer,
} from '../db.ts'
import { renewTerms } from '../search/repository.ts'
import { newTermColumns, termRows } from '../search/rows.ts'
import { listTerms } from '../search/terms.ts'
import type { ShipmentChange, TimelineEntry } from './change.ts'
import {
  changeableColumns,
  newParcelColumns,
  newShipmentColumns,
  type ParcelRow,
  parcelColumns,
  parcelRows,
  type ShipmentRow,
  shipmentColumns,
  shipmentRow,
  toShipment,
} from './rows.ts'
import { newTimelineColumns, timelineRow } from './timeline-rows.ts'

/** All rows of a new shipment, by table. */
export interface NewShipmentRows {
  shipment: NewRow<ShipmentTable>[]
  parcel: NewRow<ParcelTable>[]
  search_term: NewRow<SearchTermTable>[]
  timeline: NewRow<TimelineTable>[]
  /** Claim of an on-demand shipment, which is held for dispatch from the start. */
  claim: NewRow<ClaimTable>[]
}

export const newShipmentRows = (
  { shipment, timeline }: Pick<ShipmentChange, 'shipment' | 'timeline'>,
  claim?: Claim,
): NewShipmentRows => ({
  shipment: [shipmentRow(shipment)],
  parcel: parcelRows(shipment),
  search_term: termRows(shipment, listTerms(shipment)),
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
      new_term as (${insert('search_term', newTermColumns, ({ rows }) => rows.search_term)}),
      new_timeline as (${insert('timeline', newTimelineColumns, ({ rows }) => rows.timeline)}),
      new_claim as (${insert('claim', newClaimColumns, ({ rows }) => rows.claim)}),
      new_event as (${insertEvents(param)})
    select key from recorded`.compile(db)
})

/** The writes of one new shipment. */
export const shipmentInserts = (decision: ShipmentChange): Write[] =>
  rowInserts<ShipmentDatabase>({ ...newShipmentRows(decision) })

/** Selects the parcels of each row of `shipment`, in their order. */
export const selectParcels = (eb: ExpressionBuilder<ShipmentDatabase, 'shipment'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('parcel')
      .select(parcelColumns)
      .whereRef('parcel.environment_id', '=', 'shipment.environment_id')
      .whereRef('parcel.shipment_id', '=', 'shipment.shipment_id')
      .orderBy('position'),
  ).as('parcels')

type ShipmentKey = Pick<Shipment, 'environmentId' | 'shipmentId'>

const keyParams = (param: Param<ShipmentKey>): ShipmentKey => ({
  environmentId: param(({ environmentId }) => environmentId),
  shipmentId: param(({ shipmentId }) => shipmentId),
})

const findByKey = compileOnce((db: Reader, param: Param<ShipmentKey>) => {
  const key = keyParams(param)
  return db
    .selectFrom('shipment')
    .select(shipmentColumns)
    .select(selectParcels)
    .where('environment_id', '=', key.environmentId)
    .where('shipment_id', '=', key.shipmentId)
    .compile()
})

export async function findShipment(
  db: Reader,
  environmentId: string,
  shipmentId: string,
): Promise<Shipment | undefined> {
  const [row] = await findByKey(db, { environmentId, shipmentId })
  return row && toShipment(row, row.parcels)
}

const findByKeys = compileOnce((db: Reader, param: Param<{ keys: readonly ShipmentKey[] }>) => {
  const environmentIds = param(({ keys }) => keys.map(({ environmentId }) => environmentId))
  const shipmentIds = param(({ keys }) => keys.map(({ shipmentId }) => shipmentId))
  const wanted = sql<{ environment_id: string; shipment_id: string }>`
    unnest(${environmentIds}::text[], ${shipmentIds}::text[])`
  return db
    .selectFrom(wanted.as<'wanted'>(sql`wanted (environment_id, shipment_id)`))
    .innerJoin('shipment', (join) =>
      join
        .onRef('shipment.environment_id', '=', 'wanted.environment_id')
        .onRef('shipment.shipment_id', '=', 'wanted.shipment_id'),
    )
    .select(shipmentColumns.map((column) => `shipment.${column}` as const))
    .select(selectParcels)
    .compile()
})

/** The shipments in the order of their keys, undefined where there is none. */
export async function findShipments(db: Reader, keys: readonly ShipmentKey[]): Promise<(Shipment | undefined)[]> {
  const [only, ...more] = keys
  // One plan serves every single read. Postgres plans the statement with arrays on every run, which takes longer than the read.
  if (only && more.length === 0) return [await findShipment(db, only.environmentId, only.shipmentId)]
  const rows = await findByKeys(db, { keys })
  const found = new Map(rows.map((row) => [`${row.environment_id} ${row.shipment_id}`, row]))
  return keys.map(({ environmentId, shipmentId }) => {
    const row = found.get(`${environmentId} ${shipmentId}`)
    return row && toShipment(row, row.parcels)
  })
}

const lockByKey = compileOnce((db: Reader, param: Param<ShipmentKey>) => {
  const key = keyParams(param)
  return db
    .selectFrom('shipment')
    .select(shipmentColumns)
    .select(selectParcels)
    .select((eb) =>
      eb
        .selectFrom('shipment as seen')
        .select(sql<boolean>`seen.xmin <> shipment.xmin`.as('has_changed'))
        .where('seen.environment_id', '=', key.environmentId)
        .where('seen.shipment_id', '=', key.shipmentId)
        .as('has_changed'),
    )
    .where('environment_id', '=', key.environmentId)
    .where('shipment_id', '=', key.shipmentId)
    .forUpdate()
    .compile()
})

const listParcels = compileOnce((db: Reader, param: Param<ShipmentKey>) => {
  const key = keyParams(param)
  return db
    .selectFrom('parcel')
    .select(parcelColumns)
    .where('environment_id', '=', key.environmentId)
    .where('shipment_id', '=', key.shipmentId)
    .orderBy('position')
    .compile()
})

/**
 * Locks the shipment's row until the transaction ends. Every change of a shipment starts with this lock. If another one changed
 * the row while the statement waited for it (`has_changed`), the parcels are those from before: a later statement reads them.
 */
export async function lockShipment(
  trx: Writer,
  environmentId: string,
  shipmentId: string,
): Promise<Shipment | undefined> {
  return await lockedShipment(trx, await lockByKey(trx, { environmentId, shipmentId }))
}

/** The query of `lockShipment`, to be sent together with others; `lockedShipment` reads its rows. */
export const selectToLock = lockByKey.toQuery

export async function lockedShipment(trx: Writer, [row]: readonly LockedRow[]): Promise<Shipment | undefined> {
  if (row === undefined) return undefined
  const { environment_id: environmentId, shipment_id: shipmentId } = row
  const isSeen = row.has_changed === false
  return toShipment(row, isSeen ? row.parcels : await listParcels(trx, { environmentId, shipmentId }))
}

type LockedRow = ShipmentRow & { parcels: ParcelRow[]; has_changed: boolean | null }

/** The write of a locked shipment's new state. The terms of a return are written only if they changed: few ever do. */
export const shipmentUpdate = (trx: Writer, before: Shipment, after: Shipment): Write =>
  trx
    .updateTable('shipment')
    .set({
      ...changeableColumns(after),
      ...(after.returnTerms !== before.returnTerms && { return_terms: after.returnTerms ?? null }),
      dispatch_requested_at: after.claimKind === 'dispatch' ? sql<Date>`coalesce(dispatch_requested_at, now())` : null,
    })
    .where('environment_id', '=', after.environmentId)
    .where('shipment_id', '=', after.shipmentId)

/** Stores the parcels and the search terms of a locked shipment's new state, if they have changed. */
export async function renewParts(trx: Writer, before: Shipment, after: Shipment): Promise<void> {
  await renewTerms(trx, before, after)
  if (JSON.stringify(before.parcels) === JSON.stringify(after.parcels)) return
  await trx
    .deleteFrom('parcel')
    .where('environment_id', '=', after.environmentId)
    .where('shipment_id', '=', after.shipmentId)
    .execute()
  await insertRows<ShipmentDatabase>(trx, { parcel: parcelRows(after) })
}

/** The write that adds entries to a shipment's timeline, if there are any. Entries that it already has are skipped. */
export const timelineInsert = (
  trx: Writer,
  shipment: Pick<Shipment, 'environmentId' | 'shipmentId'>,
  entries: readonly TimelineEntry[],
): Write | null =>
  entries.length === 0
    ? null
    : trx
        .insertInto('timeline')
        .values(entries.map((entry) => timelineRow(shipment, entry)))
        .onConflict((conflict) => conflict.columns(['environment_id', 'shipment_id', 'entry_key']).doNothing())

/**
 * Adds their parcels to locked rows. Needs a second statement: the one that waited for the lock sees the parcels as they
 * were when it started to wait.
 */
export async function withParcels(trx: Writer, rows: ShipmentRow[]): Promise<Shipment[]> {
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
