import { type Kysely, sql } from 'kysely'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { openDatabase } from '../postgres/database.ts'
import { createTestDatabase } from './service-database.ts'

export interface ChassisDatabase<DB extends ChassisTables> {
  /** As the schema's owner, so that tests can add tables. */
  db: Kysely<DB>
  /** As the service's role. */
  url: string
  ownerUrl: string
  schema: string
  /** Deletes every row of the chassis' tables and releases all lanes. */
  empty(): Promise<void>
  drop(): Promise<void>
}

/** Beside those of the chassis. */
const NO_MIGRATIONS = {}

/** A database with one service's schema, the chassis' tables in it, and a small pool. */
export async function createChassisDatabase<DB extends ChassisTables = ChassisTables>(): Promise<ChassisDatabase<DB>> {
  const { url, ownerUrl, schema, drop } = await createTestDatabase({ service: 'depot', migrations: NO_MIGRATIONS })
  const db = openDatabase<DB>({ url: ownerUrl, schema, applicationName: 'chassis test', poolSize: 5 })
  return {
    db,
    url,
    ownerUrl,
    schema,
    async empty() {
      await sql`truncate outbox, inbox, inbox_cursor, inbox_parked, idempotency_record`.execute(db)
      await sql`update outbox_lane set lease_id = null, lease_until = '-infinity'`.execute(db)
    },
    async drop() {
      await db.destroy()
      await drop()
    },
  }
}
