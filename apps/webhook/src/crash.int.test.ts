import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { connectRabbitBus } from '@waybill/chassis/bus-rabbit'
import { createLog } from '@waybill/chassis/log'
import { createMetrics } from '@waybill/chassis/metrics'
import { connectRpc } from '@waybill/chassis/rpc-client'
import type { WebhookServiceDefinition } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { eventually } from '@waybill/testing/eventually'
import { freePort } from '@waybill/testing/free-port'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { createTestBroker } from '@waybill/testing/test-broker'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import {
  aCaller,
  aShipmentEvent,
  aWebhookService,
  bytesOf,
  contextOf,
  encryptionKeys,
  lookInto,
  newDatabase,
} from './a-webhook-service.ts'

const internalKey = 'a key of the tests'
const log = createLog({ service: 'test', level: 'silent' })
const metrics = createMetrics({ service: 'test' })

function startProcess(env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', INTERNAL_KEY: internalKey, ...env },
    stdio: 'inherit',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('a process killed between the 200 of the receiver and its own commit sends once more, with the same id', async () => {
  const database = await newDatabase()
  const broker = createTestBroker()
  const receiver = await startHttpReceiver()
  const db = lookInto(database)
  onTestFinished(async () => {
    await receiver.stop()
    await db.destroy()
    await database.drop()
    await broker.drop()
  })
  const grpcPort = await freePort()
  const child = startProcess({
    DATABASE_URL: database.url,
    DATABASE_SCHEMA: database.schema,
    RABBITMQ_URL: broker.url,
    WAYBILL_NAMESPACE: broker.namespace,
    GRPC_PORT: String(grpcPort),
    OPS_PORT: '0',
    WEBHOOK_ENCRYPTION_KEYS: encryptionKeys,
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
  })
  const caller = aCaller()
  const serviceName = 'waybill.webhook.v1.WebhookService'
  const target = `127.0.0.1:${grpcPort}`
  const client = connectRpc<WebhookServiceDefinition>({ serviceName, target, internalKey, log, metrics })
  onTestFinished(() => client.close())
  await eventually(
    () =>
      client.CreateSubscription({
        context: contextOf(caller, { opId: 'op_subscribe' }),
        document: bytesOf({ url: receiver.url, events: ['*'] }),
      }),
    { timeoutMs: 20_000 },
  )

  // The receiver takes its time, so that the row can be locked before its answer: the result cannot be written then.
  receiver.answerNext({ delayMs: 1_000 })
  const bus = await connectRabbitBus({ ...broker, log, metrics })
  onTestFinished(() => bus.close())
  const event = aShipmentEvent(caller)
  await eventually(async () => expect(await bus.publish([event])).toEqual([{ outcome: 'published' }]))
  await eventually(() => expect(receiver.requests).toHaveLength(1))
  await db.transaction().execute(async (trx) => {
    await sql`select from delivery for update`.execute(trx)
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and application_name = 'webhook' and wait_event_type = 'Lock'`.execute(db)
      expect(rows.length).toBeGreaterThan(0)
    })
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  expect(await db.selectFrom('attempt').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('delivery_queue').select('claim_id').execute()).toEqual([{ claim_id: expect.any(String) }])

  const next = await aWebhookService(database)
  onTestFinished(() => next.stop())
  await db
    .updateTable('delivery_queue')
    .set({ lease_until: new Date(0) })
    .execute() // half a minute, gone at once
  await eventually(async () => {
    expect(await db.selectFrom('delivery').select(['status', 'attempt_count']).execute()).toEqual([
      { status: 'succeeded', attempt_count: 1 },
    ])
  })
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([event.eventId, event.eventId])
  expect(receiver.requests[1]?.body.equals(receiver.requests[0]?.body ?? Buffer.alloc(0))).toBe(true)
})
