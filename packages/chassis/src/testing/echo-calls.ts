/** Calls over real gRPC to a server whose methods a test supplies. Both ends close with the test. */
import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { onTestFinished } from 'vitest'
import { type CallContext, contextMessage, systemContext } from '../rpc/call-context.ts'
import { connectRpc } from '../rpc/client.ts'
import { implement, startRpcServer } from '../rpc/server.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import { answeringAll, ECHO_SERVICE, type EchoHandlers } from './echo-service.ts'

/** Signs the calls. */
export const ECHO_KEY = 'a key of the tests'
export const echoLog = createLog({ service: 'test', level: 'silent' })

/** Answers of the methods that a test does not supply. */
export const echo: EchoHandlers = {
  ...answeringAll(async () => ({ status: 200 })),
  CreateSubscription: async (request) => ({ status: 201, body: request.document, etag: 'v1' }),
}

export async function startEcho(handlers: Partial<EchoHandlers> = {}, { port = 0, log = echoLog } = {}) {
  const metrics = createMetrics({ service: 'server' })
  const server = await startRpcServer({
    service: 'webhook',
    host: '127.0.0.1',
    port,
    internalKey: ECHO_KEY,
    log,
    metrics,
    services: [implement<WebhookServiceHandlers>(ECHO_SERVICE, { ...echo, ...handlers })],
  })
  onTestFinished(() => server.stop())
  return { ...server, metrics }
}

interface ClientOptions {
  caller?: 'gateway'
  key?: string
  metrics?: Metrics
  defaultTimeoutMs?: number
}

export function connectEcho(
  port: number,
  {
    caller = 'gateway',
    key = ECHO_KEY,
    metrics = createMetrics({ service: 'client' }),
    defaultTimeoutMs,
  }: ClientOptions = {},
) {
  const client = connectRpc({
    caller,
    serviceName: ECHO_SERVICE,
    target: `127.0.0.1:${port}`,
    internalKey: key,
    log: echoLog,
    metrics,
    defaultTimeoutMs,
  })
  onTestFinished(() => client.close())
  return client
}

export const aContext = ({
  timeoutMs = 5_000,
  ...fields
}: Partial<CallContext> & { timeoutMs?: number } = {}): CallContext => ({
  ...systemContext({ environmentId: 'env_1', merchantId: 'mer_1', livemode: false, timeoutMs }),
  ...fields,
})
export const context = () => contextMessage(aContext())
