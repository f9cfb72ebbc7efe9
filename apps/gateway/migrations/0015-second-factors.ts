import { type Kysely, sql } from 'kysely'

/** Authenticator apps, recovery codes and passkeys of members, and what is asked of them while they sign in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '4s'`.execute(db)
  // The last proof of who the member is, after the sign-in.
  await sql`alter table session add column confirmed_at timestamptz`.execute(db)

  // secret: encrypted under the key sealed_with. enabled_at: null until the member has shown a code. last_step: the time step,
  // of 30 s, of the last code that was used: no code works twice.
  await sql`
    create table totp (
      merchant_id text not null,
      user_id text not null,
      secret bytea not null,
      sealed_with text not null,
      enabled_at timestamptz,
      last_step bigint,
      created_at timestamptz not null default now(),
      primary key (merchant_id, user_id),
      foreign key (merchant_id, user_id) references member (merchant_id, user_id) on delete cascade
    )`.execute(db)

  // code_hash: SHA-256 of 80 random bits. A code is deleted when it is used.
  await sql`
    create table recovery_code (
      merchant_id text not null,
      user_id text not null,
      code_hash bytea not null,
      primary key (merchant_id, user_id, code_hash),
      foreign key (merchant_id, user_id) references member (merchant_id, user_id) on delete cascade
    )`.execute(db)

  await sql`
    create table passkey (
      merchant_id text not null,
      user_id text not null,
      passkey_id text not null,
      name text not null,
      credential_id text not null,
      public_key bytea not null,
      use_count bigint not null,
      transports text[] not null,
      synced boolean not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      primary key (merchant_id, passkey_id),
      foreign key (merchant_id, user_id) references member (merchant_id, user_id) on delete cascade
    )`.execute(db)
  await sql`create unique index passkey_credential on passkey (credential_id)`.execute(db)
  await sql`create index passkey_member on passkey (merchant_id, user_id, passkey_id)`.execute(db)

  // merchant_id, user_id: null while a passkey has not said who signs in. method: of the first step. password_digest: SHA-256 of
  // the stored hash: a new password ends the challenge.
  await sql`
    create table sign_in_challenge (
      challenge_hash bytea primary key,
      purpose text not null,
      merchant_id text,
      user_id text,
      method text,
      password_digest bytea,
      expires_at timestamptz not null,
      foreign key (merchant_id, user_id) references member (merchant_id, user_id) on delete cascade
    )`.execute(db)
  await sql`create index sign_in_challenge_member on sign_in_challenge (merchant_id, user_id)`.execute(db)
  await sql`create index sign_in_challenge_expires on sign_in_challenge (expires_at)`.execute(db)
}
