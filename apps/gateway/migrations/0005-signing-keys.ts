import { type Kysely, sql } from 'kysely'

/** The keys that sign access tokens of POST /oauth/token. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
