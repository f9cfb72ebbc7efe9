import { type RawBuilder, sql, type Transaction } from 'kysely'
import { afterCommit } from '../../postgres/database.ts'
import type { DomainEvent } from '../outbox/outbox.ts'

/**
 * How a consumer handles the order of a subject's events:
 * `latest` drops an event that is not newer than the last applied one; `set` applies each event once, in any order;
 * `in_order` applies 1, 2, 3, … and holds a later event until the gap is filled, so its pattern must match every
 * event of its subjects. An event without a sequence is applied once, in any order.
 */
export type Order = 'latest' | 'set' | 'in_order'

export type Consumed = 'applied' | 'duplicate' | 'stale' | 'gap'

export interface Consumer<DB> {
  /** Key of its inbox rows and cursors. Must not change while these exist. */
  name: string
  order: Order
  apply(trx: Transaction<DB>, event: DomainEvent): Promise<void>
  /** Called after the commit of an event whose successor is parked and now due. */
  onGapFilled(): void
}

/**
 * Applies the event within the transaction, unless it is stale, early or a duplicate. Locks the subject's cursor, then
 * the inbox row. After `gap` the transaction may commit: it contains at most a new cursor at 0.
 */
export async function consume<DB>(trx: Transaction<DB>, consumer: Consumer<DB>, event: DomainEvent): Promise<Consumed> {
  const { sequence } = event
  const taken =
    sequence === null || consumer.order === 'set'
      ? await recordOnce(trx, consumer, event)
      : await admit[consumer.order](trx, consumer, event, sequence)
  if (taken === 'admitted') await consumer.apply(trx, event)
  return taken === 'admitted' ? 'applied' : taken
}

async function recordOnce<DB>(
  trx: Transaction<DB>,
  consumer: Consumer<DB>,
  event: DomainEvent,
): Promise<'admitted' | 'duplicate'> {
  const { rows } = await sql`
    insert into inbox (environment_id, event_id, consumer)
    values (${event.environmentId}, ${event.eventId}, ${consumer.name})
    on conflict do nothing
    returning 1`.execute(trx)
  return rows.length > 0 ? 'admitted' : 'duplicate'
}

/**
 * Records events of the relation `arrived` as received, and returns the `environment_id` and `event_id` of the new ones:
 * for the statement of a batch. Sorted, so that two replicas that receive the same events do not deadlock.
 */
export const recordReceived = (consumer: string): RawBuilder<unknown> => sql`
  insert into inbox (environment_id, event_id, consumer)
  select environment_id, event_id, ${consumer}::text from arrived order by environment_id, event_id
  on conflict do nothing
  returning environment_id, event_id`

/** To the day, so that most moves of a cursor change no indexed column. */
const MOVED_AT = sql`case when cursor.updated_at < now() - interval '1 day' then now() else cursor.updated_at end`

type Admit = <DB>(
  trx: Transaction<DB>,
  consumer: Consumer<DB>,
  event: DomainEvent,
  sequence: number,
) => Promise<'admitted' | 'duplicate' | 'stale' | 'gap'>

const admit: Record<'latest' | 'in_order', Admit> = {
  async latest(trx, consumer, event, sequence) {
    const { rows } = await sql<{ is_newer: boolean; is_recorded: boolean }>`
      with newer as (
        insert into inbox_cursor as cursor (environment_id, consumer, subject_type, subject_id, last_sequence)
        values (${event.environmentId}, ${consumer.name}, ${event.subjectType}, ${event.subjectId}, ${sequence})
        on conflict (environment_id, consumer, subject_type, subject_id)
          do update set last_sequence = excluded.last_sequence, updated_at = ${MOVED_AT}
          where cursor.last_sequence < excluded.last_sequence
        returning environment_id
      ), recorded as (
        insert into inbox (environment_id, event_id, consumer)
        select environment_id, ${event.eventId}, ${consumer.name} from newer
        on conflict do nothing
        returning 1
      )
      select exists (select from newer) as is_newer, exists (select from recorded) as is_recorded`.execute(trx)
    if (!rows[0]?.is_newer) return 'stale'
    return rows[0].is_recorded ? 'admitted' : 'duplicate'
  },

  async in_order(trx, consumer, event, sequence) {
    // Advances the cursor if the event is next. Locks the row in any case, even if it was just inserted with 0, so that
    // an early event and its predecessor cannot miss each other.
    const { rows: moved } = await sql<{ last_sequence: number }>`
      insert into inbox_cursor as cursor (environment_id, consumer, subject_type, subject_id, last_sequence)
      values (${event.environmentId}, ${consumer.name}, ${event.subjectType}, ${event.subjectId},
        ${sequence === 1 ? 1 : 0})
      on conflict (environment_id, consumer, subject_type, subject_id)
        do update set last_sequence = ${sequence}, updated_at = ${MOVED_AT}
        where cursor.last_sequence = ${sequence - 1}
      returning last_sequence`.execute(trx)
    if (moved[0]?.last_sequence === sequence) {
      await wakeSuccessor(trx, consumer, event, sequence + 1)
      return await recordOnce(trx, consumer, event)
    }
    const { rows: cursors } = await sql<{ last_sequence: number }>`
      select last_sequence from inbox_cursor
      where environment_id = ${event.environmentId} and consumer = ${consumer.name}
        and subject_type = ${event.subjectType} and subject_id = ${event.subjectId}`.execute(trx)
    return (cursors[0]?.last_sequence ?? 0) >= sequence ? 'stale' : 'gap'
  },
}

/**
 * Makes the successor due at once if it is parked for the gap. Skips a locked row: its retry is in progress and waits for
 * the cursor that this transaction holds, so waiting for it would deadlock.
 * Runs as a separate statement after the cursor is locked, so that it sees events parked while it waited for the lock.
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
