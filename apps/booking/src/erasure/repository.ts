/** Erasure of personal data in every table: recipients, senders, couriers, and what carriers said about them. */
import { finalBookingStatuses } from '@waybill/contracts/booking'
import type { LeftOut } from '@waybill/contracts/bookings/manifest'
import { ERASED, erasedDocument } from '@waybill/contracts/erasure'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../db.ts'

interface ShipmentKey {
  environmentId: string
  shipmentId: string
}

/** Locks the bookings of a shipment. `hindrance` names a booking or an operation that is still open, if any. */
export async function lockBookingsToErase(
  trx: Trx,
  { environmentId, shipmentId }: ShipmentKey,
): Promise<{ bookingIds: string[]; hindrance: string | null }> {
  const { rows } = await sql<{ bookingId: string; status: string; isOver: boolean }>`
    select booking_id as "bookingId", status, status = any (${[...finalBookingStatuses]}::text[]) as "isOver" from booking
    where environment_id = ${environmentId} and shipment_id = ${shipmentId}
    order by booking_id for update`.execute(trx)
  const { rows: operations } = await sql<{ opId: string; kind: string }>`
    select op_id as "opId", kind from operation
    where environment_id = ${environmentId} and shipment_id = ${shipmentId} and state = 'open' limit 1`.execute(trx)
  const { rows: pickups } = await sql<{ pickupId: string; step: string }>`
    select pickup_id as "pickupId", step from pickup
    join pickup_booking using (environment_id, pickup_id)
    where environment_id = ${environmentId} and booking_id = any (${rows.map(({ bookingId }) => bookingId)}::text[])
      and step <> 'follow' limit 1`.execute(trx)
  const { rows: manifests } = await sql<{ manifestId: string; step: string }>`
    select manifest_id as "manifestId", step from manifest
    join manifest_booking using (environment_id, manifest_id)
    where environment_id = ${environmentId} and booking_id = any (${rows.map(({ bookingId }) => bookingId)}::text[])
      and step is not null limit 1`.execute(trx)
  const live = rows.find(({ isOver }) => !isOver)
  const [open] = operations
  const [pickup] = pickups
  const [manifest] = manifests
  const hindrance = live
    ? `booking ${live.bookingId} is ${live.status}`
    : open
      ? `operation ${open.opId} (${open.kind}) is open`
      : pickup
        ? `pickup ${pickup.pickupId} is open (${pickup.step})`
        : manifest
          ? `manifest ${manifest.manifestId} is open (${manifest.step})`
          : null
  return { bookingIds: rows.map(({ bookingId }) => bookingId), hindrance }
}

/** Jobs reported for the bookings' attempts that belong to no booking: second jobs, and jobs of refused attempts. */
const strayJobs = (environmentId: string, bookingIds: readonly string[]) => sql`
  select tried.carrier_code, fact.carrier_account_id, fact.carrier_job_id
  from carrier_attempt tried
  join tracking_fact fact on fact.environment_id = tried.environment_id and fact.booking_id is null
    and fact.carrier_account_id = tried.carrier_account_id
    and (fact.carrier_job_id = tried.reported_job_id or fact.fact ->> 'reference' = tried.attempt_id)
  where tried.environment_id = ${environmentId} and tried.booking_id = any (${bookingIds}::text[])`

/** The bookings' jobs at carriers, including stray ones. */
export async function listJobs(
  trx: Trx,
  environmentId: string,
  bookingIds: readonly string[],
): Promise<{ carrierCode: string; carrierAccountId: string; carrierJobId: string }[]> {
  const { rows } = await sql<{ carrierCode: string; carrierAccountId: string; carrierJobId: string }>`
    select carrier_code as "carrierCode", carrier_account_id as "carrierAccountId", carrier_job_id as "carrierJobId" from carrier_attempt
    where environment_id = ${environmentId} and booking_id = any (${bookingIds}::text[]) and carrier_job_id is not null
    union ${strayJobs(environmentId, bookingIds)}
    order by "carrierAccountId", "carrierJobId"`.execute(trx)
  return rows
}

