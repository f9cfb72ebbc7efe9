import { type Kysely, sql } from 'kysely'

/** Where the client secret of a provider may be sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table oidc_provider add column token_origin text`.execute(db)
}
