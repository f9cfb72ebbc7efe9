import { type Kysely, sql } from 'kysely'

/** Accounts of merchants with carriers, and what their offers say beside those of simulated carriers. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table carrier_account (
      environment_id text not null,
      carrier_account_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      carrier_code text not null,
      name text not null,
      endpoint text,
      enabled boolean not null,
      services jsonb,
      status text not null check (status in ('unverified', 'verified', 'failing')),
      failure jsonb,
      verified_at timestamptz,
      credential_names jsonb not null,
      key_id text,
      sealed bytea,
      revision integer not null,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      primary key (environment_id, carrier_account_id),
      check ((key_id is null) = (sealed is null))
    )`.execute(db)
  await sql`
    create index carrier_account_failing on carrier_account (updated_at)
    where status = 'failing' and enabled and deleted_at is null`.execute(db)
  await sql`
    alter table quote_option
      add column carried_by text,
      add column eta_precision text`.execute(db)
}
