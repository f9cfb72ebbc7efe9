import { type Kysely, sql } from 'kysely'

/** Tags, assignee and hold of shipments, and the notes of their merchant's team. */
export async function up(db: Kysely<never>): Promise<void> {
  // tags: texts as they were written; null: none. hold: reason, held_at and held_by; null: it can be booked.
  await sql`
    alter table shipment add column tags text[], add column assignee_id text, add column hold jsonb`.execute(db)

  // words: the environment, so that the index finds no words of others, and the words of the text.
  await sql`
    create table note (
      environment_id text not null,
      note_id text not null,
      shipment_id text not null,
      text text not null,
      words tsvector not null,
      author_id text not null,
      created_at timestamptz not null,
      primary key (environment_id, note_id)
    )`.execute(db)
  await sql`create index note_by_shipment on note (environment_id, shipment_id, note_id)`.execute(db)
  await sql`create index note_by_word on note using gin (words)`.execute(db)
}
