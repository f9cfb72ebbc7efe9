import { type Kysely, sql } from 'kysely'

/** Stores events as json, not jsonb: json keeps the order of fields as written. */
export async function up<DB>(db: Kysely<DB>): Promise<void> {
  await sql`alter table outbox alter column public type json, alter column internal type json`.execute(db)
}
