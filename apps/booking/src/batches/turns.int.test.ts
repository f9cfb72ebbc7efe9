/** Order in which environments' items are taken, and how many may wait. */
import { openDatabase, transact } from '@waybill/chassis/postgres/database'
import { createTestDatabase } from '@waybill/chassis/testing/service-database'
import { newId } from '@waybill/contracts/ids'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { BookingDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import { insertBatch, takeDueItems } from './repository.ts'

async function batches() {
  const database = await createTestDatabase({ service: 'booking', migrations })
  const db = openDatabase<BookingDatabase>({ ...database, applicationName: 'batches test' })
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  return {
    db,
    async insert(environmentId: string, count: number): Promise<void> {
      const owner = { environmentId, merchantId: 'mer_1', livemode: false, requestId: 'req_1' }
      const bookings = Array.from({ length: count }, () => ({ shipment_id: newId('shp'), quote_option_id: 'qop_1' }))
      await transact(db, (trx) => insertBatch(trx, owner, { bookings }))
    },
    /** Takes items; resolves to their environments. */
    async take(limit: number): Promise<string[]> {
      const items = await takeDueItems(db, { limit, perEnvironment: 4, leaseMs: 3_600_000 })
      return items.map(({ environmentId }) => environmentId)
    },
  }
}

test('environments with old items leave a turn to one with new items', async () => {
  const { db, insert, take } = await batches()
  const old = Array.from({ length: 4 }, () => newId('env'))
  for (const environmentId of old) await insert(environmentId, 10)
  await sql`update booking_batch_item set due_at = now() - interval '1 hour'`.execute(db)
  const late = newId('env')
  await insert(late, 10)
  expect((await take(5)).toSorted()).toEqual([...old, late].toSorted())
  expect((await take(16)).filter((environmentId) => environmentId === late)).toHaveLength(3)
  expect(await take(16)).toEqual([])
})

test('an item whose lease has ended is taken again', async () => {
  const { db, insert, take } = await batches()
  await insert(newId('env'), 5)
  expect(await take(16)).toHaveLength(4)
  expect(await take(16)).toEqual([])
  await sql`update booking_batch_item set lease_until = now() - interval '1 s' where position = 2`.execute(db)
  expect(await take(16)).toHaveLength(1)
})

test('an environment has at most 5,000 pending bookings of batches', async () => {
  const { db, insert } = await batches()
  const environmentId = newId('env')
  for (let batch = 0; batch < 10; batch++) await insert(environmentId, 500)
  await expect(insert(environmentId, 1)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 })
  await insert(newId('env'), 1)
  await sql`update booking_batch_item set status = 'failed' where position = 0`.execute(db)
  await insert(environmentId, 10)
})
