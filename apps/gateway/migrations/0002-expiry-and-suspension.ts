import { type Kysely, sql } from 'kysely'

/** Keys expire, show when they were last used, and stay revoked. Keys, environments and merchants can be suspended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // access_changed_at: the last suspension or resumption, for replicas that look for what has changed.
  for (const table of ['merchant', 'environment', 'api_key']) {
    await sql`
      alter table ${sql.table(table)}
        add column suspended_at timestamptz,
        add column suspended_reason text,
        add column access_changed_at timestamptz`.execute(db)
  }
  await sql`alter table api_key add column expires_at timestamptz, add column last_used_at timestamptz`.execute(db)

  // safe: the table is small: only operators add rows.
  await sql`
    create index merchant_access_changed on merchant (access_changed_at)
    where access_changed_at is not null`.execute(db)
  // safe: the table is small: only operators add rows.
  await sql`
    create index environment_access_changed on environment (access_changed_at)
    where access_changed_at is not null`.execute(db)
  // safe: the table is small: only operators add rows.
  await sql`
    create index api_key_access_changed on api_key (access_changed_at)
    where access_changed_at is not null`.execute(db)

  // The demo keys of version 0.1 can be computed from the admin token.
  await sql`
    update api_key set revoked_at = now()
    where revoked_at is null and name = 'Demo key'
      and environment_id in (select environment_id from environment join merchant using (merchant_id) where is_demo)`.execute(
    db,
  )
  // Version 0.1, which may still run, lifts the revocation of its demo key whenever it is asked for it.
  await sql`
    create function keep_revocation() returns trigger language plpgsql as $$
    begin
      new.revoked_at := old.revoked_at;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger api_key_stays_revoked before update of revoked_at on api_key
    for each row when (old.revoked_at is not null) execute function keep_revocation()`.execute(db)
}
