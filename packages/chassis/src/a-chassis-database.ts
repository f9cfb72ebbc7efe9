import { createTestDatabase } from '@waybill/testing/test-database'
import type { Kysely } from 'kysely'
import type { ChassisTables } from './chassis-tables.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

export interface ChassisDatabase<DB extends ChassisTables> {
  db: Kysely<DB>
  url: string
  schema: string
  drop(): Promise<void>
}

/** For tests: a database with one service's schema, the chassis' tables in it, and a small pool. */
export async function aChassisDatabase<DB extends ChassisTables = ChassisTables>(): Promise<ChassisDatabase<DB>> {
  const { url, schema, drop } = await createTestDatabase({ service: 'depot' })
  const db = openDatabase<DB>({ url, schema, applicationName: 'chassis test', poolSize: 5 })
  await migrate(db, { schema, migrations: {} })
  return {
    db,
    url,
    schema,
    async drop() {
      await db.destroy()
      await drop()
    },
  }
}
