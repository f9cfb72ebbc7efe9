import { type Kysely, sql } from 'kysely'

/** Merchants' prices for deliveries by their own drivers. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table rate_card (
      environment_id text not null,
      rate_card_id text not null,
      enabled boolean not null,
      document jsonb not null,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, rate_card_id)
    )`.execute(db)
}
