import { type Kysely, sql } from 'kysely'

/** Lists of quotes, newest first. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index quote_newest on quote (environment_id, requested_at desc, quote_id desc)`.execute(db)
  await sql`
    create index quote_by_status on quote (environment_id, status, requested_at desc, quote_id desc)`.execute(db)
}
