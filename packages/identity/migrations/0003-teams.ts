import { type Kysely, sql } from 'kysely'

/** Members of a merchant's team, and how they sign in: sessions, links, second factors, identity providers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMembers(db)
  await createSessions(db)
  await createSecondFactors(db)
  await createIdentityProviders(db)
}

async function createMembers(db: Kysely<unknown>): Promise<void> {
  // Above environments, as merchant is. A person belongs to one merchant: the address is unique in the installation.
  // erased_at: the personal data was erased. The row stays, because entries of the audit log name its id.
  await sql`
    create table member (
      merchant_id text not null references merchant (merchant_id),
      user_id text not null,
      email text not null,
      name text not null,
      role text not null,
      password_hash text,
      deactivated_at timestamptz,
      access_changed_at timestamptz,
      created_at timestamptz not null default now(),
      erased_at timestamptz,
      primary key (merchant_id, user_id)
    )`.execute(db)
  await sql`create unique index member_email on member (email)`.execute(db)
  await sql`
    create index member_access_changed on member (access_changed_at) where access_changed_at is not null`.execute(db)

  await sql`
    create table invitation (
      merchant_id text not null references merchant (merchant_id),
      invitation_id text not null,
      email text not null,
      role text not null,
      token_hash bytea not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (merchant_id, invitation_id)
    )`.execute(db)
  // A newer invitation of the same person replaces the one before.
  await sql`create unique index invitation_email on invitation (merchant_id, email)`.execute(db)
  await sql`create unique index invitation_token on invitation (token_hash)`.execute(db)
  await sql`create index invitation_expires on invitation (expires_at)`.execute(db)
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  // token_hash: SHA-256 of the cookie. method: how the member signed in. confirmed_at: the last proof of who the member is,
  // after the sign-in.
  await sql`
    create table session (
      merchant_id text not null,
      user_id text not null,
      session_id text not null,
      token_hash bytea not null,
      method text not null,
      address text not null,
      user_agent text,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      confirmed_at timestamptz,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      primary key (merchant_id, session_id),
      foreign key (merchant_id, user_id) references member (merchant_id, user_id) on delete cascade
    )`.execute(db)
  await sql`create unique index session_token on session (token_hash)`.execute(db)
  await sql`create index session_member on session (merchant_id, user_id, session_id)`.execute(db)
  await sql`create index session_revoked on session (revoked_at) where revoked_at is not null`.execute(db)
  await sql`create index session_expires on session (expires_at)`.execute(db)

  // One-time links to sign in. created_by: the member who made the link; null: an operator did.
  await sql`
    create table one_time_link (
      merchant_id text not null,
      user_id text not null,
      link_id text not null,
      purpose text not null,
      token_hash bytea not null,
      created_by text,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (merchant_id, link_id),
      foreign key (merchant_id, user_id) references member (merchant_id, user_id) on delete cascade
    )`.execute(db)
  await sql`create unique index one_time_link_token on one_time_link (token_hash)`.execute(db)
  await sql`create index one_time_link_member on one_time_link (merchant_id, user_id)`.execute(db)
  await sql`create index one_time_link_expires on one_time_link (expires_at)`.execute(db)

  // A sign-in or a proof that waits for its next step.
  // merchant_id, user_id: null while a passkey has not said who signs in. method: of the first step. password_digest: SHA-256
  // of the stored hash: a new password ends the challenge.
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

/** Authenticator apps, recovery codes and passkeys. */
async function createSecondFactors(db: Kysely<unknown>): Promise<void> {
  // secret: encrypted under the key sealed_with. enabled_at: null until the member has shown a code. last_step: the time
  // step, of 30 s, of the last code that was used: no code works twice.
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
}

/** The OpenID Connect provider of a team, and its members who have signed in with it. */
async function createIdentityProviders(db: Kysely<unknown>): Promise<void> {
  // client_secret: encrypted under the key sealed_with. default_role: null: only members and invited people sign in.
  await sql`
    create table oidc_provider (
      merchant_id text primary key references merchant (merchant_id),
      provider_id text not null,
      issuer text not null,
      client_id text not null,
      client_secret bytea not null,
      sealed_with text not null,
      email_domains text[] not null,
      email_trusted boolean not null,
      default_role text,
      required boolean not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index oidc_provider_id on oidc_provider (provider_id)`.execute(db)

  // subject: the provider's name for the person, which never changes. A member has at most one.
  await sql`
    create table oidc_identity (
      merchant_id text not null,
      user_id text not null,
      subject text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      primary key (merchant_id, user_id),
      foreign key (merchant_id, user_id) references member (merchant_id, user_id) on delete cascade,
      foreign key (merchant_id) references oidc_provider (merchant_id) on delete cascade
    )`.execute(db)
  await sql`create unique index oidc_identity_subject on oidc_identity (merchant_id, subject)`.execute(db)
}
