import { type Kysely, sql } from 'kysely'

/** An e-mail address is unique in a team, no longer in the installation: nobody can take one that belongs to a person elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // safe: the table is small.
  await sql`create unique index member_team_email on member (merchant_id, email)`.execute(db)
  // For sign-ins, which name no merchant.
  // safe: the table is small.
  await sql`create index member_address on member (email)`.execute(db)
  await sql`drop index member_email`.execute(db)
}
