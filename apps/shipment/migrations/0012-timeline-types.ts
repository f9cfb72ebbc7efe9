import { type Kysely, sql } from 'kysely'

/** Entries of carriers that declined. The types of entries are checked by the service only, which reads unknown ones too. */
export async function up(db: Kysely<never>): Promise<void> {
  // safe: version 0.1 writes the types that it knows
  await sql`alter table timeline drop constraint timeline_type_check`.execute(db)
}
