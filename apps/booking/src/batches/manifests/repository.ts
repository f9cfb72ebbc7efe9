/** SQL of manifests. */
import type { ManifestStatus } from '@waybill/contracts/bookings/manifest'
import { type Selectable, sql } from 'kysely'
import type { Db, ManifestTable, Trx } from '../../db.ts'
import type { HeldManifest, Manifest, ManifestKey } from './manifest.ts'

type Reader = Db | Trx
type Row = Selectable<ManifestTable> & { has_document: boolean }

const toManifest = (row: Row): Manifest => ({
  environmentId: row.environment_id,
  manifestId: row.manifest_id,
  merchantId: row.merchant_id,
  livemode: row.livemode,
  requestId: row.request_id,
  carrierCode: row.carrier_code,
  carrierAccountId: row.carrier_account_id,
  status: row.status,
  step: row.step,
  shipDate: row.ship_date,
  address: row.address,
  jobs: row.jobs,
  leftOut: row.left_out,
  carrierManifestId: row.carrier_manifest_id,
  number: row.number,
  inDoubt: row.in_doubt,
  sentAt: row.sent_at,
  notFoundSeen: row.not_found_seen,
  error: row.error,
  completedAt: row.completed_at,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  hasDocument: row.has_document,
})

const hasDocument = sql<boolean>`
  exists (
    select from manifest_document document
    where document.environment_id = manifest.environment_id and document.manifest_id = manifest.manifest_id)`.as(
  'has_document',
)

const json = (value: object | null): string | null => value && JSON.stringify(value)

/** Takes bookings for a manifest. Resolves to those that another one has: these are not taken. */
export async function takeBookings(
  trx: Trx,
  { environmentId, manifestId }: ManifestKey,
  bookingIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ bookingId: string }>`
    insert into manifest_booking (environment_id, manifest_id, booking_id)
    select ${environmentId}, ${manifestId}, booking_id from unnest(${bookingIds}::text[]) as given (booking_id)
    order by booking_id
    on conflict (environment_id, booking_id) where live do nothing
    returning booking_id as "bookingId"`.execute(trx)
  const taken = new Set(rows.map(({ bookingId }) => bookingId))
  return bookingIds.filter((bookingId) => !taken.has(bookingId))
}

export async function insertManifest(trx: Trx, manifest: Manifest): Promise<void> {
  await trx
    .insertInto('manifest')
    .values({
      environment_id: manifest.environmentId,
      manifest_id: manifest.manifestId,
      merchant_id: manifest.merchantId,
      livemode: manifest.livemode,
      request_id: manifest.requestId,
      carrier_code: manifest.carrierCode,
      carrier_account_id: manifest.carrierAccountId,
      status: manifest.status,
      step: manifest.step,
      ship_date: manifest.shipDate,
      address: json(manifest.address),
      jobs: JSON.stringify(manifest.jobs),
      left_out: JSON.stringify(manifest.leftOut),
      created_at: manifest.createdAt,
      updated_at: manifest.updatedAt,
    })
    .execute()
}

export async function findManifest(
  db: Reader,
  { environmentId, manifestId }: ManifestKey,
): Promise<Manifest | undefined> {
  const row = await selectManifest(db, environmentId).where('manifest_id', '=', manifestId).executeTakeFirst()
  return row && toManifest(row)
}

const selectManifest = (db: Reader, environmentId: string) =>
  db.selectFrom('manifest').selectAll().select(hasDocument).where('environment_id', '=', environmentId)

interface ManifestFilters {
  status: ManifestStatus | null
  bookingId: string | null
}

