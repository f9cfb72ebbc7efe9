/** Personal data of shipments: who has any, and its end. */
import { ERASED, erasedShipment } from '@waybill/contracts/erasure'
import { finalShipmentStatuses, type Shipment } from '@waybill/contracts/shipment'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import { fingerprint } from '../shipments/fingerprint.ts'

/** Overwrites what tells of a person, in every table. Twice is as once; the first time stands as `erased_at`. */
export async function writeErased(trx: Writer, shipment: Shipment, at: Date): Promise<void> {
  const { environmentId, shipmentId, ...erased } = erasedShipment(shipment)
  const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`
  const ofShipment = sql`environment_id = ${environmentId} and shipment_id = ${shipmentId}`
  await sql`
    update shipment
    set pickup_address = ${json(erased.pickupAddress)}, dropoff_address = ${json(erased.dropoffAddress)},
      pickup_instructions = null, dropoff_instructions = null, metadata = ${json(erased.metadata)},
      fingerprint = ${fingerprint({ environmentId, ...erased })}, cancellation_reason_note = null,
      tracking_token = null, tracking_url = null, erased_at = coalesce(erased_at, ${at})
    where ${ofShipment}`.execute(trx)
  await sql`
    update parcel
    set title = case title when '' then '' else ${ERASED} end,
      contents_description = case contents_description when '' then '' else ${ERASED} end
    where ${ofShipment}`.execute(trx)
  await sql`update claim set patch = null, reason_note = null where ${ofShipment}`.execute(trx)
  await sql`update timeline set description = null, location = null where ${ofShipment}`.execute(trx)
}

/** When the shipment's personal data was erased; null: it was not. */
export async function findErasedAt(db: Reader, environmentId: string, shipmentId: string): Promise<Date | null> {
  const { rows } = await sql<{ erasedAt: Date | null }>`
    select erased_at as "erasedAt" from shipment
    where environment_id = ${environmentId} and shipment_id = ${shipmentId}`.execute(db)
  return rows[0]?.erasedAt ?? null
}

/** Ended shipments without a claim of which nothing was heard since a time, locked; of all environments. */
export async function lockShipmentsToErase(
  trx: Writer,
  { changedBefore, limit }: { changedBefore: Date; limit: number },
): Promise<{ environmentId: string; shipmentId: string }[]> {
  const { rows } = await sql<{ environmentId: string; shipmentId: string }>`
    select environment_id as "environmentId", shipment_id as "shipmentId" from shipment
    where erased_at is null and status in (${sql.join(finalShipmentStatuses.map((status) => sql.lit(status)))})
      and updated_at < ${changedBefore} and claim_id is null
    order by updated_at limit ${limit}
    for update skip locked`.execute(trx)
  return rows
}

/** What a person asks by, or the merchant's or our own name of a shipment. */
export type Wanted =
  | { kind: 'shipment'; shipmentId: string }
  | { kind: 'reference'; merchantOrderRef: string }
  /** Digits only, without leading zeros. */
  | { kind: 'phone'; digits: string }
  | { kind: 'email'; email: string }

export interface FoundShipment {
  shipmentId: string
  createdAt: Date
  erasedAt: Date | null
}

/** Place in an environment's shipments, newest first. */
export type SearchPlace = Pick<FoundShipment, 'createdAt' | 'shipmentId'>

/**
 * Looks through a part of the environment's shipments, from a place on, newest first. `reached`: the place where the
 * part ends; undefined: there are no more.
 */
export async function searchShipments(
  db: Reader,
  environmentId: string,
  wanted: Wanted,
  { after, scan }: { after: SearchPlace | null; scan: number },
): Promise<{ found: FoundShipment[]; reached: SearchPlace | undefined }> {
  const { rows } = await sql<FoundShipment & { isWanted: boolean }>`
    select shipment_id as "shipmentId", created_at as "createdAt", erased_at as "erasedAt",
      ${isWanted(wanted)} as "isWanted"
    from (
      select * from shipment
      where environment_id = ${environmentId}
        ${after === null ? sql`` : sql`and (created_at, shipment_id) < (${after.createdAt}, ${after.shipmentId})`}
        ${narrowed(wanted)}
      order by created_at desc, shipment_id desc limit ${scan}
    ) as part
    order by created_at desc, shipment_id desc`.execute(db)
  const found = rows.filter((row) => row.isWanted).map(({ isWanted: _, ...row }) => row)
  return { found, reached: rows.length === scan ? rows.at(-1) : undefined }
}

/** What an index finds. */
function narrowed(wanted: Wanted): RawBuilder<unknown> {
  if (wanted.kind === 'shipment') return sql`and shipment_id = ${wanted.shipmentId}`
  if (wanted.kind === 'reference') return sql`and merchant_order_ref = ${wanted.merchantOrderRef}`
  return sql``
}

// All that a merchant may have written down about a person.
const words = sql`concat_ws(' ', pickup_address, dropoff_address, pickup_instructions, dropoff_instructions, metadata,
  cancellation_reason_note)`
const digitsOf = (text: RawBuilder<unknown>) => sql`regexp_replace(coalesce(${text}, ''), '\\D', '', 'g')`

function isWanted(wanted: Wanted): RawBuilder<unknown> {
  switch (wanted.kind) {
    case 'shipment':
    case 'reference':
      return sql`true`
    case 'email':
      return sql`position(lower(${wanted.email}) in lower(${words})) > 0`
    case 'phone': {
      // With the country's code or without it, whichever of the two was written down.
      const { digits } = wanted
      const sameNumber = (field: RawBuilder<unknown>) => {
        const written = sql`ltrim(${digitsOf(field)}, '0')`
        return sql`(length(${written}) >= 7 and (${written} like '%' || ${digits} or ${digits} like '%' || ${written}))`
      }
      return sql`(${sameNumber(sql`pickup_address ->> 'phone'`)} or ${sameNumber(sql`dropoff_address ->> 'phone'`)}
        or position(${digits} in ${digitsOf(
          sql`concat_ws(' ', pickup_instructions, dropoff_instructions, metadata, cancellation_reason_note)`,
        )}) > 0)`
    }
  }
}

/** Rows about a shipment, by table. */
export async function countShipmentRows(
  db: Reader,
  environmentId: string,
  shipmentId: string,
): Promise<Record<string, number>> {
  const of = (table: string) =>
    sql`(select count(*) from ${sql.table(table)} where environment_id = ${environmentId} and shipment_id = ${shipmentId})`
  const { rows } = await sql<Record<string, number>>`
    select ${of('shipment')} as shipment, ${of('parcel')} as parcel, ${of('claim')} as claim,
      ${of('timeline')} as timeline`.execute(db)
  return rows[0] ?? {}
}
