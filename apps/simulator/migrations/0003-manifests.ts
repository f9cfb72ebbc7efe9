import { type Kysely, sql } from 'kysely'

/** Manifests of simulated carriers, and the job of each label: a label is in one manifest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table manifest (
      manifest_id text primary key,
      carrier_code text not null,
      carrier_account_id text not null,
      idempotency_key text not null,
      ship_date text not null,
      number text not null,
      ready_at timestamptz not null,
      created_at timestamptz not null,
      constraint manifest_idempotency_key unique (carrier_account_id, idempotency_key)
    )`.execute(db)
  await sql`create index manifest_age on manifest (created_at)`.execute(db)
  await sql`
    create table manifest_job (
      job_id text primary key,
      manifest_id text not null references manifest on delete cascade
    )`.execute(db)
  await sql`create index manifest_job_manifest on manifest_job (manifest_id)`.execute(db)
}