/** A page of manifests, newest first, and one more if there is one. `after`: the last of the page before. */
export async function listManifests(
  db: Db,
  environmentId: string,
  { status, bookingId }: ManifestFilters,
  { after, limit }: { after: string | null; limit: number },
): Promise<Manifest[]> {
  let query = selectManifest(db, environmentId)
  if (after !== null) query = query.where('manifest_id', '<', after)
  if (status !== null) query = query.where('status', '=', status)
  if (bookingId !== null)
    query = query.where('manifest_id', 'in', (eb) =>
      eb
        .selectFrom('manifest_booking')
        .select('manifest_id')
        .where('environment_id', '=', environmentId)
        .where('booking_id', '=', bookingId),
    )
  const rows = await query
    .orderBy('manifest_id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(toManifest)
}

/**
 * Takes the leases of manifests whose step is due, over all environments. From now on one that is to be filed is in doubt: the
 * process may end during the call.
 */
export async function takeDueManifests(db: Db, limit: number, leaseMs: number): Promise<HeldManifest[]> {
  const { rows } = await sql<Row & { lease_id: string; was_in_doubt: boolean }>`
    with due as (
      select environment_id, manifest_id, in_doubt from manifest
      where step is not null and due_at <= clock_timestamp()
        and (lease_until is null or lease_until < clock_timestamp())
      order by due_at, manifest_id limit ${limit}
      for update skip locked
    )
    update manifest
    set lease_id = gen_random_uuid(), lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms',
      attempts = attempts + 1, in_doubt = manifest.in_doubt or manifest.step = 'file',
      sent_at = case when manifest.step = 'file' and not manifest.in_doubt then clock_timestamp() else sent_at end
    from due
    where manifest.environment_id = due.environment_id and manifest.manifest_id = due.manifest_id
    returning manifest.*, false as has_document, due.in_doubt as was_in_doubt`.execute(db)
  return rows.map((row) => ({
    ...toManifest(row),
    leaseId: row.lease_id,
    attempts: row.attempts,
    wasInDoubt: row.was_in_doubt,
  }))
}

/** The manifest as it is now, locked; undefined: the lease was lost. */
export async function lockHeldManifest(
  trx: Trx,
  { environmentId, manifestId, leaseId }: HeldManifest,
): Promise<Manifest | undefined> {
  const row = await selectManifest(trx, environmentId)
    .where('manifest_id', '=', manifestId)
    .where('lease_id', '=', leaseId)
    .forUpdate()
    .executeTakeFirst()
  return row && toManifest(row)
}

/** `pauseMs`: until its next step. `isSeen`: merchants see a difference. */
interface Storing {
  pauseMs: number
  isNewStep: boolean
  isSeen: boolean
}

/** Stores the locked manifest and ends its lease. Bookings that are not in it any more are free. */
export async function storeManifest(
  trx: Trx,
  manifest: Manifest,
  { pauseMs, isNewStep, isSeen }: Storing,
): Promise<void> {
  const { environmentId, manifestId, status } = manifest
  await trx
    .updateTable('manifest')
    .set({
      status,
      step: manifest.step,
      jobs: JSON.stringify(manifest.jobs),
      left_out: JSON.stringify(manifest.leftOut),
      carrier_manifest_id: manifest.carrierManifestId,
      number: manifest.number,
      in_doubt: manifest.inDoubt,
      sent_at: manifest.sentAt,
      not_found_seen: manifest.notFoundSeen,
      error: json(manifest.error),
      completed_at: manifest.completedAt,
      due_at: sql<Date>`clock_timestamp() + ${pauseMs} * interval '1 ms'`,
      lease_id: null,
      lease_until: null,
      ...(isNewStep && { attempts: 0 }),
      ...(isSeen && { version: sql<number>`version + 1`, updated_at: sql<Date>`greatest(now(), updated_at)` }),
    })
    .where('environment_id', '=', environmentId)
    .where('manifest_id', '=', manifestId)
    .execute()
  const isFree = status === 'failed' && !manifest.inDoubt
  const kept = isFree ? [] : manifest.jobs.map(({ bookingId }) => bookingId)
  await sql`
    update manifest_booking set live = false
    where environment_id = ${environmentId} and manifest_id = ${manifestId} and live
      and booking_id <> all (${kept}::text[])`.execute(trx)
}

/** Ends the lease of a manifest whose outcome was not stored: it is due at once. */
export async function releaseManifest(db: Db, { environmentId, manifestId, leaseId }: HeldManifest): Promise<void> {
  await db
    .updateTable('manifest')
    .set({ lease_until: null })
    .where('environment_id', '=', environmentId)
    .where('manifest_id', '=', manifestId)
    .where('lease_id', '=', leaseId)
    .execute()
}
