import { type Kysely, sql } from 'kysely'

/** Invitations to a team. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
