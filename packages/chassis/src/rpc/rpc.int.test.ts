import * as grpc from '@grpc/grpc-js'
import { AppError } from '@waybill/contracts/app-error'
import type {
  WebhookServiceDefinition,
  WebhookServiceHandlers,
} from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import { answeringAll, type EchoHandlers, ECHO_SERVICE as serviceName } from '../testing/echo-service.ts'
import { type CallContext, contextMessage, systemContext } from './call-context.ts'
import { signCall } from './call-signature.ts'
import { connectRpc } from './client.ts'
import { serviceDefinition } from './proto.ts'
import { implement, startRpcServer } from './server.ts'

const internalKey = 'a key of the tests'
const log = createLog({ service: 'test', level: 'silent' })
const echo: EchoHandlers = {
  ...answeringAll(async () => ({ status: 200 })),
  CreateSubscription: async (request) => ({ status: 201, body: request.document, etag: 'v1' }),
}

async function started(handlers: Partial<typeof echo> = {}, port = 0, serverLog = log) {
  const metrics = createMetrics({ service: 'server' })
  const services = [implement<WebhookServiceHandlers>(serviceName, { ...echo, ...handlers })]
  const server = await startRpcServer({ host: '127.0.0.1', port, internalKey, log: serverLog, metrics, services })
  onTestFinished(() => server.stop())
  return { ...server, metrics }
}

function connected(port: number, options: { key?: string; metrics?: Metrics; defaultTimeoutMs?: number } = {}) {
  const client = connectRpc<WebhookServiceDefinition>({
    serviceName,
    target: `127.0.0.1:${port}`,
    internalKey: options.key ?? internalKey,
    log,
    metrics: options.metrics ?? createMetrics({ service: 'client' }),
    defaultTimeoutMs: options.defaultTimeoutMs,
  })
  onTestFinished(() => client.close())
  return client
}

const aContext = (fields: Partial<CallContext> & { timeoutMs?: number } = {}): CallContext => {
  const { timeoutMs = 5_000, ...rest } = fields
  return { ...systemContext({ environmentId: 'env_1', merchantId: 'mer_1', livemode: false, timeoutMs }), ...rest }
}
const context = () => contextMessage(aContext())

test('transmits request, context and answer with bytes and defaults', async () => {
  let received: CallContext | undefined
  const { port } = await started({
    CreateSubscription: async (request, given) => {
      received = given
      return { status: 201, body: request.document, etag: 'v1' }
    },
  })
  const sent = aContext({ idempotencyKey: 'order-7', scopes: ['webhooks:write'], ifMatch: '3' })
  const document = Buffer.from('{"url":"https://example.com/ü"}')
  const answer = await connected(port).CreateSubscription({ context: contextMessage(sent), document })

  expect(answer).toEqual({ status: 201, body: document, replayed: false, etag: 'v1' })
  expect(received).toMatchObject({ environmentId: 'env_1', idempotencyKey: 'order-7', ifMatch: '3', traceparent: null })
  expect(received?.opId).toBe(sent.opId)
  // gRPC sends the remaining time, rounded to milliseconds.
  expect(Math.abs(Number(received?.deadlineAt) - sent.deadlineAt.getTime())).toBeLessThan(100)
})

test('transmits an AppError unchanged, without a retry', async () => {
  let calls = 0
  const { port } = await started({
    TestSubscription: async () => {
      calls++
      throw new AppError('service_unavailable', 'broker unavailable', { meta: { part: 'bus' }, retryAfterSeconds: 4 })
    },
  })
  const call = connected(port).TestSubscription({ context: context() })
  await expect(call).rejects.toMatchObject({
    name: 'AppError',
    code: 'service_unavailable',
    message: 'broker unavailable',
    meta: { part: 'bus' },
    retryAfterSeconds: 4,
  })
  expect(calls).toBe(1)
})

test('logs one line per call, for every outcome', async () => {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const failing = (error: Error) => async () => {
    throw error
  }
  const handlers = {
    TestSubscription: failing(new AppError('booking_not_found', 'not found')),
    ListSubscriptions: failing(new AppError('service_unavailable', 'broker unavailable')),
    CreateSubscription: failing(new Error('unexpected')),
  }
  const { port } = await started(handlers, 0, createLog({ service: 'server', destination }))
  const client = connected(port, { defaultTimeoutMs: 1_000 })
  await client.GetSubscription({ context: context() })
  const call = () => ({ context: context() })
  await Promise.allSettled([client.TestSubscription(call()), client.CreateSubscription(call())])
  await expect(client.ListSubscriptions(call())).rejects.toMatchObject({ code: 'service_unavailable' })
  const common = { msg: 'rpc.answered', durationMs: expect.any(Number), environmentId: 'env_1' }
  const summaries = lines.map(({ method, level, code }) =>
    `${String(method).split('/').at(-1)} ${level} ${code ?? ''}`.trim(),
  )
  for (const line of lines) expect(line).toMatchObject(common)
  expect(summaries.toSorted()).toEqual([
    'CreateSubscription error internal_error',
    'GetSubscription info',
    'ListSubscriptions warn service_unavailable',
    'TestSubscription info booking_not_found',
  ])
})

test('transmits an unknown exception as internal_error without its text', async () => {
  const { port } = await started({
    TestSubscription: async () => {
      throw new Error('relation "secrets" does not exist')
    },
  })
  const error = await connected(port)
    .TestSubscription({ context: context() })
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'internal_error',
    message: 'Unexpected error. Retry later; if it persists, report the request_id.',
  })
  expect(String((error as Error).cause)).not.toContain('secrets')
})

