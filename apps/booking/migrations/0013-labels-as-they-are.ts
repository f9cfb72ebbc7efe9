import { type Kysely, sql } from 'kysely'

/**
 * Stores labels without compression. They are read in parts, and to read a part of a compressed value PostgreSQL decompresses
 * all that comes before it. PDF and PNG are compressed already. Labels stored before stay as they are.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table label alter column content set storage external`.execute(db)
}