/** Overwrites or deletes personal data in every table. Idempotent. */
export async function writeErased(
  trx: Trx,
  { environmentId, shipmentId }: ShipmentKey,
  bookingIds: readonly string[],
): Promise<void> {
  const ofShipment = sql`environment_id = ${environmentId} and shipment_id = ${shipmentId}`
  const ofBookings = sql`environment_id = ${environmentId} and booking_id = any (${bookingIds}::text[])`
  const erase = <T>(document: T): T => erasedDocument(document, environmentId)

  // First, since erasing the operations below removes what ties exchanges to them.
  await sql`
    delete from carrier_exchange
    where environment_id = ${environmentId} and (
      reference in (select attempt_id from carrier_attempt where ${ofBookings})
      or reference in (select carrier_job_id from carrier_attempt where ${ofBookings})
      or reference in (select pickup_id from pickup_booking where ${ofBookings})
      or reference in (select manifest_id from manifest_booking where ${ofBookings})
      or reference in (select carrier_job_id from (${strayJobs(environmentId, bookingIds)}) as stray)
      or request_id in (select coalesce(context ->> 'requestId', op_id) from operation where ${ofShipment}))`.execute(
    trx,
  )
  // By job, since some reports of a job may lack our reference.
  await sql`
    with stray as (
      delete from tracking_fact as fact
      where fact.environment_id = ${environmentId} and fact.booking_id is null
        and (fact.carrier_account_id, fact.carrier_job_id) in (
          select carrier_account_id, carrier_job_id from carrier_attempt where ${ofBookings}
          union select carrier_account_id, carrier_job_id from (${strayJobs(environmentId, bookingIds)}) as stray)
      returning fact.carrier_account_id, fact.carrier_job_id, fact.fact_key
    )
    delete from proof_media as media using stray
    where media.environment_id = ${environmentId} and media.carrier_account_id = stray.carrier_account_id
      and media.carrier_job_id = stray.carrier_job_id and media.fact_key = stray.fact_key`.execute(trx)
  await sql`delete from label where ${ofBookings}`.execute(trx)
  const ofJobs = sql`environment_id = ${environmentId} and reference in (select attempt_id from carrier_attempt where ${ofBookings})`
  // Photos of a delivery that was never reported.
  await sql`
    delete from proof_media media
    where environment_id = ${environmentId} and carrier_job_id in (select job_id from fleet_job where ${ofJobs})
      and not exists (
        select from tracking_fact fact
        where fact.environment_id = media.environment_id and fact.carrier_account_id = media.carrier_account_id
          and fact.carrier_job_id = media.carrier_job_id and fact.fact_key = media.fact_key)`.execute(trx)
  await sql`update fleet_job set request = null where ${ofJobs}`.execute(trx)
  await sql`delete from search_term where ${ofShipment}`.execute(trx)
  await sql`update attempt_resolution set note = null where ${ofBookings} and note is not null`.execute(trx)
  await sql`
    update booking
    set has_label = false, label_due = false, label_revision = label_revision + 1, track_due_at = null,
      cancellation_reason_note = null, cancelling = null, shown_shipment = null, carrier_tracking_url = null,
      parcels = (
        select jsonb_agg(parcel || '{"trackingUrl":null}' order by position)
        from jsonb_array_elements(parcels) with ordinality as each (parcel, position))
    where ${ofBookings}`.execute(trx)
  await rewrite(
    trx,
    { table: 'booking', column: 'driver', key: ['booking_id'], where: ofBookings },
    (driver) => erase({ driver }).driver,
  )
  await rewrite(
    trx,
    { table: 'booking', column: 'charges', key: ['booking_id'], where: sql`${ofBookings} and charges <> '[]'` },
    (charges) => erase({ charges }).charges,
  )
  await rewrite(trx, { table: 'booking', column: 'pod', key: ['booking_id'], where: ofBookings }, erase)
  await rewrite(trx, { table: 'shipment_copy', column: 'object', key: ['shipment_id'], where: ofShipment }, erase)
  const factKey = ['carrier_account_id', 'carrier_job_id', 'fact_key']
  await rewrite(trx, { table: 'tracking_fact', column: 'fact', key: factKey, where: ofBookings }, erase)
  await rewrite(
    trx,
    { table: 'carrier_attempt', column: 'failure', key: ['attempt_id'], where: ofBookings },
    (carrier) => erase({ carrier }).carrier,
  )
  const itemKey = ['batch_id', 'position']
  await rewrite(trx, { table: 'booking_batch_item', column: 'error', key: itemKey, where: ofShipment }, erase)
  await rewrite(trx, { table: 'label_batch_item', column: 'error', key: itemKey, where: ofBookings }, erase)
  const ofPickups = sql`
    environment_id = ${environmentId} and pickup_id in (select pickup_id from pickup_booking where ${ofBookings})`
  // No longer followed: what the carrier reports may name persons.
  await sql`
    update pickup
    set address = null, instructions = null, step = nullif(step, 'follow'),
      lease_id = case when step <> 'follow' then lease_id end
    where ${ofPickups}`.execute(trx)
  await rewrite(trx, { table: 'pickup', column: 'error', key: ['pickup_id'], where: ofPickups }, erase)
  const ofManifests = sql`
    environment_id = ${environmentId} and manifest_id in (select manifest_id from manifest_booking where ${ofBookings})`
  await sql`update manifest set address = null where ${ofManifests}`.execute(trx)
  await sql`delete from manifest_document where ${ofManifests}`.execute(trx)
  await rewrite(trx, { table: 'manifest', column: 'error', key: ['manifest_id'], where: ofManifests }, erase)
  await rewrite(trx, { table: 'manifest', column: 'left_out', key: ['manifest_id'], where: ofManifests }, (leftOut) =>
    (leftOut as LeftOut[]).map((label) => (label.code === 'refused' ? { ...label, message: ERASED } : label)),
  )
  const ended = sql`${ofShipment} and state = 'ended'`
  await rewrite(trx, { table: 'operation', column: 'outcome', key: ['op_id'], where: ended }, erase)
  await sql`
    update operation set desired = '{}', context = context || '{"idempotencyKey": null}' where ${ended}`.execute(trx)
  await sql`
    update proof_media set state = 'erased', signer_name = null, source_url = null, source_bytes = null
    from tracking_fact
    where proof_media.environment_id = ${environmentId} and tracking_fact.environment_id = ${environmentId}
      and tracking_fact.booking_id = any (${bookingIds}::text[])
      and proof_media.carrier_account_id = tracking_fact.carrier_account_id
      and proof_media.carrier_job_id = tracking_fact.carrier_job_id
      and proof_media.fact_key = tracking_fact.fact_key`.execute(trx)
}

