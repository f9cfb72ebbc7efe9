/** The service in this process, with a local bus; and builders of callers and events. */
import { createLocalBus } from '@waybill/chassis/messaging/local-bus'
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { openDatabase } from '@waybill/chassis/postgres/database'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/client'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { startServiceOn } from '@waybill/chassis/testing/running-service'
import { createTestDatabase, type TestDatabase } from '@waybill/chassis/testing/service-database'
import { type EventType, publicEvent } from '@waybill/contracts/events/public-event'
import type { WebhookServiceDefinition } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { newId } from '@waybill/contracts/ids'
import type { WebhookDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import { startWebhookService, type WebhookServiceOptions } from '../service.ts'

export const encryptionKeys = newEncryptionKey('test')

/** Fast enough to wait for, slow enough to observe the states in between. */
const QUICK_SCHEDULE = ['0ms', '100ms', '100ms']

export const createWebhookDatabase = (): Promise<TestDatabase> => createTestDatabase({ service: 'webhook', migrations })

/** Starts the service on a database, which several services may share. */
export async function startTestService(database: TestDatabase, overrides: Partial<WebhookServiceOptions> = {}) {
  const bus = createLocalBus({ topology: { consumers: { webhook: ['#'] } } })
  const metrics = createMetrics({ service: 'webhook' })
  const service = await startServiceOn<WebhookServiceOptions, WebhookServiceDefinition>(database, bus, {
    name: 'webhook',
    serviceName: 'waybill.webhook.v1.WebhookService',
    start: startWebhookService,
    options: {
      encryptionKeys,
      allowedCidrs: ['127.0.0.0/8'],
      allowHttp: true,
      schedule: QUICK_SCHEDULE,
      drainMs: 1_000,
      metrics,
      ...overrides,
    },
  })
  return {
    ...service,
    metrics,
    async publish(event: DomainEvent) {
      const [outcome] = await bus.publish([event])
      if (outcome?.outcome !== 'published') throw new Error(`event not published: ${JSON.stringify(outcome)}`)
    },
    async stop() {
      await service.stop()
      await bus.close()
    },
  }
}

export type TestService = Awaited<ReturnType<typeof startTestService>>

/** A connection to the service's tables. Destroy it before the database is dropped. */
export const openTestDatabase = ({ url, schema }: TestDatabase) =>
  openDatabase<WebhookDatabase>({ url, schema, applicationName: 'webhook test', poolSize: 3 })

export interface Caller {
  environmentId: string
  merchantId: string
  livemode: boolean
}

/** A caller in a new environment. */
export const aCaller = (caller: Partial<Caller> = {}): Caller => ({
  environmentId: newId('env'),
  merchantId: newId('mer'),
  livemode: false,
  ...caller,
})

/** The context of one call. An operation id or idempotency key makes it repeatable. */
export const callContext = (
  caller: Caller,
  call: { opId?: string; idempotencyKey?: string; bodyHash?: string; route?: string } = {},
) => contextMessage({ ...systemContext({ ...caller, timeoutMs: 10_000 }), ...call })

export const toBytes = (document: unknown): Buffer => Buffer.from(JSON.stringify(document))

export interface CreatedSubscription {
  subscription_id: string
  status: string
  url: string
  events: string[]
  createdAt: string
  secret: string
}

/** Creates a subscription; every event by default. */
export async function subscribe(
  service: Pick<TestService, 'client'>,
  caller: Caller,
  url: string,
  events: string[] = ['*'],
): Promise<CreatedSubscription> {
  const document = toBytes({ url, events })
  const answer = await service.client.CreateSubscription({ context: callContext(caller), document })
  const envelope = JSON.parse(answer.body.toString()) as { data: CreatedSubscription }
  if (answer.status !== 201) throw new Error(answer.body.toString())
  return envelope.data
}

/** A public event as it arrives over the bus. */
export function aShipmentEvent(
  caller: Caller,
  event: {
    type?: EventType
    object?: Record<string, unknown>
    at?: Date
    traceparent?: string
    shipmentId?: string
    sequence?: number
  } = {},
): DomainEvent {
  const { shipmentId = newId('shp'), sequence = 1 } = event
  const occurredAt = event.at ?? new Date()
  const content = publicEvent(
    { ...caller, requestId: 'req_1', idempotencyKey: null },
    {
      type: event.type ?? 'shipment.created',
      subject: { type: 'shipment', id: shipmentId },
      sequence,
      object: event.object ?? { shipment_id: shipmentId, status: 'ready' },
      occurredAt,
    },
  )
  return {
    eventId: content.id,
    type: content.type,
    environmentId: caller.environmentId,
    subjectType: 'shipment',
    subjectId: shipmentId,
    sequence,
    occurredAt,
    public: content,
    internal: null,
    ...(event.traceparent !== undefined && { traceparent: event.traceparent }),
  }
}
