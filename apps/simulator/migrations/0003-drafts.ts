import { type Kysely, sql } from 'kysely'

/** Jobs that were told to a carrier and are not bought. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table draft (
      draft_id text primary key,
      carrier_code text not null,
      carrier_account_id text not null,
      request jsonb not null,
      created_at timestamptz not null
    )
  `.execute(db)
  await sql`create index draft_age on draft (created_at)`.execute(db)
}