interface JsonColumn {
  table: string
  column: string
  /** The primary key without environment_id. */
  key: string[]
  where: RawBuilder<unknown>
}

async function rewrite(
  trx: Trx,
  { table, column, key, where }: JsonColumn,
  erase: (document: object) => unknown,
): Promise<void> {
  const [name, field] = [sql.table(table), sql.ref(column)]
  const { rows } = await sql<Record<string, unknown> & { document: object }>`
    select environment_id, ${sql.join(key.map((part) => sql.ref(part)))}, ${field} as document
    from ${name} where ${where} and ${field} is not null`.execute(trx)
  for (const { document, ...row } of rows) {
    const isRow = Object.entries(row).map(([part, value]) => sql`${sql.ref(part)} = ${value}`)
    await sql`
      update ${name} set ${field} = ${JSON.stringify(erase(document))}
      where ${sql.join(isRow, sql` and `)}`.execute(trx)
  }
}

/** Photos and signatures of the bookings' proofs, as far as their object keys need. */
export async function listMedia(
  db: Db,
  environmentId: string,
  bookingIds: readonly string[],
): Promise<{ environmentId: string; bookingId: string; podId: string; name: string }[]> {
  const { rows } = await sql<{ environmentId: string; bookingId: string; podId: string; name: string }>`
    select distinct media.environment_id as "environmentId", fact.booking_id as "bookingId", media.pod_id as "podId",
      media.name
    from proof_media media
    join tracking_fact fact using (environment_id, carrier_account_id, carrier_job_id, fact_key)
    where media.environment_id = ${environmentId} and fact.booking_id = any (${bookingIds}::text[])`.execute(db)
  return rows
}

