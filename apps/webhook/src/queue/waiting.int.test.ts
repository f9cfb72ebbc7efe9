/** Scans for endpoints with waiting deliveries. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWebhookDatabase, openTestDatabase, startTestService } from '../testing/webhook-service.ts'
import { findWaitingEndpoints, type ScanRange } from './waiting-repository.ts'

let database: Awaited<ReturnType<typeof createWebhookDatabase>>
let db: ReturnType<typeof openTestDatabase>

beforeAll(async () => {
  database = await createWebhookDatabase()
  await (await startTestService(database)).stop() // migrates the database
  db = openTestDatabase(database)
})

afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

beforeEach(async () => {
  await sql`delete from delivery_queue`.execute(db)
  await queue('env_a', 5)
  await queue('env_b', 1)
  await queue('env_c', 2)
})

/** Queues two deliveries for each of some subscriptions. */
const queue = (environmentId: string, subscriptions: number) =>
  sql`
    insert into delivery_queue (environment_id, delivery_id, subscription_id, event_id, event_at, trigger)
    select ${environmentId}, 'whd_' || subscription || delivery, 'whs_' || subscription, 'evt_1', now(), 'event'
    from generate_series(1, ${subscriptions}::int) as subscription, generate_series(1, 2) as delivery`.execute(db)

const range: ScanRange = {
  limit: 10,
  environmentLimit: 3,
  after: null,
  resumeAfter: new Map(),
  skippedEnvironments: [],
}

async function scan(part: Partial<ScanRange> = {}): Promise<string[]> {
  const found = await findWaitingEndpoints(db, { ...range, ...part }, () => 10)
  return found.map(({ environmentId, subscriptionId, isClaimable }) => {
    const id = environmentId.replace('env_', '') + subscriptionId.replace('whs_', '')
    return isClaimable ? id : `(${id})`
  })
}

test('finds the first endpoints of each environment', async () => {
  expect(await scan()).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'c2'])
  expect(await scan({ environmentLimit: 10 })).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'c2'])
})

test('continues after an endpoint, and within an environment after its first endpoint', async () => {
  expect(await scan({ limit: 2 })).toEqual(['a1', 'a2'])
  expect(await scan({ after: { environmentId: 'env_a', subscriptionId: 'whs_2' }, limit: 4 })).toEqual([
    ...['a3', 'a4', 'a5', 'b1'],
  ])
  expect(await scan({ resumeAfter: new Map([['env_a', 'whs_3']]) })).toEqual(['a1', 'a4', 'a5', 'b1', 'c1', 'c2'])
})

test('says where a test waits and how many deliveries are in flight', async () => {
  await sql`update delivery_queue set lane = -1 where delivery_id = 'whd_11' and environment_id = 'env_b'`.execute(db)
  await sql`
    update delivery_queue set claim_id = gen_random_uuid(), lease_until = now() + interval '1 minute'
    where delivery_id = 'whd_12' and environment_id <> 'env_a'`.execute(db)
  const found = await findWaitingEndpoints(db, { ...range, environmentLimit: 1 }, () => 10)
  expect(found).toMatchObject([
    { environmentId: 'env_a', inFlight: 0, isTestWaiting: false },
    { environmentId: 'env_b', inFlight: 1, isTestWaiting: true },
    { environmentId: 'env_c', inFlight: 1, isTestWaiting: false },
  ])
})

test('steps over environments that may start nothing', async () => {
  expect(await scan({ skippedEnvironments: ['env_a', 'env_c'] })).toEqual(['(a1)', 'b1', '(c1)'])
})
