/** Stored facts of carriers' jobs. */
import type { Write } from '@waybill/chassis/postgres/pipelining'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { CarrierAttempt } from '../attempts/repository.ts'
import type { Db, TrackingFactTable, Trx } from '../db.ts'
import type { Fact, FactSource } from './stored-fact.ts'

/**
 * Locks the job until the transaction ends. Storing its facts and assigning it to a booking exclude each other, so no
 * fact is stored without its booking.
 */
export const lockJob = ({ carrierAccountId }: FactSource, carrierJobId: string): RawBuilder<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${carrierAccountId} ${carrierJobId}`}, 0))`

/** Stores facts of one account, each once. Resolves to the number that were new. */
export async function insertFacts(
  trx: Trx,
  source: FactSource,
  bookingId: string | null,
  facts: readonly Fact[],
): Promise<number> {
  const inserted = await trx
    .insertInto('tracking_fact')
    .values(
      facts.map(({ occurredAt, receivedAt, ...fact }) => ({
        environment_id: source.environmentId,
        carrier_account_id: source.carrierAccountId,
        carrier_job_id: fact.carrierJobId,
        fact_key: fact.factKey,
        booking_id: bookingId,
        fact: JSON.stringify(fact),
        occurred_at: occurredAt,
        received_at: receivedAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('fact_key')
    .execute()
  return inserted.length
}

/** How far the clocks of our processes may be apart. */
const CLOCKS_DIFFER_MS = 60_000

/** Facts with the attempt's reference whose job belongs to no booking. */
export async function listUnclaimedFacts(
  trx: Trx,
  {
    environmentId,
    carrierAccountId,
    attemptId,
    sentAt,
  }: Pick<CarrierAttempt, 'environmentId' | 'carrierAccountId' | 'attemptId' | 'sentAt'>,
): Promise<Fact[]> {
  const rows = await trx
    .selectFrom('tracking_fact')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('carrier_account_id', '=', carrierAccountId)
    .where('booking_id', 'is', null)
    // Lets the index of unclaimed facts be used: none of these is older than the attempt.
    .where('received_at', '>', new Date(sentAt.getTime() - CLOCKS_DIFFER_MS))
    .where(sql`fact ->> 'reference'`, '=', attemptId)
    .execute()
  return rows.map(factFromRow)
}

export interface FactsOfBooking {
  all: Fact[]
  /** Facts that no event has announced yet. */
  unreported: Fact[]
}

/** The query for the rows of `toFacts`. */
export const selectFacts = (trx: Trx, { environmentId, bookingId }: { environmentId: string; bookingId: string }) =>
  trx
    .selectFrom('tracking_fact')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .orderBy('occurred_at')
    .orderBy('fact_key')

export const toFacts = (rows: readonly Selectable<TrackingFactTable>[]): FactsOfBooking => ({
  all: rows.map(factFromRow),
  unreported: rows.filter(({ reported }) => !reported).map(factFromRow),
})

/** The facts of a job, oldest first, whether or not a booking has claimed them. */
export async function listJobFacts(db: Db, source: FactSource, carrierJobId: string): Promise<Fact[]> {
  const rows = await db
    .selectFrom('tracking_fact')
    .selectAll()
    .where('environment_id', '=', source.environmentId)
    .where('carrier_account_id', '=', source.carrierAccountId)
    .where('carrier_job_id', '=', carrierJobId)
    .orderBy('occurred_at')
    .orderBy('fact_key')
    .execute()
  return rows.map(factFromRow)
}

/** The write that marks all facts of the booking as announced by an event. */
export const factsReported = (
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
): Write =>
  trx
    .updateTable('tracking_fact')
    .set({ reported: true })
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where('reported', '=', sql.lit(false))

const factFromRow = (row: Selectable<TrackingFactTable>): Fact => ({
  ...row.fact,
  occurredAt: row.occurred_at,
  receivedAt: row.received_at,
})
