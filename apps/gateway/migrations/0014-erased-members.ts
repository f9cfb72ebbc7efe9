import { type Kysely, sql } from 'kysely'

/** Members whose personal data was erased. Their rows stay, because entries of the audit log name their ids. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table member add column erased_at timestamptz`.execute(db)
}
