/** Attempts to book at a carrier. */
import { sendWithCommit, type Write } from '@waybill/chassis/postgres/pipelining'
import type { CarrierFault } from '@waybill/contracts/app-error'
import { type Expression, type Selectable, sql } from 'kysely'
import { insertOpenAccount, isSilent } from '../accounts/repository.ts'
import type { CarrierAttemptTable, Db, Trx } from '../db.ts'

/** One attempt to book at a carrier. Its id is the idempotency key and our reference at the carrier. */
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

interface NewAttempt
  extends Pick<
    CarrierAttempt,
    'environmentId' | 'attemptId' | 'bookingId' | 'opId' | 'carrierCode' | 'carrierAccountId' | 'callbackUrl' | 'sentAt'
  > {
  quoteOptionId: string
  livemode: boolean
}

/** An attempt that is stored before its carrier is called. */
export const newAttempt = ({ quoteOptionId: _, livemode: __, ...stored }: NewAttempt): CarrierAttempt => ({
  ...stored,
  state: 'sending',
  carrierJobId: null,
  draftId: null,
  reportedJobId: null,
  notFoundSeen: 0,
})

/**
 * The writes of a new attempt, and of its account if merchants have none with the carrier. A unique index rejects it if the
 * booking has another live one.
 */
export const attemptWrites = (trx: Trx, attempt: NewAttempt): Write[] => [
  insertOpenAccount(trx, attempt),
  trx.insertInto('carrier_attempt').values({
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
    sent_at: attempt.sentAt,
    decided_at: null,
  }),
]

/** The booking's attempt that was not refused; there is at most one. */
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
  return row && attemptFromRow(row)
}

/** The booking's newest attempt, and why its carrier refused it. */
export async function findNewestAttempt(
  db: Db | Trx,
  environmentId: string,
  bookingId: string,
): Promise<{ attempt: CarrierAttempt; failure: CarrierFault | null } | undefined> {
  const row = await db
    .selectFrom('carrier_attempt')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { attempt: attemptFromRow(row), failure: row.failure }
}

/**
 * The attempt that made a job, found by the carrier's job id or by our reference; it may have been accepted with another
 * job. Locks its row: reporting and accepting a job exclude each other, so that no second job goes unnoticed.
 */
export async function lockAttemptByJob(
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
  return row && attemptFromRow(row)
}

/** Locks the attempt, so that no report of its job is stored while it is decided. Resolves to the job reported before. */
export async function lockReportedJob(
  trx: Trx,
  { environmentId, attemptId }: Pick<CarrierAttempt, 'environmentId' | 'attemptId'>,
): Promise<string | null> {
  const row = await trx
    .selectFrom('carrier_attempt')
    .select('reported_job_id')
    .where('environment_id', '=', environmentId)
    .where('attempt_id', '=', attemptId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.reported_job_id
}

/**
 * The write that the attempt is sent now, and of the draft to be bought, if there is one: from now on the attempt buys this
 * draft or nothing. It writes only if the condition is true.
 */
export const sendingWrite = (
  db: Db,
  { environmentId, attemptId }: CarrierAttempt,
  { draft, condition }: { draft: { draftId: string } | null; condition: Expression<boolean> },
) =>
  db
    .updateTable('carrier_attempt')
    .set({ sent_at: sql<Date>`clock_timestamp()`, ...(draft && { draft_id: draft.draftId }) })
    .where('environment_id', '=', environmentId)
    .where('attempt_id', '=', attemptId)
    .where(condition)
    .returning('sent_at as sentAt')

/**
 * Marks the attempt as accepted, and assigns the facts that arrived before its job was known to its booking. The caller
 * holds the job's lock. Returns the job that a call-back named before, which may be another one, and whether no call-back
 * has come for the account yet.
 */
export const acceptAttempt = (
  trx: Trx,
  { environmentId, attemptId, bookingId, carrierAccountId }: CarrierAttempt,
  carrierJobId: string,
) =>
  trx
    .with('assigned', (db) =>
      db
        .updateTable('tracking_fact')
        .set({ booking_id: bookingId })
        .where('environment_id', '=', environmentId)
        .where('carrier_account_id', '=', carrierAccountId)
        .where('carrier_job_id', '=', carrierJobId)
        .where('booking_id', 'is', null),
    )
    .updateTable('carrier_attempt')
    .set({ state: 'accepted', carrier_job_id: carrierJobId, failure: null, decided_at: sql<Date>`now()` })
    .where('environment_id', '=', environmentId)
    .where('attempt_id', '=', attemptId)
    .returning([
      'reported_job_id as reportedJobId',
      sql<boolean>`exists (
        select from carrier_account account
        where account.environment_id = carrier_attempt.environment_id
          and account.carrier_account_id = carrier_attempt.carrier_account_id and ${isSilent}
      )`.as('isSilent'),
    ])

/** Marks the attempt as refused or of unknown outcome. */
export async function decideAttempt(
  trx: Trx,
  { environmentId, attemptId }: Pick<CarrierAttempt, 'environmentId' | 'attemptId'>,
  { state, failure }: { state: 'refused' | 'unknown'; failure: CarrierFault | null },
): Promise<void> {
  await sendWithCommit(
    trx,
    trx
      .updateTable('carrier_attempt')
      .set({
        state,
        failure: failure && JSON.stringify(failure),
        decided_at: state === 'unknown' ? null : sql<Date>`now()`,
      })
      .where('environment_id', '=', environmentId)
      .where('attempt_id', '=', attemptId),
  )
}

/** Counts that the carrier was asked and did not know the job. */
export async function countNotFound(
  trx: Trx,
  { environmentId, attemptId }: Pick<CarrierAttempt, 'environmentId' | 'attemptId'>,
): Promise<void> {
  await sendWithCommit(
    trx,
    trx
      .updateTable('carrier_attempt')
      .set({ not_found_seen: sql<number>`not_found_seen + 1` })
      .where('environment_id', '=', environmentId)
      .where('attempt_id', '=', attemptId),
  )
}

/** Stores the job that a call-back or an operator named, while the carrier's answer is unknown. */
export async function noteReportedJob(
  trx: Trx,
  { environmentId, attemptId }: Pick<CarrierAttempt, 'environmentId' | 'attemptId'>,
  carrierJobId: string,
): Promise<void> {
  await sendWithCommit(
    trx,
    trx
      .updateTable('carrier_attempt')
      .set({ reported_job_id: carrierJobId })
      .where('environment_id', '=', environmentId)
      .where('attempt_id', '=', attemptId),
  )
}

/** Number of attempts of unknown outcome. Only open operations have such attempts, which an index finds. */
export async function countUnknownAttempts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from operation
    join carrier_attempt attempt on attempt.environment_id = operation.environment_id
      and attempt.booking_id = operation.booking_id and attempt.op_id = operation.op_id
      and attempt.state <> 'refused' and attempt.state = 'unknown'
    where operation.state = 'open'`.execute(db)
  return rows[0]?.count ?? 0
}

const attemptFromRow = (row: Selectable<CarrierAttemptTable>): CarrierAttempt => ({
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
