/** SQL of manifests. */
import { randomInt, randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { SimulatorDatabase } from '../db.ts'

type Db = Kysely<SimulatorDatabase> | Transaction<SimulatorDatabase>

const PRUNE_BATCH = 1_000

interface ManifestOwner {
  carrierCode: string
  carrierAccountId: string
}

export interface Manifest {
  manifestId: string
  number: string
  shipDate: string
  readyAt: Date
  createdAt: Date
  jobs: string[]
}

const select = (where: ReturnType<typeof sql>) => sql<Manifest>`
  select manifest_id as "manifestId", number, ship_date as "shipDate", ready_at as "readyAt", created_at as "createdAt",
    array(select job_id from manifest_job where manifest_job.manifest_id = manifest.manifest_id order by job_id) as jobs
  from manifest where ${where} order by created_at, manifest_id`

export async function findManifestByKey(
  db: Db,
  { carrierAccountId }: ManifestOwner,
  key: string,
): Promise<Manifest | undefined> {
  const isOurs = sql`carrier_account_id = ${carrierAccountId} and idempotency_key = ${key}`
  return (await select(isOurs).execute(db)).rows[0]
}

export async function findManifest(
  db: Db,
  { carrierCode, carrierAccountId }: ManifestOwner,
  manifestId: string,
): Promise<Manifest | undefined> {
  const isOurs = sql`
    carrier_code = ${carrierCode} and carrier_account_id = ${carrierAccountId} and manifest_id = ${manifestId}`
  return (await select(isOurs).execute(db)).rows[0]
}

/** Stores a manifest. Resolves to the jobs that are in another one; then the transaction has to be rolled back. */
export async function insertManifest(
  trx: Transaction<SimulatorDatabase>,
  { carrierCode, carrierAccountId }: ManifestOwner,
  key: string,
  { jobs, shipDate, readyInMs }: { jobs: readonly string[]; shipDate: string; readyInMs: number },
): Promise<string[]> {
  const manifestId = `mft_${randomUUID()}`
  const at = new Date()
  await trx
    .insertInto('manifest')
    .values({
      manifest_id: manifestId,
      carrier_code: carrierCode,
      carrier_account_id: carrierAccountId,
      idempotency_key: key,
      ship_date: shipDate,
      number: `M${String(randomInt(1e9)).padStart(9, '0')}`,
      ready_at: new Date(at.getTime() + readyInMs),
      created_at: at,
    })
    .execute()
  const { rows } = await sql<{ jobId: string }>`
    insert into manifest_job (job_id, manifest_id)
    select job_id, ${manifestId} from unnest(${jobs}::text[]) as given (job_id) order by job_id
    on conflict do nothing returning job_id as "jobId"`.execute(trx)
  const taken = new Set(rows.map(({ jobId }) => jobId))
  return jobs.filter((jobId) => !taken.has(jobId))
}

/** The manifests of an account, in the order in which they were asked for. */
export const listManifests = async (db: Db, carrierAccountId: string): Promise<Manifest[]> =>
  (await select(sql`carrier_account_id = ${carrierAccountId}`).execute(db)).rows

/** Deletes a batch of manifests older than `days`. Resolves to their number. */
export async function pruneManifests(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from manifest where manifest_id in (
      select manifest_id from manifest where created_at < now() - ${days} * interval '1 day'
      order by created_at limit ${PRUNE_BATCH} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
