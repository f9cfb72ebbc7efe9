import { type Kysely, sql } from 'kysely'

/** Photos and signatures of proofs: where the carrier has them, and once they are fetched where we do. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table proof_media (
      environment_id text not null,
      pod_id text not null,
      name text not null,
      carrier_account_id text not null,
      carrier_job_id text not null,
      fact_key text not null,
      content_type text not null,
      signer_name text,
      source_url text,
      source_bytes bytea,
      state text not null default 'due' check (state in ('due', 'stored', 'failed')),
      object_key text,
      sha256 text,
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      primary key (environment_id, pod_id, name)
    )`.execute(db)
  await sql`create index proof_media_due on proof_media (due_at) where state = 'due'`.execute(db)
}
