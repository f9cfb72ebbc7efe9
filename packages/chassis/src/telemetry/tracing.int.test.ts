import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startOtlpSink } from '@waybill/testing/otlp-sink'
import { testPostgresUrl, testRedisUrl } from '@waybill/testing/services'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../testing/programs/start-program.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = (sampled: boolean) => `00-${traceId}-b7ad6b7169203331-0${sampled ? 1 : 0}`

async function aCollector() {
  const sink = await startOtlpSink()
  onTestFinished(sink.stop)
  return sink
}

/** An external receiver, and the traceparents that it received. */
async function aReceiver() {
  const traceparents: unknown[] = []
  const server = createServer((request, response) => {
    traceparents.push(request.headers.traceparent)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, traceparents }
}

/** Sends a request with the traceparent through front and back. */
async function requestThroughBoth(options: { endpoint: string; sampled: boolean }) {
  const headers = { traceparent: traceparent(options.sampled) }
  return throughBoth(options.endpoint, {}, async (base) => {
    const response = await fetch(`${base}/shipments?token=private`, { headers })
    expect(await response.text()).toBe('answered')
  })
}

/** Starts front and back; returns a way to send requests and to stop both. */
async function throughBoth(endpoint: string, env: Record<string, string>, ask: (base: string) => Promise<void>) {
  const listening = ({ msg }: Record<string, unknown>) => msg === 'server.listening'
  const receiver = await aReceiver()
  const back = startProgram('traced-back', {
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OUTWARD_URL: receiver.url,
    WAYBILL_TEST_POSTGRES_URL: testPostgresUrl(),
    REDIS_URL: testRedisUrl(),
  })
  const backPort = (await back.line(listening)).port
  const front = startProgram('traced-front', {
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    BACK_TARGET: `127.0.0.1:${backPort}`,
  })
  const base = `http://127.0.0.1:${(await front.line(listening)).port}`
  await fetch(`${base}/livez`)
  await ask(base)
  for (const program of [front, back]) program.child.kill('SIGTERM')
  await Promise.all([front.exited, back.exited])
  return { front, back, receiver }
}

test('records one trace over HTTP, gRPC, Postgres, Redis and an outgoing request in two processes', async () => {
  const { endpoint, spans } = await aCollector()
  const { front, back, receiver } = await requestThroughBoth({ endpoint, sampled: true })

  const found = (service: string, kind: string, name: RegExp) => {
    const span = spans.find((each) => each.service === service && each.kind === kind && name.test(each.name))
    if (!span) throw new Error(`no such span among ${JSON.stringify(spans)}`)
    return span
  }
  const http = found('front', 'server', /^GET/)
  const rpcClient = found('front', 'client', /ListSubscriptions/)
  const rpcServer = found('back', 'server', /ListSubscriptions/)
  const query = found('back', 'client', /pg.query/)
  const lookUp = found('back', 'client', /exists/)
  const outward = found('back', 'client', /^GET/)
  expect(spans.filter((span) => span.traceId !== traceId)).toEqual([])
  expect(http.parentSpanId).toBe('b7ad6b7169203331')
  expect(rpcClient.parentSpanId).toBe(http.spanId)
  expect(rpcServer.parentSpanId).toBe(rpcClient.spanId)
  expect(query.parentSpanId).toBe(rpcServer.spanId)
  expect(lookUp.parentSpanId).toBe(rpcServer.spanId)
  expect(outward.parentSpanId).toBe(rpcServer.spanId)
  expect(receiver.traceparents).toEqual([`00-${traceId}-${outward.spanId}-01`])

  expect(JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))).not.toContain('private')
  for (const line of [...front.lines, ...back.lines])
    if (/request|call/.test(String(line.msg))) expect(line.trace_id).toBe(traceId)
})

test('does not record a trace that its caller does not record, and keeps its id', async () => {
  const { endpoint, spans } = await aCollector()
  const { front, back } = await requestThroughBoth({ endpoint, sampled: false })
  expect(spans).toEqual([])
  expect(front.lines.find(({ msg }) => msg === 'request.received')?.trace_id).toBe(traceId)
  expect(back.lines.find(({ msg }) => msg === 'call.answered')?.trace_id).toBe(traceId)
})

test('records traces that start here complete or not at all', async () => {
  const { endpoint, spans } = await aCollector()
  const requests = 200
  await throughBoth(endpoint, { OTEL_TRACES_SAMPLER_ARG: '0.5' }, async (base) => {
    for (let sent = 0; sent < requests; sent++) await (await fetch(`${base}/shipments`)).text()
  })
  const traces = (service: string) => new Set(spans.filter((span) => span.service === service).map((s) => s.traceId))
  // 200 fair tosses give fewer than 60 or more than 140 heads once in 10⁷ runs.
  expect(traces('front').size).toBeGreaterThan(60)
  expect(traces('front').size).toBeLessThan(140)
  expect(traces('back')).toEqual(traces('front'))
})

test('propagates the trace through calls and log lines without a collector', async () => {
  const { front, back } = await requestThroughBoth({ endpoint: '', sampled: true })
  expect(front.lines.find(({ msg }) => msg === 'request.received')?.trace_id).toBe(traceId)
  expect(back.lines.find(({ msg }) => msg === 'call.answered')?.trace_id).toBe(traceId)
})

test('logs an unreachable collector without failing requests', async () => {
  const { back } = await requestThroughBoth({ endpoint: 'http://127.0.0.1:1', sampled: true })
  expect(await back.exited).toEqual({ code: 0, signal: null })
  // One line per minute, however many batches fail, and one at the end.
  const lost = back.lines.filter(({ msg }) => msg === 'traces.lost')
  expect(lost.length).toBeGreaterThan(0)
  expect(lost.length).toBeLessThanOrEqual(2)
  expect(lost[0]).toMatchObject({ level: 'warn', spans: expect.any(Number) })
})
