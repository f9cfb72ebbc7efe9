import type { CarrierFault } from '@waybill/contracts/app-error'
import { type Selectable, sql } from 'kysely'
import type { CarrierAttemptTable, Db, Trx } from '../db.ts'

/** One try to book at a carrier. Its id is the carrier's idempotency key and our reference there. */
export interface CarrierAttempt {
  environmentId: string
  attemptId: string
  bookingId: string
  opId: string
  carrierCode: string
  carrierAccountId: string
  callbackUrl: string | null
  state: CarrierAttemptTable['state']
  carrierJobId: string | null
  draftId: string | null
  reportedJobId: string | null
  notFoundSeen: number
  sentAt: Date
}

/** Stores the attempt that is about to be made. A booking that has a live or unknown one refuses another. */
export async function insertAttempt(
  trx: Trx,
  attempt: Pick<
    CarrierAttempt,
    'environmentId' | 'attemptId' | 'bookingId' | 'opId' | 'carrierCode' | 'carrierAccountId' | 'callbackUrl'
  > & { quoteOptionId: string },
): Promise<void> {
  await trx
    .insertInto('carrier_attempt')
    .values({
      environment_id: attempt.environmentId,
      attempt_id: attempt.attemptId,
      booking_id: attempt.bookingId,
      op_id: attempt.opId,
      carrier_code: attempt.carrierCode,
      carrier_account_id: attempt.carrierAccountId,
      quote_option_id: attempt.quoteOptionId,
      callback_url: attempt.callbackUrl,
      state: 'sending',
      carrier_job_id: null,
      failure: null,
      decided_at: null,
    })
    .execute()
}

/** The booking's attempt that was not refused: there is at most one. */
export async function findLiveAttempt(
  db: Db | Trx,
  environmentId: string,
  bookingId: string,
): Promise<CarrierAttempt | undefined> {
  const row = await db
    .selectFrom('carrier_attempt')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where('state', '<>', sql.lit('refused'))
    .executeTakeFirst()
  return row && attemptOf(row)
}

/**
 * The attempt that made a job, by the carrier's id of it or by our reference: one that was accepted with another job too.
 * Locks its row: who reports a job of it and who accepts one take turns, so that no other job is missed.
 */
export async function lockAttemptOfJob(
  trx: Trx,
  source: { environmentId: string; carrierAccountId: string },
  { carrierJobId, reference }: { carrierJobId: string; reference: string | null },
): Promise<CarrierAttempt | undefined> {
  const row = await trx
    .selectFrom('carrier_attempt')
    .selectAll()
    .where('environment_id', '=', source.environmentId)
    .where('carrier_account_id', '=', source.carrierAccountId)
    .where((where) => where.or([where('carrier_job_id', '=', carrierJobId), where('attempt_id', '=', reference)]))
    .orderBy(sql`carrier_job_id = ${carrierJobId}`, (order) => order.desc().nullsLast())
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row && attemptOf(row)
}

/** What is going to be bought: from now on the attempt buys this or nothing. */
export async function noteDraft(
  trx: Trx,
  { environmentId, attemptId }: Pick<CarrierAttempt, 'environmentId' | 'attemptId'>,
  draftId: string,
): Promise<void> {
  await trx
    .updateTable('carrier_attempt')
    .set({ draft_id: draftId })
    .where('environment_id', '=', environmentId)
    .where('attempt_id', '=', attemptId)
    .execute()
}

/** The carrier has taken the job. Answers the one that a call-back has named before, which may be another. */
export async function acceptAttempt(
  trx: Trx,
  { environmentId, attemptId }: Pick<CarrierAttempt, 'environmentId' | 'attemptId'>,
  carrierJobId: string,
): Promise<string | null> {
  const row = await trx
    .updateTable('carrier_attempt')
    .set({ state: 'accepted', carrier_job_id: carrierJobId, failure: null, decided_at: sql<Date>`now()` })
    .where('environment_id', '=', environmentId)
    .where('attempt_id', '=', attemptId)
    .returning('reported_job_id')
    .executeTakeFirstOrThrow()
  return row.reported_job_id
}

/** The carrier will not, or nobody knows. */
export async function decideAttempt(
  trx: Trx,
  { environmentId, attemptId }: Pick<CarrierAttempt, 'environmentId' | 'attemptId'>,
  { state, failure }: { state: 'refused' | 'unknown'; failure: CarrierFault | null },
): Promise<void> {
  await trx
    .updateTable('carrier_attempt')
    .set({
      state,
      failure: failure && JSON.stringify(failure),
      decided_at: state === 'unknown' ? null : sql<Date>`now()`,
    })
    .where('environment_id', '=', environmentId)
    .where('attempt_id', '=', attemptId)
    .execute()
}

/** The carrier did not know the job when it was asked. */
export async function countNotFound(
  trx: Trx,
  { environmentId, attemptId }: Pick<CarrierAttempt, 'environmentId' | 'attemptId'>,
): Promise<void> {
  await trx
    .updateTable('carrier_attempt')
    .set({ not_found_seen: sql<number>`not_found_seen + 1` })
    .where('environment_id', '=', environmentId)
    .where('attempt_id', '=', attemptId)
    .execute()
}

/** A call-back names the job of an attempt whose answer is not known yet. */
export async function noteReportedJob(
  trx: Trx,
  { environmentId, attemptId }: Pick<CarrierAttempt, 'environmentId' | 'attemptId'>,
  carrierJobId: string,
): Promise<void> {
  await trx
    .updateTable('carrier_attempt')
    .set({ reported_job_id: carrierJobId })
    .where('environment_id', '=', environmentId)
    .where('attempt_id', '=', attemptId)
    .execute()
}

/** Attempts that nobody knows the outcome of, and the age of the oldest. */
export async function countUnknownAttempts(db: Db): Promise<{ count: number; oldestSeconds: number }> {
  return await db
    .selectFrom('carrier_attempt')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(extract(epoch from now() - min(sent_at)), 0)::float8`.as('oldestSeconds'),
    ])
    .where('state', '=', sql.lit('unknown'))
    .executeTakeFirstOrThrow()
}

const attemptOf = (row: Selectable<CarrierAttemptTable>): CarrierAttempt => ({
  environmentId: row.environment_id,
  attemptId: row.attempt_id,
  bookingId: row.booking_id,
  opId: row.op_id,
  carrierCode: row.carrier_code,
  carrierAccountId: row.carrier_account_id,
  callbackUrl: row.callback_url,
  state: row.state,
  carrierJobId: row.carrier_job_id,
  draftId: row.draft_id,
  reportedJobId: row.reported_job_id,
  notFoundSeen: row.not_found_seen,
  sentAt: row.sent_at,
})
