import { type Kysely, sql } from 'kysely'

/** Replays are listed by subscription, and counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // safe: the table holds what merchants have asked for by hand, so that the index is built at once.
  await sql`create index replay_of_subscription on replay (environment_id, subscription_id, replay_id)`.execute(db)
}
