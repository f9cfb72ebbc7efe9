/** Outages: the database during a claim, the broker before an acknowledgement, one receiver of a hundred. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { connectRabbitBus } from '@waybill/chassis/messaging/rabbit/bus'
import { openDatabase } from '@waybill/chassis/postgres/database'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { createTestBroker } from '@waybill/chassis/testing/broker'
import type { TestDatabase } from '@waybill/chassis/testing/service-database'
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiver } from '../testing/shared-service.ts'
import {
  aCaller,
  aShipmentEvent,
  createWebhookDatabase,
  openTestDatabase,
  startTestService,
  subscribe,
} from '../testing/webhook-service.ts'

/** Allows many deliveries on a busy machine. */
const SLOW = { timeoutMs: 25_000 }

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

const statuses = async () => (await db.selectFrom('delivery').select('status').execute()).map(({ status }) => status)
const webhookIds = ({ requests }: HttpReceiver) => requests.map(({ headers }) => headers['webhook-id'])

test('each delivery is sent once even if the database closes the connection during a claim', async () => {
  const service = await startTestService(database)
  const admin = openDatabase<object>({ url: database.adminUrl, schema: 'public', applicationName: 'test', poolSize: 1 })
  try {
    const caller = aCaller()
    const receiver = await startReceiver()
    const { subscription_id } = await subscribe(service, caller, receiver.url)
    await db
      .updateTable('endpoint')
      .set({ not_before: new Date(Date.now() + 3_600_000) })
      .execute()
    for (let count = 0; count < 5; count++) await service.publish(aShipmentEvent(caller))
    await db.transaction().execute(async (trx) => {
      await sql`select from delivery_queue where subscription_id = ${subscription_id} for update`.execute(trx)
      await db.updateTable('endpoint').set({ not_before: null }).execute()
      const ended = await eventually(async () => {
        const { rows } = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'webhook' and wait_event_type = 'Lock'
            and query like '%with claimed as materialized%'`.execute(admin)
        expect(rows.length).toBeGreaterThan(0)
        return rows
      })
      expect(ended).toHaveLength(1)
      expect(receiver.requests).toHaveLength(0)
    })
    await eventually(async () => expect(await statuses()).toEqual(Array(5).fill('succeeded')))
    expect(receiver.requests).toHaveLength(5)
    expect(new Set(webhookIds(receiver)).size).toBe(5)
  } finally {
    await admin.destroy()
    await service.stop()
  }
})

/** A TCP proxy to the broker that can hold back outgoing data and close its connections. */
async function startProxy(target: URL) {
  const sockets = new Set<Socket>()
  let isHeld = false
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5672), target.hostname)
    near.on('data', (data) => void (isHeld || far.write(data)))
    far.pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    hold() {
      isHeld = true
    },
    cut() {
      for (const socket of sockets) socket.destroy()
      isHeld = false
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

test('each event is sent once even if the broker is lost before its acknowledgements and redelivers', async () => {
  const broker = createTestBroker()
  const proxy = await startProxy(new URL(broker.url))
  const common = { log: createLog({ service: 'test', level: 'silent' }), metrics: createMetrics({ service: 'test' }) }
  const bus = await connectRabbitBus({ ...broker, ...common, url: proxy.url })
  const publisher = await connectRabbitBus({ ...broker, ...common })
  const metrics = createMetrics({ service: 'webhook' })
  const service = await startTestService(database, { bus, metrics })
  try {
    const caller = aCaller()
    const receiver = await startReceiver()
    await subscribe(service, caller, receiver.url)
    const [first, ...events] = Array.from({ length: 21 }, () => aShipmentEvent(caller)) as [
      DomainEvent,
      ...DomainEvent[],
    ]
    await publisher.publish([first])
    await eventually(() => expect(receiver.requests).toHaveLength(1)) // the service consumes
    proxy.hold()
    await publisher.publish(events)
    const stored = async () => (await db.selectFrom('event').select('event_id').execute()).length
    await eventually(async () => expect(await stored()).toBe(21), SLOW)
    proxy.cut()

    const duplicates =
      /inbox_consume_duration_seconds_count\{service="webhook",consumer="\*",outcome="duplicate"\} (\d+)/
    await eventually(async () => {
      const { text } = await metrics.render()
      expect(Number(duplicates.exec(text)?.[1])).toBeGreaterThanOrEqual(20)
    }, SLOW)
    await eventually(async () => expect(await statuses()).toEqual(Array(21).fill('succeeded')), SLOW)
    expect(webhookIds(receiver).sort()).toEqual([first, ...events].map(({ eventId }) => eventId).sort())
  } finally {
    await service.stop()
    await bus.close()
    await publisher.close()
    await broker.drop()
    await proxy.close()
  }
})

test('one endpoint of a hundred that hangs does not delay the others', async () => {
  const service = await startTestService(database, { concurrency: 100, deadlineMs: 60_000 })
  try {
    const [hanging, others] = [await startReceiver(), await startReceiver()]
    hanging.answerAlways({ hang: true })
    const hangingCaller = aCaller()
    await subscribe(service, hangingCaller, hanging.url)
    const callers = Array.from({ length: 99 }, () => aCaller())
    for (const [index, caller] of callers.entries()) await subscribe(service, caller, `${others.url}/${index}`)

    // The hanging endpoint has more deliveries due than the process has slots, before the others have any.
    await Promise.all(Array.from({ length: 150 }, () => service.publish(aShipmentEvent(hangingCaller))))
    await eventually(() => expect(hanging.requests).toHaveLength(10))
    for (let round = 1; round <= 3; round++) {
      await Promise.all(callers.map((caller) => service.publish(aShipmentEvent(caller))))
      await eventually(() => expect(others.requests).toHaveLength(round * 99), SLOW)
    }
    expect(hanging.requests).toHaveLength(10)
    const paths = Map.groupBy(others.requests, ({ path }) => path)
    expect(paths.size).toBe(99)
    for (const requests of paths.values()) expect(requests).toHaveLength(3)
    const attempts = await db.selectFrom('attempt').select('trigger').distinct().execute()
    expect(attempts).toEqual([{ trigger: 'event' }])
  } finally {
    await service.stop()
  }
}, 180_000)
