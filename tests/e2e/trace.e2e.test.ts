/** What an operator sees of one request: a single trace through every process that had a part in it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { type OtlpSink, type ReceivedSpan, startOtlpSink } from '@waybill/testing/otlp-sink'
import { type RunningSystem, startSystem } from '@waybill/testing/running-system'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Exporters send what they have every five seconds.
const EXPORTED_WITHIN_MS = 20_000

let collector: OtlpSink
let receiver: HttpReceiver
let system: RunningSystem

// A system of its own: the one that the other tests share has no collector.
beforeAll(async () => {
  collector = await startOtlpSink()
  receiver = await startHttpReceiver()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: '1' }
  system = await startSystem({ mode: 'stack', env })
})
afterAll(async () => {
  await system?.remove()
  await Promise.all([receiver?.stop(), collector?.stop()])
})

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const { base_url, access_token } = system.sandbox
  const response = await fetch(new URL(path, base_url), {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

interface Wanted {
  service: string
  kind: ReceivedSpan['kind']
  name: RegExp
}

/** The span's parent, that one's parent, and so on to the root. */
function ancestorsOf(span: ReceivedSpan, trace: ReceivedSpan[]): ReceivedSpan[] {
  const parent = trace.find(({ spanId }) => spanId === span.parentSpanId)
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent, trace)]
}

const isA = (span: ReceivedSpan, { service, kind, name }: Wanted): boolean =>
  span.service === service && span.kind === kind && name.test(span.name)

/** Waits until the trace has such a span, and its way up to the root leads past these, in this order. */
async function expectSpan(traceId: string, wanted: Wanted, under: Wanted[]): Promise<ReceivedSpan> {
  return await eventually(
    () => {
      const trace = collector.spans.filter((span) => span.traceId === traceId)
      const span = trace.find((each) => isA(each, wanted))
      if (span === undefined) throw new Error(`no ${wanted.service} ${wanted.name} among ${listOf(trace)}`)
      const ancestors = ancestorsOf(span, trace)
      const passed = ancestors.flatMap((ancestor) => under.filter((each) => isA(ancestor, each)))
      expect(passed, `ancestors of ${wanted.service} ${wanted.name}: ${listOf(ancestors)}`).toEqual(under)
      return span
    },
    { timeoutMs: EXPORTED_WITHIN_MS, intervalMs: 200 },
  )
}

const listOf = (spans: ReceivedSpan[]): string =>
  JSON.stringify(spans.map(({ service, kind, name }) => `${service} ${kind} ${name}`))

test('one trace leads from a POST through gateway, gRPC, Postgres and the broker to the merchant’s receiver', async () => {
  await post('/api/v1/webhooks/subscriptions', { url: `${receiver.url}/hook`, events: ['shipment.created'] })
  const shipment = await post('/api/v1/shipments', aShipmentDocument())
  await eventually(() => expect(receiver.requests).toHaveLength(1))
  const [hook] = receiver.requests
  expect(JSON.parse(String(hook?.body))).toMatchObject({ data: { object: { shipment_id: shipment.shipment_id } } })
  const [, traceId, receivedSpanId] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(String(hook?.headers.traceparent)) ?? []
  if (traceId === undefined) throw new Error(`the receiver was sent the traceparent ${hook?.headers.traceparent}`)

  const request: Wanted = { service: 'gateway', kind: 'server', name: /^POST \/api\/v1\/shipments$/ }
  const call: Wanted = { service: 'gateway', kind: 'client', name: /ShipmentService\/Create$/ }
  const served: Wanted = { service: 'shipment', kind: 'server', name: /ShipmentService\/Create$/ }
  const inserted: Wanted = { service: 'shipment', kind: 'client', name: /^pg\.query:WITH/ } // one statement adds all rows
  const published: Wanted = { service: 'shipment', kind: 'producer', name: /^publish / }
  const consumed: Wanted = { service: 'webhook', kind: 'consumer', name: /\.webhook\.events process$/ }
  const stored: Wanted = { service: 'webhook', kind: 'client', name: /^pg\.query:INSERT/ }
  const attempted: Wanted = { service: 'webhook', kind: 'client', name: /^webhook\.attempt$/ }

  const root = await expectSpan(traceId, request, [])
  expect(root.parentSpanId).toBe('')
  await expectSpan(traceId, inserted, [served, call, request])
  await expectSpan(traceId, stored, [consumed, published, served, call, request])
  const attempt = await expectSpan(traceId, attempted, [consumed, published, served, call, request])
  expect(attempt.spanId).toBe(receivedSpanId)
})

test('a trace that the caller began goes on, and the log lines bear its id', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const { base_url, access_token } = system.sandbox
  const response = await fetch(new URL('/api/v1/shipments', base_url), {
    headers: { authorization: `Bearer ${access_token}`, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  })
  expect(response.status).toBe(200)
  const request: Wanted = { service: 'gateway', kind: 'server', name: /^GET \/api\/v1\/shipments$/ }
  const read: Wanted = { service: 'shipment', kind: 'client', name: /^pg\.query:SELECT/ }
  const root = await expectSpan(traceId, request, [])
  expect(root.parentSpanId).toBe('b7ad6b7169203331')
  await expectSpan(traceId, read, [request])
  expect(readFileSync(join(system.dataDirectory, 'logs/gateway.log'), 'utf8')).toContain(`"trace_id":"${traceId}"`)
})

test('polls and probes are no traces', () => {
  const roots = collector.spans.filter(({ parentSpanId }) => parentSpanId === '')
  expect(roots.length).toBeGreaterThan(0)
  const uncalled = roots.filter(({ kind, name }) => kind !== 'server' && !name.startsWith('POST'))
  expect(uncalled.map(({ service, kind, name }) => `${service} ${kind} ${name}`)).toEqual([])
})
