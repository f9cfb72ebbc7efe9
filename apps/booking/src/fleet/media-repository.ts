/** Photos and signatures that drivers upload before they report the delivery. */
import { hashId } from '@waybill/contracts/ids'
import { sql } from 'kysely'
import type { Trx } from '../db.ts'
import { SIGNATURE } from '../documents/proof-media.ts'
import { fleetAccount } from './announcement.ts'
import { DELIVERY } from './facts.ts'
import type { FleetJobKey } from './repository.ts'

/** The id that the proof gets when the delivery is reported. */
const proofId = (environmentId: string, carrierAccountId: string, jobId: string): string =>
  hashId('pod', [environmentId, carrierAccountId, jobId, DELIVERY])

/** Stores a photo or the signature of a proof that is not reported yet. A later signature replaces the one before. */
export async function storeMedia(
  trx: Trx,
  { environmentId, jobId }: FleetJobKey,
  media: { name: string; contentType: string; bytes: Buffer },
): Promise<void> {
  const { carrierAccountId } = fleetAccount(environmentId)
  const replaced = { content_type: media.contentType, source_bytes: media.bytes }
  await trx
    .insertInto('proof_media')
    .values({
      ...replaced,
      environment_id: environmentId,
      pod_id: proofId(environmentId, carrierAccountId, jobId),
      name: media.name,
      carrier_account_id: carrierAccountId,
      carrier_job_id: jobId,
      fact_key: DELIVERY,
      signer_name: null,
      source_url: null,
      object_key: null,
      sha256: null,
      // Not fetched before the delivery is reported.
      due_at: sql<Date>`'infinity'`,
    })
    .onConflict((conflict) => conflict.columns(['environment_id', 'pod_id', 'name']).doUpdateSet(replaced))
    .execute()
}

/** How many photos of the job are stored. */
export async function countPhotos(trx: Trx, { environmentId, jobId }: FleetJobKey): Promise<number> {
  const { count } = await trx
    .selectFrom('proof_media')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('environment_id', '=', environmentId)
    .where('pod_id', '=', proofId(environmentId, fleetAccount(environmentId).carrierAccountId, jobId))
    .where('name', 'like', 'photo-%')
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the photos of a job that ends without a delivery. */
export async function removeUnreportedMedia(trx: Trx, { environmentId, jobId }: FleetJobKey): Promise<void> {
  await trx
    .deleteFrom('proof_media')
    .where('environment_id', '=', environmentId)
    .where('pod_id', '=', proofId(environmentId, fleetAccount(environmentId).carrierAccountId, jobId))
    .execute()
}

/** The delivery is reported: its photos and signature go to the object store. */
export async function releaseMedia(
  trx: Trx,
  { environmentId, jobId }: FleetJobKey,
  signerName: string | null,
): Promise<void> {
  const podId = proofId(environmentId, fleetAccount(environmentId).carrierAccountId, jobId)
  await sql`
    update proof_media
    set due_at = now(), signer_name = case when name = ${SIGNATURE} then ${signerName}::text end
    where environment_id = ${environmentId} and pod_id = ${podId}`.execute(trx)
}
