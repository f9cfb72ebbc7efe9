import { transact } from '@waybill/chassis/postgres/database'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { createTestDatabase, type TestDatabase } from '@waybill/chassis/testing/service-database'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_SCHEDULE, parseSchedule } from '../deliveries/retry-schedule.ts'
import { ingestEvents } from '../events/intake.ts'
import { migrations } from '../migrations.ts'
import { purgeDeleted } from '../subscriptions/deletion-repository.ts'
import { createKnownSubscriptions } from '../subscriptions/known-subscriptions.ts'
import { claimTerms } from '../testing/claim-terms.ts'
import {
  aCaller,
  aShipmentEvent,
  callContext,
  openTestDatabase,
  startTestService,
  subscribe,
} from '../testing/webhook-service.ts'
import { dropOldEvents } from './expiry-repository.ts'
import { startPartitions } from './partitions.ts'
import { dropFromQueue, dropOldPartitions, ensurePartitions } from './repository.ts'

const log = createLog({ service: 'test', level: 'silent' })
let database: TestDatabase
let db: ReturnType<typeof openTestDatabase>

beforeAll(async () => {
  database = await createTestDatabase({ service: 'webhook', migrations })
  db = openTestDatabase(database)
})

afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

/** The default schedule takes four days. */
const keeping = (eventDays: number, deliveryDays: number) => ({
  db,
  retention: { eventDays, deliveryDays },
  schedule: parseSchedule(DEFAULT_SCHEDULE),
  log,
  metrics: createMetrics({ service: 'test' }),
})

async function listPartitions(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

const ingest = (at: string) => {
  const event = aShipmentEvent(aCaller(), { at: new Date(at) }).public as PublicEvent
  const claim = claimTerms({ limit: 0 })
  return transact(db, (trx) =>
    ingestEvents(trx, [{ event, traceparent: null }], { claim, known: createKnownSubscriptions(), consumer: null }),
  )
}

test('an event stored before its partition existed moves into it', async () => {
  await ingest('2031-05-01T00:00:00.000Z')
  await ingest('2031-05-31T23:59:59.999Z')
  await ingest('2031-06-01T00:00:00.000Z')
  expect(await ensurePartitions(db, new Date('2031-05-17T12:00:00.000Z'))).toBe(3)
  expect(await listPartitions('event')).toEqual(['event_2031_05', 'event_default'])
  const { rows } = await sql<{ inside: number; outside: number }>`
    select (select count(*) from event_2031_05) as inside, (select count(*) from event_default) as outside`.execute(db)
  expect(rows).toEqual([{ inside: 2, outside: 1 }])
})

test('concurrent processes create a partition once', async () => {
  const month = new Date('2032-01-10T00:00:00.000Z')
  const made = await Promise.all([
    ensurePartitions(db, month),
    ensurePartitions(db, month),
    ensurePartitions(db, month),
  ])
  expect(made.reduce((sum, count) => sum + count)).toBe(3)
  expect(await listPartitions('attempt')).toContain('attempt_2032_01')
  expect(await ensurePartitions(db, month)).toBe(0)
})

test('creates the months from the previous one to two ahead at start', async () => {
  const partitions = await startPartitions(keeping(30, 30))
  await partitions.stop()
  const now = new Date()
  const names = [-1, 0, 1, 2].map((offset) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))
    return `delivery_${month.toISOString().slice(0, 7).replace('-', '_')}`
  })
  expect(await listPartitions('delivery')).toEqual(expect.arrayContaining(names))
})

test('drops only months that have expired entirely, with older rows of the default partition', async () => {
  for (const month of [1, 2, 3]) await ensurePartitions(db, new Date(Date.UTC(2020, month)))
  await ingest('2019-06-01T00:00:00.000Z')
  await ingest('2020-03-31T23:59:59.999Z')
  await ingest('2020-04-01T00:00:00.000Z')
  const before = new Date('2020-04-30T00:00:00.000Z')
  expect(await dropOldEvents(db, before)).toEqual({
    dropped: ['event_2020_02', 'event_2020_03'],
    deleted: 1,
    expired: [],
  })
  expect(await listPartitions('event')).toContain('event_2020_04')
  const { rows } = await sql`select event_at from event where event_at < '2021-01-01'`.execute(db)
  expect(rows).toEqual([{ event_at: new Date('2020-04-01T00:00:00.000Z') }])
  expect(await dropOldEvents(db, before)).toEqual({ dropped: [], deleted: 0, expired: [] })
  expect(await dropOldPartitions(db, 'delivery', before)).toEqual({
    dropped: ['delivery_2020_02', 'delivery_2020_03'],
    deleted: 0,
  })
})

/** Inserts a delivery that waits for its next attempt. */
async function queued(delivery_id: string, event_at: Date, trigger: 'event' | 'manual' | 'replay' | 'test' = 'event') {
  const ids = { environment_id: 'env', subscription_id: 'whs', delivery_id, event_id: delivery_id, event_at }
  const waiting = { event_type: 'x', status: 'retrying' as const, next_attempt_at: new Date() }
  await db
    .insertInto('delivery')
    .values({ ...ids, ...waiting })
    .execute()
  await db
    .insertInto('delivery_queue')
    .values({ ...ids, trigger, claim_id: null, lease_until: null })
    .execute()
}

