import { type Kysely, sql } from 'kysely'

/** Faults that merchants plan for their test environments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  // public_id: null for faults of testers, which do not expire.
  await sql`
    alter table fault
      add column public_id text,
      add column times integer,
      add column created_at timestamptz not null default now(),
      add column expires_at timestamptz`.execute(db)
  // safe: the table is small: only testers have added rows.
  await sql`create unique index fault_public_id on fault (public_id)`.execute(db)
}
