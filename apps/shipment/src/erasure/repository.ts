/** Finds and erases personal data of shipments. */
import { ERASED, erasedShipment } from '@waybill/contracts/erasure'
import { finalShipmentStatuses, type Shipment } from '@waybill/contracts/shipment'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import { fingerprint } from '../shipments/fingerprint.ts'

/** Overwrites personal data in every table. Idempotent: `erased_at` keeps the first time. */
export async function writeErased(trx: Writer, shipment: Shipment, at: Date): Promise<void> {
  const { environmentId, shipmentId, ...erased } = erasedShipment(shipment)
  const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`
  const isShipment = sql`environment_id = ${environmentId} and shipment_id = ${shipmentId}`
  await sql`
    update shipment
    set pickup_address = ${json(erased.pickupAddress)}, dropoff_address = ${json(erased.dropoffAddress)},
      pickup_instructions = null, dropoff_instructions = null, metadata = ${json(erased.metadata)},
      service_options = ${erased.serviceOptions ? json(erased.serviceOptions) : null},
      customs = ${erased.customs ? json(erased.customs) : null}, tags = null, hold = null,
      return_terms = ${erased.returnTerms ? json(erased.returnTerms) : null},
      fingerprint = ${fingerprint({ environmentId, ...erased })}, cancellation_reason_note = null,
      tracking_token = null, tracking_url = null, carrier_tracking_url = null, carried_parcels = null,
      erased_at = coalesce(erased_at, ${at})
    where ${isShipment}`.execute(trx)
  await sql`delete from search_term where ${isShipment}`.execute(trx)
  await sql`delete from note where ${isShipment}`.execute(trx)
  await sql`
    update parcel
    set title = case title when '' then '' else ${ERASED} end,
      contents_description = case contents_description when '' then '' else ${ERASED} end,
      items = (
        select jsonb_agg(item || ${json({ description: ERASED, sku: null })} order by position)
        from jsonb_array_elements(items) with ordinality as listed (item, position)
      )
    where ${isShipment}`.execute(trx)
  await sql`update claim set patch = null, reason_note = null where ${isShipment}`.execute(trx)
  await sql`update timeline set description = null, location = null where ${isShipment}`.execute(trx)
}

/** When the shipment's personal data was erased; null: not yet. */
export async function findErasedAt(db: Reader, environmentId: string, shipmentId: string): Promise<Date | null> {
  const { rows } = await sql<{ erasedAt: Date | null }>`
    select erased_at as "erasedAt" from shipment
    where environment_id = ${environmentId} and shipment_id = ${shipmentId}`.execute(db)
  return rows[0]?.erasedAt ?? null
}

/** Locks shipments of all environments with a final status and no claim that did not change since a time. */
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

/** Search criteria of an operator. */
export type Search =
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

/** A position in an environment's shipments, newest first. */
type SearchPlace = Pick<FoundShipment, 'createdAt' | 'shipmentId'>

/**
 * Searches the next `scan` shipments of the environment, newest first. `reached` is the position of the last one;
 * undefined: there are no more.
 */
export async function searchShipments(
  db: Reader,
  environmentId: string,
  search: Search,
  { after, scan }: { after: SearchPlace | null; scan: number },
): Promise<{ found: FoundShipment[]; reached: SearchPlace | undefined }> {
  const { rows } = await sql<FoundShipment & { isMatch: boolean }>`
    select shipment_id as "shipmentId", created_at as "createdAt", erased_at as "erasedAt",
      ${matches(search)} as "isMatch"
    from (
      select * from shipment
      where environment_id = ${environmentId}
        ${after === null ? sql`` : sql`and (created_at, shipment_id) < (${after.createdAt}, ${after.shipmentId})`}
        ${indexCondition(environmentId, search)}
      order by created_at desc, shipment_id desc limit ${scan}
    ) as part
    order by created_at desc, shipment_id desc`.execute(db)
  const found = rows.filter((row) => row.isMatch).map(({ isMatch: _, ...row }) => row)
  return { found, reached: rows.length === scan ? rows.at(-1) : undefined }
}

/** The part of a search that an index answers. Returns are of the same person as their shipment. */
function indexCondition(environmentId: string, search: Search): RawBuilder<unknown> {
  const returnsAny = (ids: RawBuilder<unknown>) =>
    sql`(return_terms is not null and return_terms ->> 'return_of' in ${ids})`
  if (search.kind === 'shipment')
    return sql`and (shipment_id = ${search.shipmentId} or ${returnsAny(sql`(${search.shipmentId})`)})`
  if (search.kind === 'reference') {
    const originals = sql`(
      select original.shipment_id from shipment as original
      where original.environment_id = ${environmentId} and original.merchant_order_ref = ${search.merchantOrderRef}
    )`
    return sql`and (merchant_order_ref = ${search.merchantOrderRef} or ${returnsAny(originals)})`
  }
  return sql``
}

// All texts in which a merchant may have written personal data.
const notes = sql`(
  select string_agg(text, ' ') from note
  where note.environment_id = part.environment_id and note.shipment_id = part.shipment_id
)`
const writtenText = sql`pickup_instructions, dropoff_instructions, metadata, cancellation_reason_note, tags, hold ->> 'reason',
  return_terms ->> 'note', return_terms -> 'decision' ->> 'note',
  ${notes}`
const personalText = sql`concat_ws(' ', pickup_address, dropoff_address, service_options, customs, ${writtenText})`
const digitsOnly = (text: RawBuilder<unknown>) => sql`regexp_replace(coalesce(${text}, ''), '\\D', '', 'g')`

function matches(search: Search): RawBuilder<unknown> {
  switch (search.kind) {
    case 'shipment':
    case 'reference':
      return sql`true`
    case 'email':
      return sql`position(lower(${search.email}) in lower(${personalText})) > 0`
    case 'phone': {
      // Either number may have a country code that the other lacks.
      const { digits } = search
      const sameNumber = (field: RawBuilder<unknown>) => {
        // An extension begins with a letter or one of three signs.
        const number = sql`regexp_replace(${field}, '([0-9])[^0-9]*[[:alpha:]#;,].*$', '\\1')`
        const written = sql`ltrim(${digitsOnly(number)}, '0')`
        return sql`(length(${written}) >= 7 and (${written} like '%' || ${digits} or ${digits} like '%' || ${written}))`
      }
      return sql`(${sameNumber(sql`pickup_address ->> 'phone'`)} or ${sameNumber(sql`dropoff_address ->> 'phone'`)}
        or ${sameNumber(sql`service_options -> 'return_address' ->> 'phone'`)}
        or position(${digits} in ${digitsOnly(
          sql`concat_ws(' ', service_options -> 'label_references', ${writtenText})`,
        )}) > 0)`
    }
  }
}

/** Number of rows about a shipment, by table. */
export async function countShipmentRows(
  db: Reader,
  environmentId: string,
  shipmentId: string,
): Promise<Record<string, number>> {
  const count = (table: string) =>
    sql`(select count(*) from ${sql.table(table)} where environment_id = ${environmentId} and shipment_id = ${shipmentId})`
  const { rows } = await sql<Record<string, number>>`
    select ${count('shipment')} as shipment, ${count('parcel')} as parcel, ${count('claim')} as claim,
      ${count('timeline')} as timeline, ${count('search_term')} as search_term,
      ${count('note')} as note`.execute(db)
  return rows[0] ?? {}
}
