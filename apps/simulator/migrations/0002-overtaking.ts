import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fact add column may_be_overtaken boolean not null default false`.execute(db)
}
