import { type Kysely, sql } from 'kysely'

/** People of a merchant: members of its team, their sessions and their one-time links to sign in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Above environments, as merchant is. A person belongs to one merchant: the address is unique in the installation.
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
      primary key (merchant_id, user_id)
    )`.execute(db)
  await sql`create unique index member_email on member (email)`.execute(db)
  await sql`
    create index member_access_changed on member (access_changed_at) where access_changed_at is not null`.execute(db)

  // token_hash: SHA-256 of the cookie. method: how the member signed in.
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
      expires_at timestamptz not null,
      revoked_at timestamptz,
      primary key (merchant_id, session_id),
      foreign key (merchant_id, user_id) references member (merchant_id, user_id) on delete cascade
    )`.execute(db)
  await sql`create unique index session_token on session (token_hash)`.execute(db)
  await sql`create index session_member on session (merchant_id, user_id, session_id)`.execute(db)
  await sql`create index session_revoked on session (revoked_at) where revoked_at is not null`.execute(db)
  await sql`create index session_expires on session (expires_at)`.execute(db)

  // created_by: the member who made the link; null: an operator did.
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
}
