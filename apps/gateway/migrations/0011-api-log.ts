import { type Kysely, sql } from 'kysely'

/** The calls of an environment in the last days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: its check would cost more than the row. Ids sort by time: those of a time are found without a column for it.
  await sql`
    create table api_call (
      environment_id text not null,
      call_id text not null,
      request_id text not null,
      method text not null,
      operation_id text not null,
      path text not null,
      status smallint not null,
      error_code text,
      duration_ms integer not null,
      actor_id text not null,
      idempotency_key_hash text,
      replayed boolean not null,
      subjects text[] not null,
      request_body text,
      response_body text,
      primary key (environment_id, call_id)
    )`.execute(db)
  await sql`create index api_call_request on api_call (environment_id, request_id)`.execute(db)
  await sql`create index api_call_subjects on api_call using gin (subjects)`.execute(db)
  await sql`create index api_call_failed on api_call (environment_id, call_id) where status >= 400`.execute(db)
}