/** A row if the job's booking is erased: its carrier's reports are no longer stored. */
export const selectErasedJob = (
  source: { environmentId: string; carrierAccountId: string },
  { carrierJobId, reference }: { carrierJobId: string; reference: string | null },
): RawBuilder<unknown> => sql`
  select 1 from carrier_attempt attempt
  join erasure on erasure.environment_id = attempt.environment_id and erasure.subject_id = attempt.booking_id
  where attempt.environment_id = ${source.environmentId} and attempt.carrier_account_id = ${source.carrierAccountId}
    and (attempt.carrier_job_id = ${carrierJobId} or attempt.attempt_id = ${reference})`

const UNCLAIMED_BATCH = 1_000

/**
 * Deletes a batch of reports, older than `days`, of jobs that no booking claimed, with their photos and signatures.
 * Resolves to the number of reports.
 */
export async function pruneUnclaimedFacts(db: Db, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      select environment_id, carrier_account_id, carrier_job_id, fact_key from tracking_fact
      where booking_id is null and received_at < now() - ${days} * interval '1 day'
      order by received_at limit ${UNCLAIMED_BATCH} for update skip locked
    ), media as (
      delete from proof_media where (environment_id, carrier_account_id, carrier_job_id, fact_key) in (select * from old)
    ), facts as (
      delete from tracking_fact
      where (environment_id, carrier_account_id, carrier_job_id, fact_key) in (select * from old) returning 1
    )
    select count(*) as count from facts`.execute(db)
  return rows[0]?.count ?? 0
}

/** Number of rows about a shipment, by table, and the ids of its bookings. */
export async function countBookingRows(
  db: Db,
  { environmentId, shipmentId }: ShipmentKey,
): Promise<{ bookingIds: string[]; tables: Record<string, number> }> {
  const { rows } = await sql<Record<string, number> & { bookingIds: string[] }>`
    with wanted as (
      select booking_id from booking where environment_id = ${environmentId} and shipment_id = ${shipmentId}
    ), tried as (
      select * from carrier_attempt where environment_id = ${environmentId} and booking_id in (select * from wanted)
    ), reported as (
      select * from tracking_fact where environment_id = ${environmentId} and booking_id in (select * from wanted)
    ), begun as (
      select * from operation where environment_id = ${environmentId} and shipment_id = ${shipmentId}
    )
    select (select coalesce(array_agg(booking_id), '{}') from wanted) as "bookingIds",
      (select count(*) from wanted) as booking,
      (select count(*) from shipment_copy
        where environment_id = ${environmentId} and shipment_id = ${shipmentId}) as shipment_copy,
      (select count(*) from fleet_job
        where environment_id = ${environmentId} and reference in (select attempt_id from tried)) as fleet_job,
      (select count(*) from search_term
        where environment_id = ${environmentId} and shipment_id = ${shipmentId}) as search_term,
      (select count(*) from tried) as carrier_attempt,
      (select count(*) from attempt_resolution
        where environment_id = ${environmentId} and booking_id in (select * from wanted)
          and note is not null) as attempt_resolution,
      (select count(*) from reported) as tracking_fact,
      (select count(*) from pickup_booking
        where environment_id = ${environmentId} and booking_id in (select * from wanted)) as pickup,
      (select count(*) from manifest_booking
        where environment_id = ${environmentId} and booking_id in (select * from wanted)) as manifest,
      (select count(*) from begun) as operation,
      (select count(*) from label
        where environment_id = ${environmentId} and booking_id in (select * from wanted)) as label,
      (select count(*) from proof_media join reported using (environment_id, carrier_account_id, carrier_job_id, fact_key)
        where state <> 'erased') as proof_media,
      (select count(*) from carrier_exchange where environment_id = ${environmentId} and (
        reference in (select attempt_id from tried) or reference in (select carrier_job_id from tried)
        or reference in (select pickup_id from pickup_booking
          where environment_id = ${environmentId} and booking_id in (select * from wanted))
        or reference in (select manifest_id from manifest_booking
          where environment_id = ${environmentId} and booking_id in (select * from wanted))
        or request_id in (select coalesce(context ->> 'requestId', op_id) from begun))) as carrier_exchange
    `.execute(db)
  const { bookingIds, ...tables } = rows[0] as Record<string, number> & { bookingIds: string[] }
  return { bookingIds, tables: tables as Record<string, number> }
}