test('a delivery that waits beyond its retention leaves the queue as failed', async () => {
  const [old, young] = [new Date('2020-01-31T23:59:59.999Z'), new Date('2020-02-01T00:00:00.000Z')]
  for (const trigger of ['event', 'replay', 'manual', 'test'] as const) await queued(`old ${trigger}`, old, trigger)
  await queued('young', young)
  const before = new Date('2020-02-20T00:00:00.000Z')
  expect(await dropFromQueue(db, before)).toEqual({ unsent: 4, givenUp: 2 })
  expect(await dropFromQueue(db, before)).toEqual({ unsent: 0, givenUp: 0 })
  expect(await db.selectFrom('delivery_queue').select('delivery_id').execute()).toEqual([{ delivery_id: 'young' }])
  const deliveries = await db
    .selectFrom('delivery')
    .select(['delivery_id', 'status', 'next_attempt_at'])
    .where('environment_id', '=', 'env')
    .orderBy('delivery_id')
    .execute()
  expect(deliveries).toEqual([
    { delivery_id: 'old event', status: 'failed', next_attempt_at: null },
    { delivery_id: 'old manual', status: 'failed', next_attempt_at: null },
    { delivery_id: 'old replay', status: 'failed', next_attempt_at: null },
    { delivery_id: 'old test', status: 'failed', next_attempt_at: null },
    { delivery_id: 'young', status: 'retrying', next_attempt_at: expect.any(Date) },
  ])
})

test('counts deliveries that expire unsent as dead letters', async () => {
  await queued('forgotten', new Date('2020-01-01T00:00:00.000Z'))
  const options = keeping(30, 30)
  const partitions = await startPartitions(options)
  await eventually(async () => {
    expect((await options.metrics.render()).text).toMatch(/webhook_dead_letters_total\{reason="expired".*\} 2\n/)
  })
  await partitions.stop()
})

test('rejects a retention of deliveries above that of events', async () => {
  await expect(startPartitions(keeping(30, 31))).rejects.toThrow('31 days')
})

test('rejects a retention of deliveries below the retry schedule', async () => {
  await expect(startPartitions(keeping(30, 3))).rejects.toThrow('Raise WEBHOOK_DELIVERY_RETENTION_DAYS to 4')
  const partitions = await startPartitions(keeping(30, 4))
  await partitions.stop()
})

test('removes a deleted subscription once none of its deliveries are left', async () => {
  const service = await startTestService(database)
  const caller = aCaller()
  const ids: string[] = []
  try {
    for (let count = 0; count < 4; count++) {
      ids.push((await subscribe(service, caller, 'http://127.0.0.1:9/')).subscription_id)
    }
    for (const subscription_id of ids.slice(1)) {
      await service.client.DeleteSubscription({ context: callContext(caller), subscription_id })
    }
    const open = () => db.selectFrom('subscription_deletion').selectAll().execute()
    await eventually(async () => expect(await open()).toEqual([]))
  } finally {
    await service.stop()
  }
  const [alive, recent, used, forgotten] = ids as [string, string, string, string]
  const deleted_at = new Date('2020-06-01T00:00:00.000Z')
  await db.updateTable('subscription').set({ deleted_at }).where('subscription_id', 'in', [used, forgotten]).execute()
  const event_at = new Date('2020-05-31T00:00:00.000Z')
  const kept = { environment_id: caller.environmentId, delivery_id: 'whd_1', event_id: 'evt_1', event_at }
  await db
    .insertInto('delivery')
    .values({ ...kept, subscription_id: used, event_type: 'x', status: 'failed', next_attempt_at: null })
    .execute()
  const left = async () => {
    const rows = await db
      .selectFrom('subscription')
      .innerJoin('endpoint', 'endpoint.subscription_id', 'subscription.subscription_id')
      .select('subscription.subscription_id as id')
      .where('subscription.environment_id', '=', caller.environmentId)
      .execute()
    return rows.map(({ id }) => id).sort()
  }

  const before = new Date('2020-07-01T00:00:00.000Z')
  expect(await purgeDeleted(db, before)).toBe(1)
  expect(await left()).toEqual([alive, recent, used].sort())
  await db.deleteFrom('delivery').where('subscription_id', '=', used).execute()
  expect(await purgeDeleted(db, before)).toBe(1)
  expect(await left()).toEqual([alive, recent].sort())
})

test('every unique and foreign key begins with the environment', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    join pg_class on pg_class.oid = conrelid
    where relnamespace = ${database.schema}::regnamespace and contype in ('p', 'u', 'f') and not relispartition
      and relname in ('subscription', 'subscription_secret', 'endpoint', 'environment_position', 'event', 'delivery',
        'attempt', 'delivery_queue')
      and (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) <> 'environment_id'
    `.execute(db)
  expect(rows).toEqual([])
})
