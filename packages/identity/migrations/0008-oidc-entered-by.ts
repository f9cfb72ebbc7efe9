import { type Kysely, sql } from 'kysely'

/** The owner who answers for a provider; null for one that was entered before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table oidc_provider add column entered_by text`.execute(db)
}
