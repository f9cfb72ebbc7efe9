import { type Kysely, sql, type Transaction } from 'kysely'
import { backoffMs } from '../loops/backoff.ts'
import { type ChassisTables, chassisDb, type ParkedReason } from '../postgres/chassis-tables.ts'
import type { StuckQuery, StuckRow } from '../stuck/stuck-checks.ts'
import { decodeEvent } from './event-codec.ts'
import type { DomainEvent } from './outbox/outbox.ts'

// A gap usually fills within moments; if the predecessor is parked too, it wakes this event. An error may need a person.
// A newer event is due at once for every other version.
const RETRY = {
  gap: { firstMs: 500, maxMs: 30_000 },
  error: { firstMs: 1_000, maxMs: 300_000 },
  newer: { firstMs: 0, maxMs: 0 },
} as const satisfies Record<ParkedReason, object>

/** An event that a consumer could not apply and will retry. */
export interface ParkedEvent {
  environmentId: string
  eventId: string
  consumer: string
  type: string
  subjectType: string
  subjectId: string
  sequence: number | null
  reason: ParkedReason
  /** The error's text, or what the version does not know; null for a gap. */
  error: string | null
  attempts: number
  dueAt: Date
  firstFailedAt: Date
}

/** Parked events, oldest first. */
export async function listParked<DB extends ChassisTables>(
  db: Kysely<DB>,
  { limit = 100, eventId }: { limit?: number; eventId?: string } = {},
): Promise<ParkedEvent[]> {
  return await chassisDb(db)
    .selectFrom('inbox_parked')
    .select([
      'environment_id as environmentId',
      'event_id as eventId',
      'consumer',
      'type',
      'subject_type as subjectType',
      'subject_id as subjectId',
      'sequence',
      'reason',
      'error',
      'attempts',
      'due_at as dueAt',
      'first_failed_at as firstFailedAt',
    ])
    .$if(eventId !== undefined, (query) => query.where('event_id', '=', eventId as string))
    .orderBy('first_failed_at')
    .limit(limit)
    .execute()
}

/** The event with its payload, once per consumer that parked it. */
export async function findParked<DB extends ChassisTables>(
  db: Kysely<DB>,
  eventId: string,
): Promise<(ParkedEvent & { event: object })[]> {
  const all = await listParked(db, { eventId })
  const rows = await chassisDb(db)
    .selectFrom('inbox_parked')
    .select(['consumer', 'event'])
    .where('event_id', '=', eventId)
    .execute()
  return rows.flatMap(({ consumer, event }) => {
    const parked = all.find((one) => one.consumer === consumer)
    return parked ? { ...parked, event } : []
  })
}

/**
 * Discards a parked event: it counts as applied, also when it is redelivered. Its effect is lost. Later events of an
 * `in_order` consumer would wait forever, so events parked for a gap are never discarded. Resolves to their number.
 */
export async function discardParked<DB extends ChassisTables>(db: Kysely<DB>, eventId: string): Promise<number> {
  const { rows } = await sql`
    with given_up as (
      delete from inbox_parked where event_id = ${eventId} and reason <> 'gap'
      returning environment_id, event_id, consumer
    )
    insert into inbox (environment_id, event_id, consumer)
    select environment_id, event_id, consumer from given_up
    on conflict (environment_id, event_id, consumer) do update set received_at = now()
    returning 1`.execute(db)
  return rows.length
}

