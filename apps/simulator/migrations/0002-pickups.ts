import { type Kysely, sql } from 'kysely'

/** Pickups of simulated carriers: without an address, so that they hold no personal data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pickup (
      pickup_id text primary key,
      carrier_code text not null,
      carrier_account_id text not null,
      idempotency_key text not null,
      jobs jsonb not null,
      from_at timestamptz not null,
      to_at timestamptz not null,
      confirmation text not null,
      cancelled boolean not null default false,
      created_at timestamptz not null,
      constraint pickup_idempotency_key unique (carrier_account_id, idempotency_key)
    )`.execute(db)
  await sql`create index pickup_age on pickup (created_at)`.execute(db)
}
