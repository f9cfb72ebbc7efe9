import { type Kysely, sql } from 'kysely'

/** The audit log: what operators did through the admin API. Entries are added and expire; nothing else happens to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // An action in another service has two entries with the same action_id: one before the call, one with its outcome.
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
      outcome text not null check (outcome in ('started', 'succeeded', 'failed')),
      code text
    )`.execute(db)
  await sql`create index audit_entry_occurred on audit_entry (occurred_at)`.execute(db)
  await sql`create unique index audit_entry_once on audit_entry (action_id, (outcome = 'started'))`.execute(db)

  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'entries of the audit log cannot be changed, nor deleted within 90 days';
    end
    $$`.execute(db)
  // safe: the trigger refuses to truncate the new table.
  await sql`
    create trigger audit_entry_unchanged before update or truncate on audit_entry
    for each statement execute function refuse_audit_change()`.execute(db)
  // AUDIT_RETENTION_DAYS is at least as long.
  await sql`
    create trigger audit_entry_kept before delete on audit_entry
    for each row when (old.occurred_at > now() - interval '90 days') execute function refuse_audit_change()`.execute(db)
}
