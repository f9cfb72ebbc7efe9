import { type Kysely, sql, type Transaction } from 'kysely'
import { type ChassisTables, chassisDb, type ParkedReason } from '../postgres/chassis-tables.ts'
import { backoffMs } from '../process/backoff.ts'
import { decodeEvent } from './event-codec.ts'
import type { DomainEvent } from './outbox/outbox.ts'

// A gap usually fills within moments; if the predecessor is parked too, it wakes this event. An error may need a person.
const RETRY = {
  gap: { firstMs: 500, maxMs: 30_000 },
  error: { firstMs: 1_000, maxMs: 300_000 },
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
  /** The error's text; null for a gap. */
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
      delete from inbox_parked where event_id = ${eventId} and reason = 'error'
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

/** Parks an event after its first failure. No-op if it is parked already. */
export async function park<DB>(
  trx: Kysely<DB> | Transaction<DB>,
  consumer: string,
  event: DomainEvent,
  failure: { reason: 'gap' } | { reason: 'error'; error: unknown },
): Promise<void> {
  await sql`
    insert into inbox_parked (environment_id, event_id, consumer, type, subject_type, subject_id, sequence, event,
      reason, error, attempts, due_at)
    values (${event.environmentId}, ${event.eventId}, ${consumer}, ${event.type}, ${event.subjectType},
      ${event.subjectId}, ${event.sequence}, ${JSON.stringify(event)}::jsonb,
      ${failure.reason}, ${failure.reason === 'error' ? String(failure.error) : null}, 1, ${dueIn(failure.reason, 1)})
    on conflict do nothing`.execute(trx)
}

/** Number and age of parked events, by reason. */
export async function countParked<DB>(
  db: Kysely<DB>,
): Promise<{ reason: ParkedReason; count: number; oldestSeconds: number }[]> {
  const { rows } = await sql<{ reason: ParkedReason; count: number; oldestSeconds: number }>`
    select reason, count(*) as count, extract(epoch from now() - min(first_failed_at))::float8 as "oldestSeconds"
    from inbox_parked group by reason`.execute(db)
  return rows
}

/** A parked event that is due. */
export interface DueParked {
  consumer: string
  event: DomainEvent
  attempts: number
}

/** The parked event that is due first, for one of these consumers; locked until the transaction ends. */
export async function lockDueParked<DB>(trx: Transaction<DB>, consumers: string[]): Promise<DueParked | null> {
  const { rows } = await sql<{ consumer: string; event: object; attempts: number }>`
    select consumer, event, attempts from inbox_parked
    where due_at <= now() and consumer = any (${consumers}::text[])
    order by due_at
    limit 1
    for update skip locked`.execute(trx)
  const row = rows[0]
  return row ? { consumer: row.consumer, event: decodeEvent(row.event), attempts: row.attempts } : null
}

/** Records another failed try. The next one is due after a back-off. */
export async function postponeParked<DB>(
  trx: Kysely<DB> | Transaction<DB>,
  parked: DueParked,
  failure: { reason: 'gap' } | { reason: 'error'; error: unknown },
): Promise<void> {
  const attempts = parked.attempts + 1
  await sql`
    update inbox_parked
    set reason = ${failure.reason}, error = ${failure.reason === 'error' ? String(failure.error) : null},
      attempts = ${attempts}, due_at = ${dueIn(failure.reason, attempts)}
    where environment_id = ${parked.event.environmentId} and event_id = ${parked.event.eventId}
      and consumer = ${parked.consumer}`.execute(trx)
}

export async function removeParked<DB>(trx: Transaction<DB>, parked: DueParked): Promise<void> {
  await sql`
    delete from inbox_parked
    where environment_id = ${parked.event.environmentId} and event_id = ${parked.event.eventId}
      and consumer = ${parked.consumer}`.execute(trx)
}

const dueIn = (reason: ParkedReason, attempts: number) =>
  sql`now() + ${backoffMs(attempts, RETRY[reason])} * interval '1 ms'`
