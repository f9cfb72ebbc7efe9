import { type Kysely, sql } from 'kysely'

/**
 * `event.detailed_by`: types of the more specific events of the same change, by which an event is left out for subscriptions
 * without `verbose_events`. Null for events of versions before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table event add column detailed_by text[]`.execute(db)
  await sql`alter table subscription add column verbose_events boolean not null default true`.execute(db)
}
