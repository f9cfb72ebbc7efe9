/** Streams files: complete or failed, with back-pressure. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import * as grpc from '@grpc/grpc-js'
import { AppError } from '@waybill/contracts/app-error'
import type { BookingServiceHandlers } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import { eventually } from '@waybill/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import { contextMessage, systemContext } from './call-context.ts'
import { createSigner } from './call-signature.ts'
import { connectRpc } from './client.ts'
import type { RpcFile } from './file-stream.ts'
import { serviceDefinition } from './proto.ts'
import { implement, startRpcServer, type UnaryMethods } from './server.ts'

const serviceName = 'waybill.booking.v1.BookingService'
const internalKey = 'a key of the tests'
const MiB = 1024 * 1024

type GetLabel = UnaryMethods<BookingServiceHandlers>['GetLabel']

/** A server whose labels the test supplies, a client of it, and the log lines of both. */
async function serving(getLabel: GetLabel, { clientKey = internalKey, caller = 'gateway' } = {}) {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const none = async () => ({})
  const handlers = Object.fromEntries(Object.keys(serviceDefinition(serviceName)).map((name) => [name, none]))
  const metrics = { server: createMetrics({ service: 'server' }), client: createMetrics({ service: 'client' }) }
  const server = await startRpcServer({
    service: 'booking',
    host: '127.0.0.1',
    port: 0,
    internalKey,
    log: createLog({ service: 'server', destination }),
    metrics: metrics.server,
    services: [
      implement<BookingServiceHandlers>(serviceName, {
        ...(handlers as unknown as UnaryMethods<BookingServiceHandlers>),
        GetLabel: getLabel,
      }),
    ],
  })
  const client = connectRpc({
    caller: caller as 'gateway',
    serviceName,
    target: `127.0.0.1:${server.port}`,
    internalKey: clientKey,
    log: createLog({ service: 'client', level: 'silent' }),
    metrics: metrics.client,
  })
  onTestFinished(async () => {
    client.close()
    await server.stop()
  })
  const open = ({ timeoutMs = 10_000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}) => {
    const context = systemContext({ environmentId: 'env_1', merchantId: 'mer_1', livemode: false, timeoutMs })
    // Without the context's signal, only the deadline can end the call.
    const bounds = { ...context, signal: new AbortController().signal }
    return client.GetLabel({ context: contextMessage(bounds) }, { signal })
  }
  return { open, lines, metrics, port: server.port }
}

const aFile = (bytes: Readable, length?: number): RpcFile => ({ contentType: 'image/png', length, bytes })

/** Pieces of 64 KiB, counted as they are read, then an optional failure. */
function pieces(count: number, failure?: Error) {
  const given = { count: 0, bytes: Readable.from([]) }
  const piece = randomBytes(64 * 1024)
  given.bytes = Readable.from(
    (function* () {
      for (; given.count < count; given.count++) yield piece
      if (failure) throw failure
    })(),
    { highWaterMark: 1 },
  )
  return given
}

async function readCounts({ registry }: Metrics, name: string) {
  const found = (await registry.getMetricsAsJSON()).find((metric) => metric.name === name)
  const values = (found?.values ?? []) as { metricName?: string; labels: Record<string, string>; value: number }[]
  return values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .map(({ labels, value }) => [labels.rpc_method, labels.code, value])
}

test.each([['of a known length', true] as const, ['of an unknown length', false] as const])(
  'transfers a file of 20 MiB %s completely, with one log line and one observation per side',
  async (_, isKnown) => {
    const content = randomBytes(20 * MiB)
    const length = isKnown ? content.length : undefined
    const { open, lines, metrics } = await serving(async () => aFile(Readable.from([content]), length))
    const file = await open()
    expect([file.contentType, file.length]).toEqual(['image/png', length])
    expect((await buffer(file.bytes)).equals(content)).toBe(true)
    await eventually(() => expect(lines).toHaveLength(1))
    expect(lines[0]).toMatchObject({ msg: 'rpc.answered', status: 'OK', environmentId: 'env_1' })
    expect(await readCounts(metrics.server, 'rpc_server_duration_seconds')).toEqual([['GetLabel', 'OK', 1]])
    expect(await readCounts(metrics.client, 'rpc_client_duration_seconds')).toEqual([['GetLabel', 'OK', 1]])
  },
)

test('sends an empty file', async () => {
  const { open } = await serving(async () => aFile(Readable.from([]), 0))
  const file = await open()
  expect([file.length, (await buffer(file.bytes)).length]).toEqual([0, 0])
})

test('throws an AppError before the first piece unchanged, and any other error as internal_error', async () => {
  const missing = await serving(async () => {
    throw new AppError('label_not_found', 'No label.')
  })
  await expect(missing.open()).rejects.toMatchObject({ code: 'label_not_found', message: 'No label.' })
  expect(missing.lines).toMatchObject([{ status: 'NOT_FOUND', code: 'label_not_found' }])
  const broken = await serving(async () => aFile(pieces(0, new Error('disk failed')).bytes, MiB))
  await expect(broken.open()).rejects.toMatchObject({ code: 'internal_error' })
  expect(broken.lines).toMatchObject([{ status: 'INTERNAL', code: 'internal_error', level: 'error' }])
})

