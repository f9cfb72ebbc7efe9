import { type Kysely, sql } from 'kysely'

/** A merchant's rules for returns that recipients make. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table return_rules (
      environment_id text primary key,
      fields jsonb not null,
      version integer not null,
      updated_at timestamptz not null
    )`.execute(db)
}
