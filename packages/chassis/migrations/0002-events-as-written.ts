import { type Kysely, sql } from 'kysely'

/** json, not jsonb: an event is passed on with its fields in the order in which they were written. */
export async function up<DB>(db: Kysely<DB>): Promise<void> {
  await sql`alter table outbox alter column public type json, alter column internal type json`.execute(db)
}
