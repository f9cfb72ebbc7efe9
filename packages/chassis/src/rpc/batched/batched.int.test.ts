import * as grpc from '@grpc/grpc-js'
import { context, trace } from '@opentelemetry/api'
import { AppError } from '@waybill/contracts/app-error'
import type { CallBatch__Output } from '@waybill/contracts/gen/waybill/common/v1/CallBatch'
import type { ReplyBatch } from '@waybill/contracts/gen/waybill/common/v1/ReplyBatch'
import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { startTelemetry } from '../../telemetry/tracing.ts'
import { answeringAll, ECHO_SERVICE, type EchoHandlers } from '../../testing/echo-service.ts'
import { readTracingConfig } from '../../testing/tracing-config.ts'
import { createAdmission } from '../admission.ts'
import { type CallContext, contextMessage, systemContext } from '../call-context.ts'
import { createSigner } from '../call-signature.ts'
import { connectRpc } from '../client.ts'
import { type Handler, serveMethod } from '../handler.ts'
import { receivedAsSent, type SentMessage, serviceDefinition } from '../proto.ts'
import { implement, startRpcServer } from '../server.ts'
import { BATCH_SERVICE, serveBatches } from './server.ts'

const internalKey = 'a key of the tests'
const log = createLog({ service: 'test', level: 'silent' })
const METHOD = 'CreateSubscription'
type Create = EchoHandlers[typeof METHOD]

const echo: Create = async (request) => ({ status: 201, body: request.document })

async function started(create: Create = echo, port = 0) {
  const metrics = createMetrics({ service: 'server' })
  const handlers = { ...answeringAll(async () => ({ status: 200 })), [METHOD]: create }
  const services = [implement<WebhookServiceHandlers>(ECHO_SERVICE, handlers)]
  const server = await startRpcServer({
    service: 'webhook',
    host: '127.0.0.1',
    port,
    internalKey,
    log,
    metrics,
    services,
  })
  onTestFinished(() => server.stop())
  return { ...server, metrics }
}

/** A server with only these services. */
async function startedBare(services: Parameters<grpc.Server['addService']>[]) {
  const server = new grpc.Server()
  for (const service of services) server.addService(...service)
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  )
  onTestFinished(() => server.forceShutdown())
  return { port, stopHard: () => server.forceShutdown() }
}

/** A server that accepts only batches, and the number of calls in each. */
async function startedForBatches(create: Create = echo) {
  const metrics = createMetrics({ service: 'server' })
  const definition = serviceDefinition(ECHO_SERVICE)[METHOD] as grpc.MethodDefinition<unknown, unknown>
  const serve = serveMethod({ path: definition.path, handler: create as unknown as Handler, log, metrics })
  const methods = new Map([[definition.path, { definition, serve }]])
  const admit = createAdmission({ callee: 'webhook', internalKey, clientAuth: false, log, metrics })
  const serveBatch = serveBatches({ methods, admit })
  const sizes: number[] = []
  const Call = (call: grpc.ServerWritableStream<SentMessage<CallBatch__Output>, ReplyBatch>) => {
    sizes.push(call.request.request.calls.length)
    serveBatch(call)
  }
  return { ...(await startedBare([[receivedAsSent(serviceDefinition(BATCH_SERVICE)), { Call }]])), sizes }
}

function connected(port: number, key = internalKey, caller = 'gateway') {
  const metrics = createMetrics({ service: 'client' })
  const client = connectRpc({
    caller: caller as 'gateway',
    serviceName: ECHO_SERVICE,
    target: `127.0.0.1:${port}`,
    internalKey: key,
    log,
    metrics,
    gathered: [METHOD],
  })
  onTestFinished(() => client.close())
  return {
    metrics,
    create(text: string, fields: Partial<CallContext> & { timeoutMs?: number } = {}) {
      const { timeoutMs = 5_000, ...given } = fields
      const caller = systemContext({ environmentId: 'env_1', merchantId: 'mer_1', livemode: false, timeoutMs })
      return client[METHOD]({ context: contextMessage({ ...caller, ...given }), document: Buffer.from(text) })
    },
  }
}

