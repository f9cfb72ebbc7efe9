import { type Kysely, sql } from 'kysely'

/** Merchants, their environments, the API keys that open them, and the keys that sign access tokens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // access_changed_at, here and below: the last suspension or resumption, for replicas that look for what has changed.
  await sql`
    create table merchant (
      merchant_id text primary key,
      name text not null,
      is_demo boolean not null default false,
      suspended_at timestamptz,
      suspended_reason text,
      access_changed_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index merchant_demo on merchant (is_demo) where is_demo`.execute(db)
  await sql`
    create index merchant_access_changed on merchant (access_changed_at)
    where access_changed_at is not null`.execute(db)

  await sql`
    create table environment (
      environment_id text primary key,
      merchant_id text not null references merchant (merchant_id),
      name text not null,
      livemode boolean not null,
      suspended_at timestamptz,
      suspended_reason text,
      access_changed_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index environment_merchant on environment (merchant_id, created_at)`.execute(db)
  await sql`
    create index environment_access_changed on environment (access_changed_at)
    where access_changed_at is not null`.execute(db)

  await createKeys(db)
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  // scopes null: every scope, those of later versions too. rate_limit null: the gateway's default.
  // created_by: the key that made this one.
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
      suspended_at timestamptz,
      suspended_reason text,
      access_changed_at timestamptz,
      revoked_at timestamptz,
      created_by text,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      primary key (environment_id, key_id)
    )`.execute(db)
  await sql`create unique index api_key_hash on api_key (hash)`.execute(db)
  await sql`create index api_key_id on api_key (key_id)`.execute(db)
  await sql`create index api_key_revoked on api_key (revoked_at) where revoked_at is not null`.execute(db)
  await sql`
    create index api_key_access_changed on api_key (access_changed_at)
    where access_changed_at is not null`.execute(db)

  // A revoked key stays revoked, whatever a statement says.
  await sql`
    create function keep_revocation() returns trigger language plpgsql as $$
    begin
      new.revoked_at := old.revoked_at;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger api_key_stays_revoked before update of revoked_at on api_key
    for each row when (old.revoked_at is not null) execute function keep_revocation()`.execute(db)

  // private_key: a JWK, encrypted with AES-256-GCM under the key of TOKEN_ENCRYPTION_KEYS that sealed_with names.
  await sql`
    create table signing_key (
      key_id text primary key,
      public_jwk jsonb not null,
      private_key bytea not null,
      sealed_with text not null,
      signs_from timestamptz not null,
      verifies_until timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
}
