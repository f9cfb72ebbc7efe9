import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** The copy of merchants' carrier accounts. Existing rows are of carriers without such accounts: their revision is 0. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table carrier_account
      add column if not exists revision integer not null default 0,
      add column if not exists endpoint text,
      add column if not exists enabled boolean not null default true,
      add column if not exists deleted boolean not null default false,
      add column if not exists key_id text,
      add column if not exists sealed bytea,
      add column if not exists released_at timestamptz`.execute(db)
  await sql`drop index concurrently if exists carrier_account_to_release`.execute(db)
  await sql`
    create index concurrently carrier_account_to_release on carrier_account (carrier_account_id)
    where deleted and released_at is null`.execute(db)
}
