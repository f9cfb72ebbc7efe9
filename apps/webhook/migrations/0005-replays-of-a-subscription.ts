import { type Kysely, sql } from 'kysely'

/** Index for listing and counting the replays of a subscription. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // safe: the table is small (replays are requested manually), so that the index is built at once.
  await sql`create index replay_of_subscription on replay (environment_id, subscription_id, replay_id)`.execute(db)
}
