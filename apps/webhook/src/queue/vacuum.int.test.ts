/** Who may vacuum the queue: its owner, and on Postgres 17 and newer the service too. */
import { asOwner } from '@waybill/chassis/testing/service-database'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Reader } from '../db.ts'
import { startSharedService } from '../testing/shared-service.ts'
import { vacuumQueue } from './repository.ts'

const { database, db } = await startSharedService()

async function readVacuums(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select vacuum_count as count from pg_stat_user_tables where relname = 'delivery_queue'`.execute(db)
  return rows[0]?.count ?? Number.NaN
}

test('the queue is vacuumed by the service if it may, and by the owner', async () => {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const byService = (rows[0]?.version ?? 0) >= 170_000 ? 1 : 0
  await vacuumQueue(db)
  await asOwner(database, (owner) => vacuumQueue(owner as unknown as Reader))
  await eventually(async () => expect(await readVacuums()).toBe(byService + 1))
})
