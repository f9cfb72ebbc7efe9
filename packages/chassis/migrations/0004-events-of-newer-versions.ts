import { type Kysely, sql } from 'kysely'

/** Lets a process park an event that only a newer version can read. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table inbox_parked add column unknown_to text[]`.execute(db)
  await sql`
    alter table inbox_parked
      drop constraint inbox_parked_reason_check,
      add constraint inbox_parked_reason_check check (reason in ('gap', 'error', 'newer')) not valid`.execute(db)
}