const texts = (answers: { body: Buffer }[]) => answers.map(({ body }) => body.toString())

test('sends calls of one event-loop turn in one message, each with its context and its answer or error', async () => {
  const contexts: CallContext[] = []
  const { port, sizes } = await startedForBatches(async (request, given) => {
    contexts.push(given)
    if (request.document.toString() === 'refused') throw new AppError('shipment_busy', 'try again', { meta: { a: 1 } })
    return { status: 201, body: request.document }
  })
  const { create } = connected(port)
  await create('first')
  const outcomes = await Promise.allSettled([
    create('one', { environmentId: 'env_one', idempotencyKey: 'key-1' }),
    create('refused'),
    create('two', { environmentId: 'env_two' }),
  ])
  expect(sizes).toEqual([1, 3])
  expect(contexts.map(({ environmentId, idempotencyKey }) => [environmentId, idempotencyKey])).toEqual([
    ['env_1', null],
    ['env_one', 'key-1'],
    ['env_1', null],
    ['env_two', null],
  ])
  expect(outcomes).toMatchObject([
    { value: { status: 201, body: Buffer.from('one'), replayed: false, etag: '' } },
    { reason: { name: 'AppError', code: 'shipment_busy', message: 'try again', meta: { a: 1 } } },
    { value: { body: Buffer.from('two') } },
  ])
})

test('delays no other call of the batch for a slow one, whose deadline ends only that call', async () => {
  const slow = Promise.withResolvers<void>()
  onTestFinished(() => slow.resolve())
  const { port, sizes } = await startedForBatches(async (request) => {
    if (request.document.toString() === 'slow') await slow.promise
    return { status: 201, body: request.document }
  })
  const { create } = connected(port)
  const late = create('slow', { timeoutMs: 200 }).catch((error: AppError) => error.code)
  expect(texts(await Promise.all([create('one'), create('two')]))).toEqual(['one', 'two'])
  expect(await late).toBe('upstream_timeout')
  expect(sizes).toEqual([3])
})

test('cancels only the call whose caller cancels', async () => {
  const slow = Promise.withResolvers<void>()
  onTestFinished(() => slow.resolve())
  const { port } = await started(async (request) => {
    await slow.promise
    return { status: 201, body: request.document }
  })
  const { create } = connected(port)
  const controller = new AbortController()
  const gone = create('gone', { signal: controller.signal }).catch((error: AppError) => error.code)
  const other = create('stays')
  controller.abort()
  expect(await gone).toBe('upstream_timeout')
  slow.resolve()
  expect(texts([await other])).toEqual(['stays'])
})

test('passes the deadline and the cancellation of a call to its handler', async () => {
  const seen = Promise.withResolvers<CallContext>()
  const { port } = await started(async (_request, given) => {
    seen.resolve(given)
    await new Promise((resolve) => given.signal.addEventListener('abort', resolve))
    return { status: 201 }
  })
  const called = connected(port).create('late', { timeoutMs: 300 })
  await expect(called).rejects.toMatchObject({ code: 'upstream_timeout' })
  const { deadlineAt, signal } = await seen.promise
  await expect.poll(() => signal.aborted).toBe(true)
  expect(Math.abs(deadlineAt.getTime() - Date.now())).toBeLessThan(5_000)
})

test('rejects a batch signed with another key', async () => {
  let calls = 0
  const { port, metrics } = await started(async () => {
    calls++
    return { status: 201 }
  })
  const { create } = connected(port, 'another key')
  const outcomes = await Promise.allSettled([create('one'), create('two')])
  expect(outcomes).toMatchObject([{ reason: { code: 'internal_error' } }, { reason: { code: 'internal_error' } }])
  expect(calls).toBe(0)
  expect((await metrics.render()).text).toContain('code="UNAUTHENTICATED"')
})

