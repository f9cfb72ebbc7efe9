import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { connectRabbitBus } from '@waybill/chassis/messaging/rabbit/bus'
import { freePort } from '@waybill/chassis/process/free-port'
import { connectRpc, contextMessage, systemContext } from '@waybill/chassis/rpc/client'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { createTestBroker } from '@waybill/chassis/testing/broker'
import { createTestDatabase } from '@waybill/chassis/testing/service-database'
import { publicEvent } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import pg from 'pg'

const log = createLog({ service: 'bench', level: 'silent' })
const metrics = createMetrics({ service: 'bench' })
const internalKey = 'an internal key of the bench'
const encryptionKeys = `bench:${randomBytes(32).toString('base64')}`

export interface Merchant {
  environmentId: string
  merchantId: string
  livemode: boolean
}

export const aMerchant = (): Merchant => ({ environmentId: newId('env'), merchantId: newId('mer'), livemode: false })

/** The webhook service in a separate process with its own database and broker topology. */
export async function startWebhookProcess() {
  const database = await createTestDatabase({ service: 'webhook' })
  const broker = createTestBroker()
  const [grpcPort, opsPort] = [await freePort(), await freePort()]
  const db = new pg.Pool({ connectionString: database.url, max: 2, options: `-c search_path=${database.schema}` })
  const run = () =>
    spawn(process.execPath, [join(import.meta.dirname, '../../../apps/webhook/src/main.ts')], {
      env: {
        PATH: process.env.PATH,
        LOG_LEVEL: 'error',
        INTERNAL_KEY: internalKey,
        DATABASE_URL: database.url,
        MIGRATION_DATABASE_URL: database.ownerUrl,
        DATABASE_SCHEMA: database.schema,
        RABBITMQ_URL: broker.url,
        WAYBILL_NAMESPACE: broker.namespace,
        GRPC_PORT: String(grpcPort),
        OPS_PORT: String(opsPort),
        WEBHOOK_ENCRYPTION_KEYS: encryptionKeys,
        WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
        WEBHOOK_ALLOW_HTTP: 'true',
        // All merchants of the bench share one receiver.
        WEBHOOK_ORIGIN_CONCURRENCY: '1000',
      },
      stdio: 'inherit',
    })
  let child = run()
  const ready = () =>
    eventually(
      async () => {
        const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`)
        if (!answer.ok) throw new Error(await answer.text())
      },
      { timeoutMs: 60_000 },
    )
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill()
    await gone
  }
  const serviceName = 'waybill.webhook.v1.WebhookService'
  const target = `127.0.0.1:${grpcPort}`
  const client = connectRpc({ caller: 'gateway', serviceName, target, internalKey, log, metrics })
  const bus = await connectRabbitBus({ ...broker, log, metrics })
  await ready()

  return {
    db,
    databaseName: new URL(database.url).pathname.slice(1),
    pid: () => child.pid ?? 0,
    /** Subscribes a receiver to all events. */
    async subscribe(merchant: Merchant, url: string): Promise<void> {
      const context = contextMessage(systemContext({ ...merchant, timeoutMs: 10_000 }))
      const document = Buffer.from(JSON.stringify({ url, events: ['*'] }))
      const answer = await client.CreateSubscription({ context, document })
      if (answer.status !== 201) throw new Error(answer.body.toString())
    },
    async publish(events: DomainEvent[]): Promise<void> {
      for (const { outcome } of await bus.publish(events)) {
        if (outcome !== 'published') throw new Error('the broker did not accept an event')
      }
    },
    stop: end,
    async start(): Promise<void> {
      child = run()
      await ready()
    },
    /** Number of claims since the start and their total duration. */
    async claims(): Promise<{ count: number; seconds: number }> {
      const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
      const total = (name: string) => Number(new RegExp(`^${name}\\{[^}]*\\} (.+)$`, 'm').exec(text)?.[1] ?? 0)
      const name = 'webhook_claim_duration_seconds'
      return { count: total(`${name}_count`), seconds: total(`${name}_sum`) }
    },
    async remove(): Promise<void> {
      await end()
      client.close()
      await bus.close()
      await db.end()
      await broker.drop()
      await database.drop()
    },
  }
}

export type WebhookProcess = Awaited<ReturnType<typeof startWebhookProcess>>

/** The event of a new shipment, of realistic size. */
export function aShipmentEvent(merchant: Merchant): DomainEvent {
  const shipmentId = newId('shp')
  const occurredAt = new Date()
  const address = { line_1: '12 Harbour Street', postal_code: '1017 AB', city: 'Amsterdam', country_code: 'NL' }
  const object = {
    shipment_id: shipmentId,
    status: 'ready',
    pickup: { address, contact: { name: 'A Shop', phone: '+31201234567' } },
    dropoff: { address, contact: { name: 'A Customer', phone: '+31207654321' } },
    parcels: [{ title: 'Box', weight_kg: 1.25, length_cm: 30, width_cm: 20, height_cm: 15.5 }],
    metadata: { order: '10001' },
  }
  const event = publicEvent(
    { ...merchant, requestId: newId('req'), idempotencyKey: null },
    { type: 'shipment.created', subject: { type: 'shipment', id: shipmentId }, sequence: 1, object, occurredAt },
  )
  return {
    eventId: event.id,
    type: event.type,
    environmentId: merchant.environmentId,
    subjectType: 'shipment',
    subjectId: shipmentId,
    sequence: 1,
    occurredAt,
    public: event,
    internal: null,
  }
}
