/** Facts to be reported to callback addresses: claimed with a lease, in order per job, at least once. */
import { type Kysely, sql } from 'kysely'
import type { SimulatorDatabase } from '../db.ts'
import type { FactBody } from '../jobs/fact.ts'
import type { JobBody } from '../wire/wire.ts'

export interface Callback {
  jobId: string
  number: number
  attempts: number
  body: FactBody
  callbackUrl: string
  carrierCode: string
  carrierAccountId: string
  /** The request of the job, which may contain magic values. */
  request: JobBody
}

/** After about a day the simulator gives up. The events stay available by request. */
const MAX_ATTEMPTS = 30
const MAX_WAIT_SECONDS = 3_600

/**
 * Claims due callbacks, the earliest open one of each job, for `leaseMs`. If the process dies, another one claims them
 * after the lease. Skips rows that another replica has locked.
 */
export async function claimCallbacks(
  db: Kysely<SimulatorDatabase>,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<Callback[]> {
  const { rows } = await sql<Callback>`
    with due as (
      select job_id, number from fact
      where callback_due_at <= now()
        and not exists (
          select 1 from fact earlier
          where earlier.job_id = fact.job_id and earlier.number < fact.number and earlier.callback_due_at is not null
            and not earlier.may_be_overtaken)
      order by callback_due_at
      limit ${limit}
      for update skip locked)
    update fact set callback_due_at = now() + ${leaseMs} * interval '1 millisecond',
      callback_attempts = callback_attempts + 1
    from due join job using (job_id)
    where fact.job_id = due.job_id and fact.number = due.number
    returning fact.job_id as "jobId", fact.number, fact.callback_attempts as attempts, fact.body,
      job.request ->> 'callback_url' as "callbackUrl", job.carrier_code as "carrierCode", job.carrier_account_id as "carrierAccountId", job.request`.execute(
    db,
  )
  return rows
}

export async function markReported(db: Kysely<SimulatorDatabase>, { jobId, number }: Callback): Promise<void> {
  await db
    .updateTable('fact')
    .set({ callback_due_at: null, reported_at: sql<Date>`now()` })
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .execute()
}

/** Delays a callback. The later ones of its job wait for it unless they may overtake it. */
export async function delayCallback(
  db: Kysely<SimulatorDatabase>,
  { jobId, number }: Callback,
  { delayMs, mayBeOvertaken }: { delayMs: number; mayBeOvertaken: boolean },
): Promise<void> {
  await db
    .updateTable('fact')
    .set({ callback_due_at: sql<Date>`now() + ${delayMs} * interval '1 ms'`, may_be_overtaken: mayBeOvertaken })
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .execute()
}

/** Schedules the next attempt of a failed callback after 1, 2, 4 … seconds, at most an hour. */
export async function scheduleRetry(
  db: Kysely<SimulatorDatabase>,
  { jobId, number, attempts }: Callback,
): Promise<void> {
  const waitSeconds = Math.min(2 ** (attempts - 1), MAX_WAIT_SECONDS)
  const due = sql<Date>`now() + ${waitSeconds} * interval '1 second'`
  await db
    .updateTable('fact')
    .set({ callback_due_at: attempts >= MAX_ATTEMPTS ? null : due })
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .execute()
}
