/** Photos and signatures of proofs: where carriers have them, and whether they are in our store. */
import { finalBookingStatuses } from '@waybill/contracts/booking'
import { sql } from 'kysely'
import type { Db, Trx } from '../db.ts'
import type { FactSource } from '../facts/stored-fact.ts'
import type { ReportedMedia } from './proof-media.ts'

/** Stores photos and signatures to be fetched, each once. Empty input is a no-op. */
export async function insertProofMedia(trx: Trx, source: FactSource, media: readonly ReportedMedia[]): Promise<void> {
  if (media.length === 0) return
  await trx
    .insertInto('proof_media')
    .values(
      media.map((item) => ({
        environment_id: source.environmentId,
        pod_id: item.podId,
        name: item.name,
        carrier_account_id: source.carrierAccountId,
        carrier_job_id: item.carrierJobId,
        fact_key: item.factKey,
        content_type: item.contentType,
        signer_name: item.signerName,
        source_url: item.sourceUrl,
        source_bytes: item.sourceBytes,
        object_key: null,
        sha256: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface MediaToFetch {
  environmentId: string
  bookingId: string
  podId: string
  name: string
  carrierCode: string
  carrierAccountId: string
  livemode: boolean
  contentType: string
  signerName: string | null
  sourceUrl: string | null
  sourceBytes: Buffer | null
  attempts: number
}

/**
 * Takes media of proofs that their bookings show, and schedules their next try first: after a minute, doubling up to a
 * day. If the process dies, another one takes them then.
 */
export async function takeMediaToFetch(db: Db, limit: number): Promise<MediaToFetch[]> {
  const { rows } = await sql<MediaToFetch>`
    with due as (
      select media.environment_id, media.pod_id, media.name, booking.booking_id, booking.carrier_code, booking.livemode
      from proof_media media
      join tracking_fact fact using (environment_id, carrier_account_id, carrier_job_id, fact_key)
      join booking on booking.environment_id = fact.environment_id and booking.booking_id = fact.booking_id
      where media.state = 'due' and media.due_at <= now() and booking.pod ->> 'pod_id' = media.pod_id
      order by media.due_at
      limit ${limit}
      for update of media skip locked)
    update proof_media media
    set attempts = attempts + 1, due_at = now() + least(power(2, attempts), 1440) * interval '1 minute'
    from due
    where media.environment_id = due.environment_id and media.pod_id = due.pod_id and media.name = due.name
    returning media.environment_id as "environmentId", due.booking_id as "bookingId", media.pod_id as "podId",
      media.name, due.carrier_code as "carrierCode", media.carrier_account_id as "carrierAccountId", due.livemode,
      media.content_type as "contentType", media.signer_name as "signerName", media.source_url as "sourceUrl",
      media.source_bytes as "sourceBytes", media.attempts`.execute(db)
  return rows
}

/**
 * Handles media that are due although no booking shows their proof; resolves to their number. If the booking is settled
 * it never will show it: they end as failed. If the job is unknown, its booking is not settled, or others of its parcels are on their
 * way, they are tried again after as long as they have waited, at most an hour. Rows are kept: by them an erasure finds objects to remove.
 */
export async function settleUnshownMedia(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with due as (
      select media.environment_id, media.pod_id, media.name, fact.received_at,
        booking.settled is true and (
          booking.status in (${sql.join(finalBookingStatuses)}) or jsonb_array_length(booking.parcels) > 1 is not true
        ) as is_never_shown
      from proof_media media
      join tracking_fact fact using (environment_id, carrier_account_id, carrier_job_id, fact_key)
      left join booking on booking.environment_id = fact.environment_id and booking.booking_id = fact.booking_id
      where media.state = 'due' and media.due_at <= now() and booking.pod ->> 'pod_id' is distinct from media.pod_id
      order by media.due_at
      limit ${limit}
      for update of media skip locked)
    update proof_media media
    set state = case when is_never_shown then 'failed' else 'due' end,
      source_bytes = case when is_never_shown then null else source_bytes end,
      due_at = now() + least(greatest(now() - received_at, interval '2 seconds'), interval '1 hour')
    from due
    where media.environment_id = due.environment_id and media.pod_id = due.pod_id and media.name = due.name`.execute(db)
  return Number(numAffectedRows ?? 0)
}

type MediaKey = Pick<MediaToFetch, 'environmentId' | 'podId' | 'name'>

export async function markMediaStored(
  trx: Trx,
  media: MediaKey,
  { objectKey, sha256, contentType }: { objectKey: string; sha256: string; contentType: string },
): Promise<void> {
  await mediaUpdate(trx, media)
    .set({ state: 'stored', object_key: objectKey, sha256, content_type: contentType, source_bytes: null })
    .execute()
}

/** Gives up fetching it. */
export async function markMediaFailed(trx: Trx, media: MediaKey): Promise<void> {
  await mediaUpdate(trx, media).set({ state: 'failed', source_bytes: null }).execute()
}

const mediaUpdate = (db: Trx, { environmentId, podId, name }: MediaKey) =>
  db
    .updateTable('proof_media')
    .where('environment_id', '=', environmentId)
    .where('pod_id', '=', podId)
    .where('name', '=', name)

/** Whether a photo or the signature of the proof is still to be fetched. */
export async function isMediaDue(trx: Trx, environmentId: string, podId: string): Promise<boolean> {
  const due = await trx
    .selectFrom('proof_media')
    .select('name')
    .where('environment_id', '=', environmentId)
    .where('pod_id', '=', podId)
    .where('state', '=', sql.lit('due'))
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** The object of a stored photo or signature. */
export async function findStoredMedia(
  db: Db,
  { environmentId, podId, name }: MediaKey,
): Promise<{ objectKey: string; contentType: string } | undefined> {
  const row = await db
    .selectFrom('proof_media')
    .select(['object_key', 'content_type'])
    .where('environment_id', '=', environmentId)
    .where('pod_id', '=', podId)
    .where('name', '=', name)
    .where('state', '=', sql.lit('stored'))
    .executeTakeFirst()
  return row && row.object_key !== null ? { objectKey: row.object_key, contentType: row.content_type } : undefined
}
