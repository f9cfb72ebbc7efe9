import { openDatabase } from '@waybill/chassis/postgres/database'
import type { TestDatabase } from '@waybill/chassis/testing/service-database'
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiver } from '../testing/shared-service.ts'
import {
  aCaller,
  aShipmentEvent,
  type Caller,
  createWebhookDatabase,
  openTestDatabase,
  startTestService,
  subscribe,
  type TestService,
} from '../testing/webhook-service.ts'

let database: TestDatabase
let db: ReturnType<typeof openTestDatabase>

beforeEach(async () => {
  database = await createWebhookDatabase()
  db = openTestDatabase(database)
})

afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const publishMany = (service: TestService, caller: Caller, count: number) =>
  Promise.all(Array.from({ length: count }, () => service.publish(aShipmentEvent(caller))))

const countByStatus = async (): Promise<Partial<Record<string, number>>> => {
  const rows = await db
    .selectFrom('delivery')
    .select((select) => ['status', select.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** Allows many deliveries on a busy machine. */
const SLOW = { timeoutMs: 25_000 }

const webhookIds = ({ requests }: HttpReceiver) => requests.map(({ headers }) => headers['webhook-id'])

test('an endpoint that hangs takes its own ten slots and delays no other endpoint', async () => {
  const limits = { concurrency: 20, environmentPercent: 100, endpointConcurrency: 10, deadlineMs: 60_000 }
  const service = await startTestService(database, limits)
  try {
    const caller = aCaller()
    const [hanging, others] = [await startReceiver(), await startReceiver()]
    hanging.answerAlways({ hang: true })
    const { subscription_id } = await subscribe(service, caller, hanging.url)
    for (let index = 0; index < 5; index++) await subscribe(service, caller, `${others.url}/${index}`)
    await publishMany(service, caller, 40)

    // All deliveries to the others succeed while none of the hanging ones has ended.
    await eventually(async () => expect(await countByStatus()).toEqual({ succeeded: 200, pending: 40 }), SLOW)
    await eventually(async () => {
      expect(hanging.requests).toHaveLength(10)
      const claims = db.selectFrom('delivery_queue').select('subscription_id').where('claim_id', 'is not', null)
      expect(await claims.execute()).toEqual(Array(10).fill({ subscription_id }))
    })
  } finally {
    await service.stop()
  }
})

test('two dispatchers never send a delivery twice and keep the limit of an endpoint together', async () => {
  const limits = { endpointConcurrency: 10 }
  const services = [await startTestService(database, limits), await startTestService(database, limits)]
  const [first] = services as [TestService]
  try {
    const caller = aCaller()
    const receiver = await startReceiver()
    let [open, most] = [0, 0]
    receiver.answerAlways(() => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
      }, 5)
      return { delayMs: 5 }
    })
    await subscribe(first, caller, receiver.url)
    await publishMany(first, caller, 300)
    await eventually(async () => expect(await countByStatus()).toEqual({ succeeded: 300 }), SLOW)
    expect(new Set(webhookIds(receiver)).size).toBe(300)
    expect(receiver.requests).toHaveLength(300)
    expect(most).toBeLessThanOrEqual(10)
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
})

test('first attempts go before retries', async () => {
  const service = await startTestService(database, { endpointConcurrency: 1, schedule: ['0ms', '1ms', '1ms'] })
  try {
    const caller = aCaller()
    const receiver = await startReceiver()
    const othersQueued = Promise.withResolvers<void>()
    receiver.answerNext({ status: 500, after: othersQueued.promise })
    await subscribe(service, caller, receiver.url)
    // The others queue up during the first send. Its retry is due before them and is still sent last.
    await service.publish(aShipmentEvent(caller))
    await eventually(() => expect(receiver.requests).toHaveLength(1))
    await publishMany(service, caller, 5)
    await eventually(async () => {
      expect(await db.selectFrom('delivery_queue').select('subscription_id').execute()).toHaveLength(6)
    })
    othersQueued.resolve()
    await eventually(() => expect(receiver.requests).toHaveLength(7))
    const ids = webhookIds(receiver)
    expect(ids.at(-1)).toBe(ids[0])
    expect(new Set(ids).size).toBe(6)
  } finally {
    await service.stop()
  }
})

test('after a lease expires the delivery is sent again; the late result is stored and its success counts', async () => {
  const service = await startTestService(database)
  try {
    const caller = aCaller()
    const receiver = await startReceiver()
    const sentAgain = Promise.withResolvers<void>()
    receiver.answerNext({ after: sentAgain.promise })
    receiver.answerAlways({ status: 500 })
    await subscribe(service, caller, receiver.url)
    await service.publish(aShipmentEvent(caller))
    await eventually(() => expect(receiver.requests).toHaveLength(1))
    await db
      .updateTable('delivery_queue')
      .set({ lease_until: new Date(0) })
      .execute()

    // Sent again while the first send still waits for its response, a 200, which arrives last.
    await eventually(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(2))
    sentAgain.resolve()
    await eventually(async () => {
      const attempts = await db.selectFrom('attempt').select('response_status').orderBy('started_at').execute()
      expect(attempts.length).toBeGreaterThanOrEqual(2)
      expect(attempts[0]?.response_status).toBe(200)
    })
    await eventually(async () => expect(await countByStatus()).toEqual({ succeeded: 1 }))
    expect(await db.selectFrom('delivery_queue').selectAll().execute()).toEqual([])
    expect(new Set(webhookIds(receiver)).size).toBe(1)
    const [delivery] = await db.selectFrom('delivery').select('attempt_count').execute()
    expect(delivery?.attempt_count).toBe(receiver.requests.length)
  } finally {
    await service.stop()
  }
})

test('a stopping service finishes its sends and leaves nothing claimed', async () => {
  const service = await startTestService(database, { drainMs: 10_000 })
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerAlways({ delayMs: 200 })
  await subscribe(service, caller, receiver.url)
  await publishMany(service, caller, 15)
  await eventually(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(10))
  await service.stop()

  const succeeded = (await countByStatus()).succeeded ?? 0
  expect(succeeded).toBe(receiver.requests.length)
  expect(await db.selectFrom('delivery_queue').selectAll().where('claim_id', 'is not', null).execute()).toEqual([])
})

test('sends that outlast the stop are aborted and released for the next process', async () => {
  const service = await startTestService(database)
  const caller = aCaller()
  const receiver = await startReceiver()
  receiver.answerNext({ hang: true })
  await subscribe(service, caller, receiver.url)
  await service.publish(aShipmentEvent(caller))
  await eventually(() => expect(receiver.requests).toHaveLength(1))
  await service.stop()
  expect(await db.selectFrom('delivery_queue').select(['claim_id', 'attempts_made']).execute()).toEqual([
    { claim_id: null, attempts_made: 0 },
  ])

  const next = await startTestService(database)
  try {
    await eventually(async () => expect(await countByStatus()).toEqual({ succeeded: 1 }))
    expect(new Set(webhookIds(receiver)).size).toBe(1)
  } finally {
    await next.stop()
  }
})

test('a draining service claims nothing more, and the time limit of its sends starts with the drain', async () => {
  const times = { drainDelayMs: 2_000, drainMs: 3_000 }
  const service = await startTestService(database, times)
  const caller = aCaller()
  const [hanging, receiver] = [await startReceiver(), await startReceiver()]
  hanging.answerAlways({ hang: true })
  await subscribe(service, caller, hanging.url)
  await service.publish(aShipmentEvent(caller))
  await eventually(() => expect(hanging.requests).toHaveLength(1))
  await subscribe(service, caller, receiver.url)

  const startedMs = performance.now()
  const stopped = service.stop()
  await service.publish(aShipmentEvent(caller)) // it still accepts events
  await stopped
  expect(performance.now() - startedMs).toBeLessThan(times.drainDelayMs + times.drainMs)
  expect(receiver.requests).toEqual([])
  expect(hanging.requests).toHaveLength(1)

  hanging.answerAlways({})
  const next = await startTestService(database)
  try {
    await eventually(() => expect(receiver.requests).toHaveLength(1))
    await eventually(() => expect(hanging.requests).toHaveLength(3))
  } finally {
    await next.stop()
  }
})

test('serves more endpoints than one scan returns', async () => {
  const service = await startTestService(database, { subscriptionLimit: 300 })
  try {
    const caller = aCaller()
    const receiver = await startReceiver()
    for (let index = 0; index < 300; index++) await subscribe(service, caller, `${receiver.url}/${index}`)
    await service.publish(aShipmentEvent(caller))
    await eventually(async () => expect(await countByStatus()).toEqual({ succeeded: 300 }), SLOW)
    expect(new Set(receiver.requests.map(({ path }) => path)).size).toBe(300)
  } finally {
    await service.stop()
  }
})

test('no delivery or result is lost when the database closes connections', async () => {
  const service = await startTestService(database, { leaseReserveMs: 1_000, deadlineMs: 1_000 })
  const admin = openDatabase<object>({ url: database.adminUrl, schema: 'public', applicationName: 'test', poolSize: 1 })
  try {
    const caller = aCaller()
    const receiver = await startReceiver()
    await subscribe(service, caller, receiver.url)
    // Published again after a failure, as the bus does.
    const events = Array.from({ length: 200 }, () => aShipmentEvent(caller))
    const published = Promise.all(events.map((event) => eventually(() => service.publish(event), SLOW)))
    for (let cuts = 0; cuts < 5; cuts++) {
      await eventually(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(cuts * 20))
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'webhook'`.execute(admin)
    }
    await published
    await eventually(async () => expect(await countByStatus()).toEqual({ succeeded: 200 }), SLOW)
    expect(new Set(webhookIds(receiver))).toEqual(new Set(events.map(({ eventId }) => eventId)))
  } finally {
    await admin.destroy()
    await service.stop()
  }
})