/** Makes one parked event, or all of them, due now and resets the back-off; resolves to their number. */
export async function replayParked<DB extends ChassisTables>(
  db: Kysely<DB>,
  { eventId }: { eventId?: string } = {},
): Promise<number> {
  const result = await chassisDb(db)
    .updateTable('inbox_parked')
    .set({ due_at: sql`now()`, attempts: 0 })
    .$if(eventId !== undefined, (query) => query.where('event_id', '=', eventId as string))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Why an event is parked. `unknownTo`: the version of the consumers that cannot read it. */
export type Failure =
  | { reason: 'gap' }
  | { reason: 'error'; error: unknown }
  | { reason: 'newer'; error: unknown; unknownTo: string }

/** Parks an event after its first failure. No-op if it is parked already. */
export async function park<DB>(
  trx: Kysely<DB> | Transaction<DB>,
  consumer: string,
  event: DomainEvent,
  failure: Failure,
): Promise<void> {
  const { reason, error, unknownTo } = stored(failure)
  await sql`
    insert into inbox_parked (environment_id, event_id, consumer, type, subject_type, subject_id, sequence, event,
      reason, error, unknown_to, attempts, due_at)
    values (${event.environmentId}, ${event.eventId}, ${consumer}, ${event.type}, ${event.subjectType},
      ${event.subjectId}, ${event.sequence}, ${JSON.stringify(event)}::jsonb,
      ${reason}, ${error}, ${unknownTo}::text[], 1, ${dueIn(reason, 1)})
    on conflict do nothing`.execute(trx)
}

const stored = (failure: Failure) => ({
  reason: failure.reason,
  error: failure.reason === 'gap' ? null : String(failure.error),
  unknownTo: failure.reason === 'newer' ? [failure.unknownTo] : null,
})

/** Number of parked events, by reason. */
export async function countParked<DB>(db: Kysely<DB>): Promise<{ reason: ParkedReason; count: number }[]> {
  const { rows } = await sql<{ reason: ParkedReason; count: number }>`
    select reason, count(*) as count from inbox_parked group by reason`.execute(db)
  return rows
}

/** The time for an upgrade. Then it has stopped halfway or was rolled back. */
const LONGEST_UPGRADE_SECONDS = 24 * 3_600

/**
 * Events that have been parked for long; those of a newer version, for longer than an upgrade takes. Their errors are
 * left out, since they may quote the event.
 */
export async function findStuckParked<DB>(db: Kysely<DB>, { afterSeconds, limit }: StuckQuery): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select event_id as id, environment_id as "environmentId", first_failed_at as since,
      case reason when 'gap' then 'an earlier event of ' || subject_id || ' is missing'
        when 'newer' then 'only a newer version can read an event of ' || subject_id
        else 'the handler fails for ' || subject_id end
        || ' (consumer ' || consumer || ', ' || type || ', ' || attempts || ' tries)' as why,
      count(*) over () as total
    from inbox_parked
    where first_failed_at < now() - interval '1 second'
      * case reason when 'newer' then greatest(${LONGEST_UPGRADE_SECONDS}::int, ${afterSeconds}::int) else ${afterSeconds}::int end
    order by first_failed_at limit ${limit}`.execute(db)
  return rows
}

/** A parked event that is due. */
export interface DueParked {
  consumer: string
  event: DomainEvent
  attempts: number
}

/**
 * The parked event that is due first, for one of these consumers; locked until the transaction ends. Leaves events that
 * this version of the consumers cannot read.
 */
export async function lockDueParked<DB>(
  trx: Transaction<DB>,
  { consumers, version }: { consumers: string[]; version: string },
): Promise<DueParked | null> {
  const { rows } = await sql<{ consumer: string; event: object; attempts: number }>`
    select consumer, event, attempts from inbox_parked
    where due_at <= now() and consumer = any (${consumers}::text[])
      and (unknown_to is null or not ${version} = any (unknown_to))
    order by due_at
    limit 1
    for update skip locked`.execute(trx)
  const row = rows[0]
  return row ? { consumer: row.consumer, event: decodeEvent(row.event), attempts: row.attempts } : null
}

/** In how many ms the first of these events is due; null: none is parked. */
export async function findNextDueMs<DB>(
  db: Kysely<DB>,
  { consumers, version }: { consumers: string[]; version: string },
): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select ceil(extract(epoch from min(due_at) - now()) * 1000)::float8 as ms from inbox_parked
    where consumer = any (${consumers}::text[]) and (unknown_to is null or not ${version} = any (unknown_to))`.execute(
    db,
  )
  const ms = rows[0]?.ms ?? null
  return ms === null ? null : Math.max(0, ms)
}

/** Records another failed try. The next one is due after a back-off. */
export async function postponeParked<DB>(
  trx: Kysely<DB> | Transaction<DB>,
  parked: DueParked,
  failure: Failure,
): Promise<void> {
  const attempts = parked.attempts + 1
  const { reason, error, unknownTo } = stored(failure)
  await sql`
    update inbox_parked
    set reason = ${reason}, error = ${error}, unknown_to = unknown_to || ${unknownTo}::text[], attempts = ${attempts},
      due_at = ${dueIn(reason, attempts)}
    where environment_id = ${parked.event.environmentId} and event_id = ${parked.event.eventId}
      and consumer = ${parked.consumer}`.execute(trx)
}

/** Parks the event again for each of the consumers, due now. */
export async function copyParked<DB>(trx: Transaction<DB>, parked: DueParked, consumers: string[]): Promise<void> {
  await sql`
    insert into inbox_parked (environment_id, event_id, consumer, type, subject_type, subject_id, sequence, event,
      reason, error, unknown_to, attempts, due_at, first_failed_at)
    select environment_id, event_id, name, type, subject_type, subject_id, sequence, event,
      reason, error, unknown_to, attempts, now(), first_failed_at
    from inbox_parked cross join unnest(${consumers}::text[]) as name
    where environment_id = ${parked.event.environmentId} and event_id = ${parked.event.eventId}
      and consumer = ${parked.consumer}
    on conflict do nothing`.execute(trx)
}

export async function removeParked<DB>(trx: Transaction<DB>, parked: DueParked): Promise<void> {
  await sql`
    delete from inbox_parked
    where environment_id = ${parked.event.environmentId} and event_id = ${parked.event.eventId}
      and consumer = ${parked.consumer}`.execute(trx)
}

const dueIn = (reason: ParkedReason, attempts: number) =>
  sql`now() + ${backoffMs(attempts, RETRY[reason])} * interval '1 ms'`
