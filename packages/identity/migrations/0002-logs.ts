import { type Kysely, sql } from 'kysely'

/** The audit log, and the log of calls of the API. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAuditLog(db)

  // The calls of an environment in the last days. No foreign key: its check would cost more than the row. Ids sort by time:
  // those of a time are found without a column for it.
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

/** Actions of operators and of members of a team. Entries are added and expire; only personal data in them is erased. */
async function createAuditLog(db: Kysely<unknown>): Promise<void> {
  // An action in another service has two entries with the same action_id: one before the call, one with its outcome.
  // repeated: an earlier call with the same Idempotency-Key had the effect.
  await sql`
    create table audit_entry (
      position bigint generated always as identity primary key,
      occurred_at timestamptz not null default clock_timestamp(),
      action_id text not null,
      actor text not null,
      action text not null,
      target_type text,
      target_id text,
      merchant_id text,
      environment_id text,
      address text not null,
      user_agent text,
      request_id text not null,
      outcome text not null check (outcome in ('started', 'succeeded', 'failed', 'repeated')),
      code text
    )`.execute(db)
  await sql`create index audit_entry_occurred on audit_entry (occurred_at)`.execute(db)
  await sql`create unique index audit_entry_once on audit_entry (action_id, (outcome = 'started'))`.execute(db)
  await sql`
    create index audit_entry_of_merchant on audit_entry (merchant_id, position)
    where merchant_id is not null`.execute(db)

  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'entries of the audit log cannot be changed, nor deleted within 90 days';
    end
    $$`.execute(db)
  // Erasure may remove the address and the browser of a member's entry. Who acted is an id, which stays.
  await sql`
    create function refuse_other_audit_change() returns trigger language plpgsql as $$
    begin
      if old.actor like 'usr\\_%' and new.address = '[erased]' and new.user_agent is null
        and to_jsonb(new) - 'address' - 'user_agent' = to_jsonb(old) - 'address' - 'user_agent' then
        return new;
      end if;
      raise exception 'entries of the audit log cannot be changed, nor deleted within 90 days';
    end
    $$`.execute(db)
  // safe: the trigger refuses to truncate the table.
  await sql`
    create trigger audit_entry_not_truncated before truncate on audit_entry
    for each statement execute function refuse_audit_change()`.execute(db)
  await sql`
    create trigger audit_entry_unchanged before update on audit_entry
    for each row execute function refuse_other_audit_change()`.execute(db)
  // AUDIT_RETENTION_DAYS is at least as long.
  await sql`
    create trigger audit_entry_kept before delete on audit_entry
    for each row when (old.occurred_at > now() - interval '90 days') execute function refuse_audit_change()`.execute(db)
}
