import { type Kysely, sql } from 'kysely'

/** The OpenID Connect provider of a team, and who of it has signed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '4s'`.execute(db)
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

  // subject: the provider's name for the person, which never changes. At most one of a member.
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
