import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** Merchants read what their members did. What names a person can be erased; entries stay otherwise unchanged. */
export async function up(db: Kysely<never>): Promise<void> {
  // repeated: an earlier call with the same Idempotency-Key had the effect.
  await sql`
    alter table audit_entry
      drop constraint audit_entry_outcome_check,
      add constraint audit_entry_outcome_check
        check (outcome in ('started', 'succeeded', 'failed', 'repeated')) not valid`.execute(db)

  // Of a member's entry, the address and the browser. Who acted is an id.
  await sql`
    create or replace function refuse_other_audit_change() returns trigger language plpgsql as $$
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
    create or replace trigger audit_entry_not_truncated before truncate on audit_entry
    for each statement execute function refuse_audit_change()`.execute(db)
  await sql`
    create or replace trigger audit_entry_unchanged before update on audit_entry
    for each row execute function refuse_other_audit_change()`.execute(db)

  await sql`drop index concurrently if exists audit_entry_of_merchant`.execute(db)
  await sql`
    create index concurrently audit_entry_of_merchant on audit_entry (merchant_id, position)
    where merchant_id is not null`.execute(db)
}
