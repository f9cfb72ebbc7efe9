import { type Kysely, sql } from 'kysely'

/** Finds operations that have long ended. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  // safe: written before the first release, when no installation had operations to wait for
  await sql`create index operation_ended on operation (ended_at) where state = 'ended'`.execute(db)
}
