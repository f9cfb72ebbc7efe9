/** Data that calls transmit, log and measure. */
import * as grpc from '@grpc/grpc-js'
import { AppError } from '@waybill/contracts/app-error'
import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { expect, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import {
  aContext,
  connectEcho,
  context,
  echo,
  ECHO_KEY as internalKey,
  echoLog as log,
  startEcho,
} from '../testing/echo-calls.ts'
import { ECHO_SERVICE as serviceName } from '../testing/echo-service.ts'
import { type CallContext, contextMessage } from './call-context.ts'
import { implement, startRpcServer } from './server.ts'

test('transmits request, context and answer with bytes and defaults', async () => {
  let received: CallContext | undefined
  const { port } = await startEcho({
    CreateSubscription: async (request, given) => {
      received = given
      return { status: 201, body: request.document, etag: 'v1' }
    },
  })
  const sent = aContext({ idempotencyKey: 'order-7', scopes: ['webhooks:write'], ifMatch: '3' })
  const document = Buffer.from('{"url":"https://example.com/ü"}')
  const answer = await connectEcho(port).CreateSubscription({ context: contextMessage(sent), document })

  expect(answer).toEqual({ status: 201, body: document, replayed: false, etag: 'v1' })
  expect(received).toMatchObject({ environmentId: 'env_1', idempotencyKey: 'order-7', ifMatch: '3', traceparent: null })
  expect(received?.opId).toBe(sent.opId)
  // gRPC sends the remaining time, so that the deadline moves by the time of the transport.
  expect(Math.abs(Number(received?.deadlineAt) - sent.deadlineAt.getTime())).toBeLessThan(5_000)
})

test('transmits an AppError unchanged, without a retry', async () => {
  let calls = 0
  const { port } = await startEcho({
    TestSubscription: async () => {
      calls++
      throw new AppError('service_unavailable', 'broker unavailable', { meta: { part: 'bus' }, retryAfterSeconds: 4 })
    },
  })
  const call = connectEcho(port).TestSubscription({ context: context() })
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
  const { port } = await startEcho(handlers, { log: createLog({ service: 'server', destination }) })
  const client = connectEcho(port, { defaultTimeoutMs: 1_000 })
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
  const { port } = await startEcho({
    TestSubscription: async () => {
      throw new Error('relation "secrets" does not exist')
    },
  })
  const error = await connectEcho(port)
    .TestSubscription({ context: context() })
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'internal_error',
    message: 'Unexpected error. Retry later; if it persists, report the request_id.',
  })
  expect(String((error as Error).cause)).not.toContain('secrets')
})

test('measures calls by method and status on both sides', async () => {
  const { port, metrics } = await startEcho({
    TestSubscription: async () => {
      throw new AppError('subscription_not_found', 'not found')
    },
  })
  const clientMetrics = createMetrics({ service: 'client' })
  const client = connectEcho(port, { metrics: clientMetrics })
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

test('rejects a message larger than 6 MiB on either side', async () => {
  const { port } = await startEcho()
  const document = Buffer.alloc(6 * 1024 * 1024 + 1)
  await expect(connectEcho(port).CreateSubscription({ context: context(), document })).rejects.toMatchObject({
    code: 'internal_error',
    cause: { code: grpc.status.RESOURCE_EXHAUSTED },
  })
})

test('does not start a service that lacks a handler for a method', async () => {
  const services = [implement<WebhookServiceHandlers>(serviceName, { ...echo, TestSubscription: undefined as never })]
  const metrics = createMetrics({ service: 'server' })
  await expect(
    startRpcServer({ service: 'webhook', host: '127.0.0.1', port: 0, internalKey, log, metrics, services }),
  ).rejects.toThrow('no handler for TestSubscription')
})
