import { type Kysely, sql } from 'kysely'

/** The log no longer has hashes of Idempotency-Keys, which can be guessed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // safe: no released version writes or reads the column.
  await sql`alter table api_call drop column idempotency_key_hash`.execute(db)
}
