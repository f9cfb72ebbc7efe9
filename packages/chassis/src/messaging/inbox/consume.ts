import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { afterCommit, isTransientConflict, retryWhile } from '../../postgres/database.ts'
import type { DomainEvent } from '../outbox/outbox.ts'

/**
 * How a consumer handles the order of a subject's events:
 * `latest` drops an event that is not newer than the last applied one; `set` applies each event once, in any order;
 * `in_order` applies 1, 2, 3, … and holds a later event until the gap is filled, so its pattern must match every
 * event of its subjects. An event without a sequence is applied once, in any order.
 */
export type Order = 'latest' | 'set' | 'in_order'

export type Consumed = 'applied' | 'duplicate' | 'stale' | 'gap'

/**
 * The effect of `apply` for an event that needs no reads: common table expressions that write if the condition holds. Null:
 * the event needs `apply`.
 */
export type WritesAtOnce = (event: DomainEvent, condition: RawBuilder<unknown>) => RawBuilder<unknown> | null

export interface Consumer<DB> {
  /** Key of its inbox rows and cursors. Must not change while these exist. */
  name: string
  order: Order
  apply(trx: Transaction<DB>, event: DomainEvent): Promise<void>
  writes?: WritesAtOnce | undefined
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

/**
 * Applies the event by one statement, or returns null if it needs a transaction: also if it is stale, or had to wait for
 * another event of its subject. The one statement would not see what that event wrote.
 */
export async function consumeAtOnce<DB>(
  db: Kysely<DB>,
  { name, order, writes }: Consumer<DB>,
  event: DomainEvent,
): Promise<Consumed | null> {
  const effect = order === 'in_order' ? null : (writes?.(event, sql`exists (select from admitted)`) ?? null)
  if (effect === null) return null
  const admission =
    order === 'set' || event.sequence === null ? recording(name, event) : advancing(name, event, asSeen(name, event))
  const taken = await retryWhile(isTransientConflict, () => admitted(db, sql`${admission}, ${effect}`))
  if (taken === 'stale') return null
  return taken === 'admitted' ? 'applied' : taken
}

const recordOnce = <DB>(trx: Transaction<DB>, { name }: Consumer<DB>, event: DomainEvent) =>
  admitted(trx, recording(name, event))

/** `newer`: the event is not stale; `admitted`: it is recorded by this statement. */
async function admitted<DB>(db: Kysely<DB>, admission: RawBuilder<unknown>) {
  const { rows } = await sql<{ is_newer: boolean; is_admitted: boolean }>`
    with ${admission}
    select exists (select from newer) as is_newer, exists (select from admitted) as is_admitted`.execute(db)
  if (!rows[0]?.is_newer) return 'stale'
  return rows[0].is_admitted ? 'admitted' : 'duplicate'
}

const recording = (consumer: string, { environmentId, eventId }: DomainEvent): RawBuilder<unknown> => sql`
  newer as (select ${environmentId}::text as environment_id),
  ${recordNewer(consumer, eventId)}`

/** The locked cursor is the one that the statement sees. */
const asSeen = (consumer: string, { environmentId, subjectType, subjectId }: DomainEvent): RawBuilder<unknown> => sql`
  cursor.last_sequence = (
    select seen.last_sequence from inbox_cursor seen
    where seen.environment_id = ${environmentId} and seen.consumer = ${consumer}
      and seen.subject_type = ${subjectType} and seen.subject_id = ${subjectId}
  )`

/** Moves the cursor, whose row stays locked, to the event. `condition`: of moving one that exists. */
const advancing = (
  consumer: string,
  { environmentId, subjectType, subjectId, sequence, eventId }: DomainEvent,
  condition = sql`true`,
): RawBuilder<unknown> => sql`
  newer as (
    insert into inbox_cursor as cursor (environment_id, consumer, subject_type, subject_id, last_sequence)
    values (${environmentId}, ${consumer}, ${subjectType}, ${subjectId}, ${sequence})
    on conflict (environment_id, consumer, subject_type, subject_id)
      do update set last_sequence = excluded.last_sequence, updated_at = ${MOVED_AT}
      where cursor.last_sequence < excluded.last_sequence and ${condition}
    returning environment_id
  ),
  ${recordNewer(consumer, eventId)}`

const recordNewer = (consumer: string, eventId: string): RawBuilder<unknown> => sql`
  admitted as (
    insert into inbox (environment_id, event_id, consumer)
    select environment_id, ${eventId}, ${consumer} from newer
    on conflict do nothing
    returning 1
  )`

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
  latest: (trx, { name }, event) => admitted(trx, advancing(name, event)),

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
