/** The age of due deliveries, not counting waits for their receiver. */
import type { TestDatabase } from '@waybill/chassis/testing/service-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { type Lane, lanes } from '../endpoints/lanes.ts'
import {
  aCaller,
  createWebhookDatabase,
  openTestDatabase,
  startTestService,
  subscribe,
} from '../testing/webhook-service.ts'
import { readQueueDepth } from './queries.ts'

const LIMITS = { endpoint: 10, environment: 15, origin: 60 }
const HOUR_SECONDS = 3_600

let database: TestDatabase
let db: ReturnType<typeof openTestDatabase>
let endpoint: EndpointKey

beforeAll(async () => {
  database = await createWebhookDatabase()
  db = openTestDatabase(database)
})

afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

beforeEach(async () => {
  endpoint = await createEndpoint() // starts a service, which migrates the database
  await db.deleteFrom('delivery_queue').execute()
})

/** An endpoint without a running dispatcher. */
async function createEndpoint(of: { environmentId?: string } = {}): Promise<EndpointKey> {
  const service = await startTestService(database)
  const { environmentId, ...caller } = aCaller(of)
  const created = subscribe(service, { environmentId, ...caller }, 'http://127.0.0.1:9/').finally(service.stop)
  return { environmentId, subscriptionId: (await created).subscription_id }
}

/** Queues deliveries that became due an hour ago. */
async function queue(lane: Lane, count: number, { isClaimed = false, at = endpoint } = {}): Promise<void> {
  await sql`
    insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger, lane, due_at,
      claim_id, lease_until)
    select ${at.environmentId}, gen_random_uuid(), ${at.subscriptionId}, 'evt_' || n, now(), 'event',
      ${lanes[lane]}, now() - interval '1 hour', case when ${isClaimed} then gen_random_uuid() end,
      case when ${isClaimed} then now() + interval '1 minute' end
    from generate_series(1, ${count}::int) as n`.execute(db)
}

async function readDepth(lane: Lane) {
  const depths = await readQueueDepth(db, LIMITS)
  const { due, oldestDueSeconds } = depths.find((depth) => depth.lane === lane) ?? {}
  return { due, oldestDueSeconds: Math.round((oldestDueSeconds ?? Number.NaN) / 10) * 10 }
}

const setEndpoint = (values: { not_before?: Date; send_limit?: number }) =>
  db.updateTable('endpoint').set(values).where('subscription_id', '=', endpoint.subscriptionId).execute()

const fromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000)

test('the age of a sendable delivery counts from its due time', async () => {
  await queue('first', LIMITS.endpoint - 1, { isClaimed: true })
  await queue('first', 3)
  expect(await readDepth('first')).toEqual({ due: 3, oldestDueSeconds: HOUR_SECONDS })
  expect(await readDepth('retry')).toEqual({ due: 0, oldestDueSeconds: 0 })
})

test('a delivery has no age during a pause; afterwards it counts from the end of the pause', async () => {
  await queue('first', 3)
  await setEndpoint({ not_before: fromNow(600) })
  expect(await readDepth('first')).toEqual({ due: 3, oldestDueSeconds: 0 })
  await setEndpoint({ not_before: fromNow(-60) })
  expect(await readDepth('first')).toEqual({ due: 3, oldestDueSeconds: 60 })
})

test('a delivery that waits for a slot of its endpoint has no age', async () => {
  await queue('first', 5, { isClaimed: true })
  await queue('retry', 3)
  await setEndpoint({ send_limit: 5 })
  expect(await readDepth('retry')).toEqual({ due: 3, oldestDueSeconds: 0 })
  await setEndpoint({ send_limit: 6 })
  expect(await readDepth('retry')).toEqual({ due: 3, oldestDueSeconds: HOUR_SECONDS })
})

test('a delivery of an inactive subscription has no age; a test has', async () => {
  await queue('first', 3)
  await queue('test', 1)
  await setEndpoint({ not_before: fromNow(600) })
  await db
    .updateTable('subscription')
    .set({ status: 'paused' })
    .where('subscription_id', '=', endpoint.subscriptionId)
    .execute()
  expect(await readDepth('first')).toEqual({ due: 3, oldestDueSeconds: 0 })
  expect(await readDepth('test')).toEqual({ due: 1, oldestDueSeconds: HOUR_SECONDS })
})

test('a paused endpoint does not hide the age of another', async () => {
  await queue('first', 3)
  await setEndpoint({ not_before: fromNow(600) })
  endpoint = await createEndpoint()
  await queue('first', 2)
  expect(await readDepth('first')).toEqual({ due: 5, oldestDueSeconds: HOUR_SECONDS })
})

test('a delivery that waits for a slot of its environment has no age', async () => {
  const { environmentId } = endpoint
  const busy = [await createEndpoint({ environmentId }), await createEndpoint({ environmentId })]
  await queue('first', 3)
  const counts = [LIMITS.endpoint - 1, LIMITS.environment - LIMITS.endpoint]
  for (const [index, count] of counts.entries()) await queue('first', count, { isClaimed: true, at: busy[index] })
  expect(await readDepth('first')).toEqual({ due: 3, oldestDueSeconds: HOUR_SECONDS })
  await queue('retry', 1, { isClaimed: true })
  expect(await readDepth('first')).toEqual({ due: 3, oldestDueSeconds: 0 })
})

test('a delivery that waits for a slot of its origin has no age', async () => {
  const busy = [await createEndpoint(), await createEndpoint(), await createEndpoint()]
  await queue('first', 3)
  for (const at of busy) await queue('first', LIMITS.origin / 2 / busy.length, { isClaimed: true, at })
  expect(await readDepth('first')).toEqual({ due: 3, oldestDueSeconds: 0 })
})
