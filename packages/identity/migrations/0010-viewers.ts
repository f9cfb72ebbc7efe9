import { type Kysely, sql } from 'kysely'

/**
 * `support` only read until now, and may change and cancel shipments from now on: who has the role keeps what they had, as
 * `viewer`. Until the last process of the version before has ended, that role opens nothing there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update member set role = 'viewer', access_changed_at = now() where role = 'support'`.execute(db)
  await sql`update invitation set role = 'viewer' where role = 'support'`.execute(db)
  await sql`update oidc_provider set default_role = 'viewer' where default_role = 'support'`.execute(db)
}