test('rejects a call not signed with the internal key', async () => {
  let calls = 0
  const { port } = await started({
    ListSubscriptions: async () => {
      calls++
      return { status: 200 }
    },
  })
  await expect(connected(port, { key: 'another key' }).ListSubscriptions({ context: context() })).rejects.toMatchObject(
    {
      code: 'internal_error',
      cause: { code: grpc.status.UNAUTHENTICATED },
    },
  )
  expect(calls).toBe(0)
})

test('rejects a signature copied from a call of another tenant', async () => {
  const { port } = await started()
  const method = serviceDefinition(serviceName).ListSubscriptions
  if (!method) throw new Error('no such method')
  const metadata = new grpc.Metadata()
  metadata.set('waybill-auth', signCall(internalKey, method.path, { environment_id: 'env_1' }))
  const channel = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure())
  onTestFinished(() => channel.close())
  const status = await new Promise((resolve) => {
    const request = { context: { environment_id: 'env_2' } }
    const { path, requestSerialize, responseDeserialize } = method
    channel.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, (error) =>
      resolve(error?.code),
    )
  })
  expect(status).toBe(grpc.status.UNAUTHENTICATED)
})

test('ends an unanswered call at its deadline and cancels the handler', async () => {
  const aborted = Promise.withResolvers<void>()
  const { port } = await started({
    TestSubscription: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.resolve()
          reject(signal.reason)
        })
      }),
  })
  // The caller's own limit is later, and longer than this test may take.
  await expect(
    connected(port).TestSubscription({ context: contextMessage(aContext({ timeoutMs: 150 })) }, { timeoutMs: 600_000 }),
  ).rejects.toMatchObject({ code: 'upstream_timeout' })
  await aborted.promise
})

test('cancels the call when the caller aborts', async () => {
  const entered = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  const { port } = await started({
    TestSubscription: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        entered.resolve()
        signal.addEventListener('abort', () => {
          aborted.resolve()
          reject(signal.reason)
        })
      }),
  })
  const controller = new AbortController()
  const call = connected(port).TestSubscription({ context: context() }, { signal: controller.signal })
  await entered.promise
  controller.abort()
  await expect(call).rejects.toMatchObject({ code: 'upstream_timeout' })
  await aborted.promise
})

test('does not abort the signal of an answered call', async () => {
  let signal: AbortSignal | undefined
  const { port } = await started({
    TestSubscription: async (_, given) => {
      signal = given.signal
      return { status: 201 }
    },
  })
  const client = connected(port)
  await client.TestSubscription({ context: context() })
  await client.ListSubscriptions({ context: context() })
  expect(signal?.aborted).toBe(false)
})

test('completes a call to a service that starts within the deadline', async () => {
  const { port, stop } = await started()
  await stop()
  const call = connected(port).ListSubscriptions({ context: context() })
  await new Promise((resolve) => setImmediate(resolve))
  await started({}, port)
  await expect(call).resolves.toMatchObject({ status: 200 })
})

test('fails with service_unavailable before the deadline when the service does not start', async () => {
  // Not a recently freed port: another test could bind it.
  const nobodyListens = 1
  const call = connected(nobodyListens).ListSubscriptions({ context: contextMessage(aContext({ timeoutMs: 400 })) })
  await expect(call).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 })
})

test('finishes calls in progress on stop', async () => {
  const entered = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const { port, stop } = await started({
    TestSubscription: async () => {
      entered.resolve()
      await release.promise
      return { status: 201 }
    },
  })
  const call = connected(port).TestSubscription({ context: context() })
  await entered.promise
  const stopped = stop()
  release.resolve()
  await expect(call).resolves.toMatchObject({ status: 201 })
  await stopped
})

test('measures calls by method and status on both sides', async () => {
  const { port, metrics } = await started({
    TestSubscription: async () => {
      throw new AppError('subscription_not_found', 'not found')
    },
  })
  const clientMetrics = createMetrics({ service: 'client' })
  const client = connected(port, { metrics: clientMetrics })
  await client.ListSubscriptions({ context: context() })
  await client.TestSubscription({ context: context() }).catch(() => {})
  const counts = async ({ registry }: Metrics, name: string) =>
    (await registry.getMetricsAsJSON())
      .filter((metric) => metric.name === name)
      .flatMap(({ values }) => values as { metricName?: string; labels: Record<string, string>; value: number }[])
      .filter(({ metricName }) => metricName?.endsWith('_count'))
      .map(({ labels, value }) => [labels.rpc_service, labels.rpc_method, labels.code, value])
  const expected = [
    [serviceName, 'ListSubscriptions', 'OK', 1],
    [serviceName, 'TestSubscription', 'NOT_FOUND', 1],
  ]
  expect(await counts(metrics, 'rpc_server_duration_seconds')).toEqual(expected)
  expect(await counts(clientMetrics, 'rpc_client_duration_seconds')).toEqual(expected)
})

test('rejects a message larger than 4 MiB on either side', async () => {
  const { port } = await started()
  const document = Buffer.alloc(4 * 1024 * 1024 + 1)
  await expect(connected(port).CreateSubscription({ context: context(), document })).rejects.toMatchObject({
    code: 'internal_error',
    cause: { code: grpc.status.RESOURCE_EXHAUSTED },
  })
})

test('does not start a service that lacks a handler for a method', async () => {
  const services = [implement<WebhookServiceHandlers>(serviceName, { ...echo, TestSubscription: undefined as never })]
  const metrics = createMetrics({ service: 'server' })
  await expect(startRpcServer({ host: '127.0.0.1', port: 0, internalKey, log, metrics, services })).rejects.toThrow(
    'no handler for TestSubscription',
  )
})
