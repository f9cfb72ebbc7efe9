import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { JobTable, SimulatorDatabase } from '../db.ts'
import type { FactBody } from './fact.ts'
import type { Change, Job } from './job.ts'
import { finalCodes } from './journey.ts'

type Db = Kysely<SimulatorDatabase>
type Trx = Transaction<SimulatorDatabase>

const PRUNE_BATCH = 1_000

const toJob = (row: Selectable<JobTable>): Job => ({
  jobId: row.job_id,
  carrierCode: row.carrier_code,
  carrierAccountId: row.carrier_account_id,
  idempotencyKey: row.idempotency_key,
  requestHash: row.request_hash,
  reference: row.reference,
  trackingNumber: row.tracking_number,
  request: row.request,
  code: row.code,
  driver: row.driver,
  driversCount: row.drivers_count,
  factsCount: row.facts_count,
  etaFromAt: row.eta_from,
  etaToAt: row.eta_to,
  charges: row.charges,
  createdAt: row.created_at,
  nextStepAt: row.next_step_at,
})

const toRow = (job: Job) => ({
  job_id: job.jobId,
  carrier_code: job.carrierCode,
  carrier_account_id: job.carrierAccountId,
  idempotency_key: job.idempotencyKey,
  request_hash: job.requestHash,
  reference: job.reference,
  tracking_number: job.trackingNumber,
  request: JSON.stringify(job.request),
  code: job.code,
  driver: JSON.stringify(job.driver),
  drivers_count: job.driversCount,
  facts_count: job.factsCount,
  eta_from: job.etaFromAt,
  eta_to: job.etaToAt,
  charges: JSON.stringify(job.charges),
  created_at: job.createdAt,
  next_step_at: job.nextStepAt,
})

export async function findJobByKey(db: Db, carrierAccountId: string, idempotencyKey: string): Promise<Job | undefined> {
  const row = await db
    .selectFrom('job')
    .selectAll()
    .where('carrier_account_id', '=', carrierAccountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row && toJob(row)
}

/** The job of that id, if it belongs to the account and the carrier. */
export async function findJob(
  db: Db,
  { carrierCode, carrierAccountId, jobId }: Pick<Job, 'carrierCode' | 'carrierAccountId' | 'jobId'>,
): Promise<Job | undefined> {
  const row = await db
    .selectFrom('job')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('carrier_code', '=', carrierCode)
    .where('carrier_account_id', '=', carrierAccountId)
    .executeTakeFirst()
  return row && toJob(row)
}

/** The account's jobs of that reference, the latest first. */
export async function listJobsByReference(
  db: Db,
  { carrierCode, carrierAccountId, reference }: Pick<Job, 'carrierCode' | 'carrierAccountId' | 'reference'>,
): Promise<Job[]> {
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .where('carrier_account_id', '=', carrierAccountId)
    .where('reference', '=', reference)
    .where('carrier_code', '=', carrierCode)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(toJob)
}

/** Jobs of all carriers and accounts, the oldest first, for operators. */
export async function listJobs(db: Db, filter: { reference?: string; carrierAccountId?: string }): Promise<Job[]> {
  let query = db.selectFrom('job').selectAll().orderBy('created_at').orderBy('job_id')
  if (filter.reference !== undefined) query = query.where('reference', '=', filter.reference)
  if (filter.carrierAccountId !== undefined) query = query.where('carrier_account_id', '=', filter.carrierAccountId)
  return (await query.execute()).map(toJob)
}

/** False if the account already has a job of that key. */
export async function insertJob(trx: Trx, job: Job): Promise<boolean> {
  const inserted = await trx
    .insertInto('job')
    .values(toRow(job))
    .onConflict((conflict) => conflict.constraint('job_idempotency_key').doNothing())
    .returning('job_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The job by its id or its reference. Locks its row, which serialises the changes of a job. */
export async function lockJob(trx: Trx, idOrReference: string): Promise<Job | undefined> {
  const row = await trx
    .selectFrom('job')
    .selectAll()
    .where((where) => where.or([where('job_id', '=', idOrReference), where('reference', '=', idOrReference)]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row && toJob(row)
}

/** Jobs whose next step is due. Locks their rows; skips those that another replica has locked. */
export async function lockDueJobs(trx: Trx, now: Date, limit: number): Promise<Job[]> {
  const rows = await trx
    .selectFrom('job')
    .selectAll()
    .where('next_step_at', '<=', now)
    .orderBy('next_step_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toJob)
}

/** When the first of all jobs is due; null: none has a next step. */
export async function findNextStep(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('job')
    .select(({ fn }) => fn.min('next_step_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Writes jobs whose rows the transaction has locked, and their new facts. */
export async function saveChanges(trx: Trx, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = JSON.stringify(changes.map(({ job }) => toRow(job)))
  await sql`
    update job set
      request = changed.request::jsonb, code = changed.code, driver = changed.driver::jsonb,
      drivers_count = changed.drivers_count, facts_count = changed.facts_count, next_step_at = changed.next_step_at,
      eta_from = changed.eta_from, eta_to = changed.eta_to, charges = changed.charges::jsonb
    from jsonb_to_recordset(${rows}::jsonb) as changed (
      job_id text, request text, code text, driver text, drivers_count integer, facts_count integer,
      next_step_at timestamptz, eta_from timestamptz, eta_to timestamptz, charges text)
    where job.job_id = changed.job_id`.execute(trx)
  await insertFacts(trx, changes)
}

/** Facts of a job with a callback address are due to be reported at once. */
export async function insertFacts(trx: Trx, changes: Change[]): Promise<void> {
  const facts = changes.flatMap(({ job, facts }) =>
    facts.map((fact, index) => ({
      job_id: job.jobId,
      number: job.factsCount - facts.length + 1 + index,
      body: JSON.stringify(fact),
      callback_due_at: job.request.callback_url === null ? null : sql<Date>`now()`,
    })),
  )
  if (facts.length > 0) await trx.insertInto('fact').values(facts).execute()
}

export async function listFacts(db: Db, jobId: string): Promise<FactBody[]> {
  const rows = await db.selectFrom('fact').select('body').where('job_id', '=', jobId).orderBy('number').execute()
  return rows.map(({ body }) => body)
}

/** Deletes a batch of the jobs that are over and older than `days`, with their facts; resolves to their number. */
export async function pruneJobs(db: Db, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      select job_id from job
      where created_at < now() - ${days} * interval '1 day'
        and code in (${sql.join(finalCodes.map((code) => sql.lit(code)))})
      order by created_at limit ${PRUNE_BATCH}
      for update skip locked
    ), facts as (
      delete from fact where job_id in (select job_id from old)
    ), jobs as (
      delete from job where job_id in (select job_id from old) returning 1
    )
    select count(*) as count from jobs`.execute(db)
  return rows[0]?.count ?? 0
}
