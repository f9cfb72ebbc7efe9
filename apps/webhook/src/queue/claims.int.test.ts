/** The cost of claims, in index entries read. */
import { transact } from '@waybill/chassis/postgres/database'
import { asOwner, type TestDatabase } from '@waybill/chassis/testing/service-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Writer } from '../db.ts'
import { createBacklog } from '../dispatching/backlog.ts'
import { claimTerms } from '../testing/claim-terms.ts'
import {
  aCaller,
  createWebhookDatabase,
  openTestDatabase,
  startTestService,
  subscribe,
} from '../testing/webhook-service.ts'
import { claimDue } from './claim-repository.ts'
import { freeSlotsByEndpoint } from './free-slots-repository.ts'
import { lockEndpoints } from './repository.ts'

const DUE = 600
const BATCH = 100

let database: TestDatabase
let db: ReturnType<typeof openTestDatabase>

beforeAll(async () => {
  database = await createWebhookDatabase()
  db = openTestDatabase(database)
})

afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

/** An endpoint with `DUE` due deliveries, a millisecond apart, and no dispatcher that sends them. */
async function createFullEndpoint() {
  const service = await startTestService(database)
  const caller = aCaller()
  const { subscription_id: subscriptionId } = await subscribe(service, caller, 'http://127.0.0.1:9/').finally(
    service.stop,
  )
  const { environmentId } = caller
  await sql`
    insert into event (environment_id, event_id, event_at, position, type, subject_type, subject_id, payload)
    select ${environmentId}, 'evt_' || n, now(), n, 'shipment.created', 'shipment', 'shp_' || n, '{}'
    from generate_series(1, ${DUE}::int) as n`.execute(db)
  await sql`
    insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger, due_at)
    select environment_id, 'whd_' || position, ${subscriptionId}, event_id, event_at, 'event',
      now() - interval '1 hour' + position * interval '1 ms'
    from event where environment_id = ${environmentId}`.execute(db)
  await asOwner(database, (owner) => sql`analyze delivery_queue`.execute(owner))
  return { environmentId, subscriptionId }
}

/** Index entries that the transaction has read so far, including those of dead rows. */
async function entriesRead(trx: Writer, index: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select pg_stat_get_xact_tuples_returned(${index}::regclass) as read`.execute(trx)
  return rows[0]?.read ?? Number.NaN
}

test('a claim that starts where the last one ended reads no dead rows, even if a transaction elsewhere keeps them', async () => {
  const endpoint = await createFullEndpoint()
  const backlog = createBacklog()
  const claim = claimTerms({ limit: BATCH, endpointLimit: () => BATCH })
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (foreign) => {
      await sql`select from delivery_queue limit 1`.execute(foreign) // its snapshot keeps vacuum from removing dead rows
      for (let claimed = 0; claimed < DUE - BATCH; claimed += BATCH) {
        const done = await transact(db, async (trx) => {
          const result = await claimDue(trx, await lockEndpoints(trx, [endpoint]), claim, backlog.reached)
          await sql`delete from delivery_queue where claim_id is not null`.execute(trx)
          return result
        })
        expect(done.deliveries).toHaveLength(BATCH)
        backlog.noteClaimed(done)
      }
      await asOwner(database, (owner) => sql`vacuum delivery_queue`.execute(owner))

      const claimAndCount = (reached?: typeof backlog.reached) =>
        transact(db, async (trx) => {
          const locked = await lockEndpoints(trx, [endpoint])
          const before = await entriesRead(trx, 'delivery_queue_waiting')
          const { deliveries } = await claimDue(trx, locked, { ...claim, limit: 1 }, reached)
          expect(deliveries).toHaveLength(1)
          return (await entriesRead(trx, 'delivery_queue_waiting')) - before
        })
      expect(await claimAndCount()).toBeGreaterThan(DUE - BATCH)
      expect(await claimAndCount(backlog.reached)).toBeLessThan(10)
    })
})

test('expired claims add nothing to the cost of counting deliveries in flight', async () => {
  const endpoint = await createFullEndpoint()
  const { environmentId } = endpoint
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (foreign) => {
      await sql`select from delivery_queue limit 1`.execute(foreign)
      await sql`
      update delivery_queue set claim_id = gen_random_uuid(), lease_until = now() - interval '1 second'
      where environment_id = ${environmentId}`.execute(db)
      await sql`delete from delivery_queue where environment_id = ${environmentId}`.execute(db)
      await transact(db, async (trx) => {
        const before = await entriesRead(trx, 'delivery_queue_claimed')
        const { rows } = await sql<{ free: number }>`${freeSlotsByEndpoint([endpoint], () => 10)}`.execute(trx)
        expect(rows).toMatchObject([{ free: 10 }])
        expect((await entriesRead(trx, 'delivery_queue_claimed')) - before).toBeLessThan(10)
      })
    })
})