test('opens no file for a call not signed with the internal key', async () => {
  let opened = 0
  const handler = async () => {
    opened++
    return aFile(Readable.from([]))
  }
  const { open, lines } = await serving(handler, { clientKey: 'another key' })
  await expect(open()).rejects.toMatchObject({ cause: { code: grpc.status.UNAUTHENTICATED } })
  expect([opened, lines.map(({ msg }) => msg)]).toEqual([0, ['rpc.unauthenticated']])
})

test('rejects a proof that was made for another file, and a caller that the table does not have', async () => {
  const { open: openAsQuoting } = await serving(async () => aFile(Readable.from([])), { caller: 'quoting' })
  await expect(openAsQuoting()).rejects.toMatchObject({ cause: { code: grpc.status.PERMISSION_DENIED } })

  const { port } = await serving(async () => aFile(Readable.from([])))
  const { path, requestSerialize, responseDeserialize } = serviceDefinition(serviceName)
    .GetLabel as grpc.MethodDefinition<object, object>
  const context = { environment_id: 'env_1' }
  const message = requestSerialize({ context, booking_id: 'one' })
  const sign = createSigner({ internalKey, caller: 'gateway', callee: 'booking' })
  const metadata = sign({ path, message })
  const channel = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure())
  onTestFinished(() => channel.close())
  const send = (booking_id: string) =>
    new Promise((resolve) => {
      channel
        .makeServerStreamRequest(path, requestSerialize, responseDeserialize, { context, booking_id }, metadata)
        .on('data', () => {})
        .on('error', () => {})
        .on('status', ({ code }: grpc.StatusObject) => resolve(code))
    })
  expect(await send('another')).toBe(grpc.status.UNAUTHENTICATED)
  expect(await send('one')).toBe(grpc.status.OK)
})

test('fails the reader when a file fails after its first piece or is shorter than declared', async () => {
  const failing = await serving(async () => aFile(pieces(100, new Error('disk failed')).bytes))
  await expect(buffer((await failing.open()).bytes)).rejects.toMatchObject({ code: 'internal_error' })
  await eventually(() => expect(failing.lines).toMatchObject([{ status: 'INTERNAL', level: 'error' }]))
  const short = await serving(async () => aFile(pieces(100).bytes, 100 * 64 * 1024 + 1))
  await expect(buffer((await short.open()).bytes)).rejects.toThrow('received 6553600 of 6553601 bytes')
})

test('gives up a file without a first piece at the deadline, or when the caller cancels', async () => {
  const closed: Promise<unknown>[] = []
  const { open, lines, metrics } = await serving(async (_, { deadlineAt }) => {
    expect(deadlineAt.getTime() - Date.now()).toBeLessThan(11_000)
    const bytes = new Readable({ read() {} })
    closed.push(once(bytes, 'close').catch(() => {}))
    return aFile(bytes)
  })
  await expect(open({ timeoutMs: 100 })).rejects.toMatchObject({ code: 'upstream_timeout' })
  const controller = new AbortController()
  const leaving = open({ signal: controller.signal })
  await eventually(() => expect(closed).toHaveLength(2))
  controller.abort()
  await expect(leaving).rejects.toMatchObject({ code: 'upstream_timeout' })
  await Promise.all(closed)
  await eventually(() => expect(lines.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']))
  expect(await readCounts(metrics.client, 'rpc_client_duration_seconds')).toEqual([
    ['GetLabel', 'DEADLINE_EXCEEDED', 1],
    ['GetLabel', 'CANCELLED', 1],
  ])
})

test('continues a started file beyond the deadline', async () => {
  const bytes = new Readable({ read() {} })
  bytes.push('begun ')
  const { open } = await serving(async () => aFile(bytes))
  const timeoutMs = 1_500
  const passed = once(AbortSignal.timeout(timeoutMs), 'abort')
  const file = await open({ timeoutMs })
  await passed
  bytes.push('and ended')
  bytes.push(null)
  expect((await buffer(file.bytes)).toString()).toBe('begun and ended')
})

test('ends the file without an error when the reader stops', async () => {
  const bytes = new Readable({ read() {} })
  bytes.push('the beginning')
  const { open, lines } = await serving(async () => aFile(bytes))
  const file = await open()
  file.bytes.destroy()
  await eventually(() => expect(bytes.destroyed).toBe(true))
  await eventually(() => expect(lines).toMatchObject([{ level: 'info', status: 'CANCELLED' }]))
})

test('does not slow other files for a slow reader', async () => {
  const count = 1_024
  const made: ReturnType<typeof pieces>[] = []
  const { open } = await serving(async () => {
    const file = pieces(count)
    made.push(file)
    return aFile(file.bytes, count * 64 * 1024)
  })
  const waiting: RpcFile[] = []
  for (let readers = 0; readers < 20; readers++) waiting.push(await open())
  // Without back-pressure these would also be complete once another file has been read to its end.
  expect((await buffer((await open()).bytes)).length).toBe(64 * MiB)
  expect(made.at(-1)?.count).toBe(count)
  // At most 1 MiB of each is on its way: 16 messages of 16 KiB at the receiver, and the connection's buffers.
  for (const file of made.slice(0, waiting.length)) expect(file.count).toBeLessThan(16)
  const [first, ...others] = waiting
  for (const { bytes } of others) bytes.destroy()
  expect((await buffer(first?.bytes ?? Readable.from([]))).length).toBe(64 * MiB)
})