test('rejects a proof that was made for another batch, and a caller that the table does not have', async () => {
  let calls = 0
  const { port } = await started(async () => {
    calls++
    return { status: 201 }
  })
  const refused = connected(port, internalKey, 'quoting')
  const outcomes = await Promise.allSettled([refused.create('one'), refused.create('two')])
  const forbidden = { reason: { cause: { code: grpc.status.PERMISSION_DENIED } } }
  expect(outcomes).toMatchObject([forbidden, forbidden])

  const batches = serviceDefinition(BATCH_SERVICE).Call as grpc.MethodDefinition<object, object>
  const create = serviceDefinition(ECHO_SERVICE)[METHOD] as grpc.MethodDefinition<object, object>
  const context = { environment_id: 'env_1' }
  const toBatch = (text: string) => ({
    path: create.path,
    calls: [{ request: create.requestSerialize({ context, document: Buffer.from(text) }), timeout_ms: 5_000 }],
  })
  const metadata = createSigner({ internalKey, caller: 'gateway', callee: 'webhook' })({
    path: batches.path,
    message: batches.requestSerialize(toBatch('signed')),
  })
  const channel = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure())
  onTestFinished(() => channel.close())
  const send = (text: string) =>
    new Promise((resolve) => {
      const { path, requestSerialize, responseDeserialize } = batches
      channel
        .makeServerStreamRequest(path, requestSerialize, responseDeserialize, toBatch(text), metadata)
        .on('data', () => {})
        .on('error', () => {})
        .on('status', ({ code }: grpc.StatusObject) => resolve(code))
    })
  expect(await send('another')).toBe(grpc.status.UNAUTHENTICATED)
  expect(calls).toBe(0)
  expect(await send('signed')).toBe(grpc.status.OK)
  expect(calls).toBe(1)
})

test('resends the calls of a batch whose connection is cut', async () => {
  let calls = 0
  const { port, sizes, stopHard } = await startedForBatches(() => {
    calls++
    return new Promise(() => {})
  })
  const answers = connected(port)
  const pending = Promise.all([answers.create('one'), answers.create('two')])
  await expect.poll(() => calls).toBe(2)
  stopHard()
  await started(echo, port)
  expect(texts(await pending)).toEqual(['one', 'two'])
  expect(sizes).toEqual([2])
})

test('sends calls one by one to a server without batches', async () => {
  const definition = serviceDefinition(ECHO_SERVICE)
  const unary: grpc.handleUnaryCall<{ document: Buffer }, object> = (call, callback) =>
    callback(null, { status: 201, body: call.request.document })
  const methods = Object.fromEntries(Object.keys(definition).map((name) => [name, unary]))
  const { port } = await startedBare([[definition, methods as grpc.UntypedServiceImplementation]])
  const { create } = connected(port)
  expect(texts(await Promise.all([create('one'), create('two')]))).toEqual(['one', 'two'])
})

test('sends a recorded call alone, and keeps the trace of each call in a batch', async () => {
  await startTelemetry({
    service: 'test',
    config: readTracingConfig({}),
    log,
    metrics: createMetrics({ service: 'test' }),
  })
  const { port, sizes } = await startedForBatches(async (_request, given) => ({
    status: 201,
    body: Buffer.from(String(given.traceparent)),
  }))
  const { create, metrics } = connected(port)
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'
  expect(texts(await Promise.all([create('one', { traceparent }), create('two')]))).toEqual([traceparent, 'null'])
  expect(sizes).toEqual([2])

  const span = trace.wrapSpanContext({ traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: 1 })
  const recording = Object.assign(span, { isRecording: () => true })
  // The server has this method only in batches.
  const alone = context.with(trace.setSpan(context.active(), recording), () => create('three'))
  await expect(alone).rejects.toMatchObject({ code: 'internal_error' })
  expect(sizes).toEqual([2])
  expect((await metrics.render()).text).toContain('code="UNIMPLEMENTED"')
})
