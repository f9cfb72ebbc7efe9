import { type Kysely, sql } from 'kysely'

/** Merchants, their environments and the API keys that open them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table merchant (
      merchant_id text primary key,
      name text not null,
      is_demo boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index merchant_demo on merchant (is_demo) where is_demo`.execute(db)

  await sql`
    create table environment (
      environment_id text primary key,
      merchant_id text not null references merchant (merchant_id),
      name text not null,
      livemode boolean not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index environment_merchant on environment (merchant_id, created_at)`.execute(db)

  // scopes null: every scope, those of later versions too. rate_limit null: the gateway's default.
  await sql`
    create table api_key (
      environment_id text not null references environment (environment_id),
      key_id text not null,
      name text not null,
      hash bytea not null,
      prefix text not null,
      last4 text not null,
      scopes text[],
      rate_limit_per_second integer check (rate_limit_per_second > 0),
      revoked_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (environment_id, key_id)
    )`.execute(db)
  await sql`create unique index api_key_hash on api_key (hash)`.execute(db)
  await sql`create index api_key_id on api_key (key_id)`.execute(db)
  await sql`create index api_key_revoked on api_key (revoked_at) where revoked_at is not null`.execute(db)
}
