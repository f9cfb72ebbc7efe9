import { sql, type Transaction } from 'kysely'
import { afterCommit } from '../../postgres/database.ts'
import type { DomainEvent } from '../outbox/outbox.ts'

/**
 * What a consumer makes of the order of a subject's events:
 * `latest` drops an event that is not newer than the last applied one; `set` applies each once, in any order;
 * `in_order` applies 1, 2, 3, … and lets a later one wait until the gap fills, so its pattern must select every
 * event of its subjects. An event without a sequence is applied once, whatever the order.
 */
export type Order = 'latest' | 'set' | 'in_order'

export type Consumed = 'applied' | 'duplicate' | 'stale' | 'gap'

export interface Consumer<DB> {
  /** Names its inbox rows and cursors, so it stays the same for as long as these live. */
  name: string
  order: Order
  apply(trx: Transaction<DB>, event: DomainEvent): Promise<void>
  /** Called after the commit of an event whose successor is parked and now due. */
  onGapFilled(): void
}

/**
 * Applies the event unless its turn has passed, has not come, or it was applied before; all within the transaction.
 * Locks the subject's cursor, then the inbox row. At `gap` nothing was written that is not harmless to commit.
 */
export async function consume<DB>(trx: Transaction<DB>, consumer: Consumer<DB>, event: DomainEvent): Promise<Consumed> {
  if (event.sequence !== null && consumer.order !== 'set') {
    const admitted = await admit[consumer.order](trx, consumer, event, event.sequence)
    if (admitted !== 'admitted') return admitted
  }
  const { rows } = await sql`
    insert into inbox (environment_id, event_id, consumer)
    values (${event.environmentId}, ${event.eventId}, ${consumer.name})
    on conflict do nothing
    returning 1`.execute(trx)
  if (rows.length === 0) return 'duplicate'
  await consumer.apply(trx, event)
  return 'applied'
}

/**
 * Notes that events have arrived, all in one statement; resolves to those that had not arrived before, each once, in
 * the order given. For consumers of the order `set`.
 */
export async function recordReceived<DB>(
  trx: Transaction<DB>,
  consumer: string,
  events: readonly DomainEvent[],
): Promise<DomainEvent[]> {
  // In one order everywhere, so that two replicas that are handed the same events do not wait for each other crosswise.
  const { rows } = await sql<{ environment_id: string; event_id: string }>`
    insert into inbox (environment_id, event_id, consumer)
    select environment_id, event_id, ${consumer}
    from unnest(
      ${events.map(({ environmentId }) => environmentId)}::text[], ${events.map(({ eventId }) => eventId)}::text[]
    ) as arrived (environment_id, event_id)
    order by environment_id, event_id
    on conflict do nothing
    returning environment_id, event_id`.execute(trx)
  const fresh = new Set(rows.map((row) => `${row.environment_id} ${row.event_id}`))
  // Deleting tells the first of duplicates from the others.
  return events.filter(({ environmentId, eventId }) => fresh.delete(`${environmentId} ${eventId}`))
}

type Admit = <DB>(
  trx: Transaction<DB>,
  consumer: Consumer<DB>,
  event: DomainEvent,
  sequence: number,
) => Promise<'admitted' | 'stale' | 'gap'>

const admit: Record<'latest' | 'in_order', Admit> = {
  async latest(trx, consumer, event, sequence) {
    const { rows } = await sql`
      insert into inbox_cursor as cursor (environment_id, consumer, subject_type, subject_id, last_sequence)
      values (${event.environmentId}, ${consumer.name}, ${event.subjectType}, ${event.subjectId}, ${sequence})
      on conflict (environment_id, consumer, subject_type, subject_id)
        do update set last_sequence = excluded.last_sequence where cursor.last_sequence < excluded.last_sequence
      returning 1`.execute(trx)
    return rows.length > 0 ? 'admitted' : 'stale'
  },

  async in_order(trx, consumer, event, sequence) {
    // Moves the cursor if it is the event's turn. The row is locked in any case, also when it has just been made with
    // 0, so that an event that comes too early and its predecessor cannot miss each other.
    const { rows: moved } = await sql<{ last_sequence: number }>`
      insert into inbox_cursor as cursor (environment_id, consumer, subject_type, subject_id, last_sequence)
      values (${event.environmentId}, ${consumer.name}, ${event.subjectType}, ${event.subjectId},
        ${sequence === 1 ? 1 : 0})
      on conflict (environment_id, consumer, subject_type, subject_id)
        do update set last_sequence = ${sequence} where cursor.last_sequence = ${sequence - 1}
      returning last_sequence`.execute(trx)
    if (moved[0]?.last_sequence === sequence) {
      await wakeSuccessor(trx, consumer, event, sequence + 1)
      return 'admitted'
    }
    const { rows: standing } = await sql<{ last_sequence: number }>`
      select last_sequence from inbox_cursor
      where environment_id = ${event.environmentId} and consumer = ${consumer.name}
        and subject_type = ${event.subjectType} and subject_id = ${event.subjectId}`.execute(trx)
    return (standing[0]?.last_sequence ?? 0) >= sequence ? 'stale' : 'gap'
  },
}

/**
 * Makes the successor due at once, if it is parked for the gap. One that is locked is being retried at this moment: it
 * waits for the cursor that this transaction holds, and so need not, and must not, be waited for.
 * Runs as a separate statement after the cursor is locked, so that it sees what was parked while this one waited.
 */
async function wakeSuccessor<DB>(
  trx: Transaction<DB>,
  consumer: Consumer<DB>,
  event: DomainEvent,
  sequence: number,
): Promise<void> {
  const { rows } = await sql`
    update inbox_parked set due_at = now()
    where (environment_id, event_id, consumer) in (
      select environment_id, event_id, consumer from inbox_parked
      where environment_id = ${event.environmentId} and consumer = ${consumer.name}
        and subject_type = ${event.subjectType} and subject_id = ${event.subjectId}
        and sequence = ${sequence} and reason = 'gap'
      for update skip locked
    )
    returning 1`.execute(trx)
  if (rows.length > 0) afterCommit(trx, consumer.onGapFilled)
}
