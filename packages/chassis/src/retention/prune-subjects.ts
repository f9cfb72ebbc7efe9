/** Removes erased subjects from the chassis' tables: events, parked events, stored answers. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { type Erasure, NotYet } from './erasures.ts'

/**
 * Removes subjects from stored answers and events: `rewrite` rewrites answers, events are deleted. Reads the answers of a
 * day and the events of a week. A subject that was quiet for longer has neither, and nothing is read.
 * Throws `NotYet` while events of the subjects are unpublished.
 */
export async function eraseEventTraces<DB extends ChassisTables>(
  trx: Transaction<DB>,
  { environmentId, isRecent }: Pick<Erasure, 'environmentId' | 'isRecent'>,
  ids: readonly string[],
  rewrite: (document: unknown) => unknown,
): Promise<void> {
  if (!isRecent) return
  await rewriteSubjectAnswers(trx, environmentId, ids, (body) =>
    Buffer.from(JSON.stringify(rewrite(JSON.parse(body.toString())))),
  )
  const waiting = await deleteSubjectEvents(trx, environmentId, ids)
  if (waiting > 0) throw new NotYet(`${waiting} events of it wait to be published`)
}

/**
 * Deletes published and parked events of the subjects; resolves to the number of unpublished ones, which a later call
 * deletes after they are published. Keeps internal events.
 */
export async function deleteSubjectEvents<DB extends ChassisTables>(
  trx: Transaction<DB>,
  environmentId: string,
  ids: readonly string[],
): Promise<number> {
  await sql`
    delete from inbox_parked
    where environment_id = ${environmentId} and event ->> 'public' is not null and ${names(sql`event::text`, ids)}`.execute(
    trx,
  )
  await sql`
    delete from outbox
    where environment_id = ${environmentId} and subject_id = any (${ids}::text[]) and public is not null
      and published_at is not null`.execute(trx)
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from outbox
    where environment_id = ${environmentId} and subject_id = any (${ids}::text[]) and public is not null
      and published_at is null`.execute(trx)
  return rows[0]?.waiting ?? 0
}

/**
 * Rewrites the stored answers of the environment that name one of the ids. A repeat of the call then gets the rewritten
 * answer. Reads all answers of the environment, which are kept for a day.
 */
export async function rewriteSubjectAnswers<DB extends ChassisTables>(
  trx: Transaction<DB>,
  environmentId: string,
  ids: readonly string[],
  rewrite: (body: Buffer) => Buffer,
): Promise<void> {
  const { rows } = await sql<{ opId: string; body: Buffer }>`
    select op_id as "opId", body from idempotency_record
    where environment_id = ${environmentId} and state = 'finished'
      and ${names(sql`convert_from(body, 'UTF8')`, ids)}
    for update`.execute(trx)
  for (const { opId, body } of rows) {
    await sql`
      update idempotency_record set body = ${rewrite(body)}
      where environment_id = ${environmentId} and op_id = ${opId}`.execute(trx)
  }
}

/** How many rows `eraseEventTraces` would touch, by table. */
export async function countChassisRows<DB extends ChassisTables>(
  db: Kysely<DB>,
  environmentId: string,
  ids: readonly string[],
): Promise<Record<'outbox' | 'inbox_parked' | 'idempotency_record', number>> {
  const { rows } = await sql<Record<'outbox' | 'inbox_parked' | 'idempotency_record', number>>`
    select
      (select count(*) from outbox
        where environment_id = ${environmentId} and subject_id = any (${ids}::text[]) and public is not null) as outbox,
      (select count(*) from inbox_parked
        where environment_id = ${environmentId} and event ->> 'public' is not null
          and ${names(sql`event::text`, ids)}) as inbox_parked,
      (select count(*) from idempotency_record
        where environment_id = ${environmentId} and state = 'finished'
          and ${names(sql`convert_from(body, 'UTF8')`, ids)}) as idempotency_record`.execute(db)
  return rows[0] as Record<'outbox' | 'inbox_parked' | 'idempotency_record', number>
}

/** Whether the text contains one of the ids. */
const names = (text: RawBuilder<unknown>, ids: readonly string[]) =>
  sql`exists (select from unnest(${ids}::text[]) as named (id) where strpos(${text}, named.id) > 0)`
