/** One request is one trace through all processes that take part in it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { type OtlpSink, type ReceivedSpan, startOtlpSink } from '@waybill/testing/otlp-sink'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../../support/running-system.ts'
import { startEventReceiver } from '../document/event-receiver.ts'

const EXPORTED_WITHIN_MS = 20_000

let collector: OtlpSink
let receiver: HttpReceiver
let system: RunningSystem

// A separate system: the one that the other tests share has no collector.
beforeAll(async () => {
  collector = await startOtlpSink()
  receiver = await startEventReceiver()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_BSP_SCHEDULE_DELAY: '200', // ms; the default of 5 s would make up most of the test
  }
  system = await startSystem({ mode: 'stack', env })
  await post('/api/v1/webhooks/subscriptions', { url: `${receiver.url}/hook`, events: ['shipment.created'] })
})
afterAll(async () => {
  await system?.remove()
  await Promise.all([receiver?.stop(), collector?.stop()])
})

async function post(path: string, body: object, headers = {}): Promise<Record<string, unknown>> {
  const { base_url, access_token } = system.sandbox
  const response = await fetch(new URL(path, base_url), {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

/** Waits for the webhook about the shipment. */
const readHook = (shipmentId: unknown) =>
  eventually(() => {
    const found = receiver.requests.find(({ body }) => String(body).includes(String(shipmentId)))
    if (!found) throw new Error('the webhook has not come')
    return found
  })

interface Wanted {
  service: string
  kind: ReceivedSpan['kind']
  name: RegExp
}

/** The span's ancestors, up to the root. */
function listAncestors(span: ReceivedSpan, trace: ReceivedSpan[]): ReceivedSpan[] {
  const parent = trace.find(({ spanId }) => spanId === span.parentSpanId)
  return parent === undefined ? [] : [parent, ...listAncestors(parent, trace)]
}

const isA = (span: ReceivedSpan, { service, kind, name }: Wanted): boolean =>
  span.service === service && span.kind === kind && name.test(span.name)

/** Waits until the trace has such a span with these ancestors, in this order. */
async function expectSpan(traceId: string, wanted: Wanted, under: Wanted[]): Promise<ReceivedSpan> {
  return await eventually(
    () => {
      const trace = collector.spans.filter((span) => span.traceId === traceId)
      const span = trace.find((each) => isA(each, wanted))
      if (span === undefined) throw new Error(`no ${wanted.service} ${wanted.name} among ${toList(trace)}`)
      const ancestors = listAncestors(span, trace)
      const passed = ancestors.flatMap((ancestor) => under.filter((each) => isA(ancestor, each)))
      expect(passed, `ancestors of ${wanted.service} ${wanted.name}: ${toList(ancestors)}`).toEqual(under)
      return span
    },
    { timeoutMs: EXPORTED_WITHIN_MS, intervalMs: 200 },
  )
}

const toList = (spans: ReceivedSpan[]): string =>
  JSON.stringify(spans.map(({ service, kind, name }) => `${service} ${kind} ${name}`))

test('one trace covers a POST from the gateway through gRPC, Postgres and the broker to the merchant’s receiver', async () => {
  const { shipment_id } = await post('/api/v1/shipments', aShipmentDocument())
  const hook = await readHook(shipment_id)
  const [, traceId, receivedSpanId] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(String(hook.headers.traceparent)) ?? []
  if (traceId === undefined) throw new Error(`the receiver was sent the traceparent ${hook.headers.traceparent}`)

  const request: Wanted = { service: 'gateway', kind: 'server', name: /^POST \/api\/v1\/shipments$/ }
  const call: Wanted = { service: 'gateway', kind: 'client', name: /ShipmentService\/Create$/ }
  const served: Wanted = { service: 'shipment', kind: 'server', name: /ShipmentService\/Create$/ }
  const inserted: Wanted = { service: 'shipment', kind: 'client', name: /^pg\.query:WITH/ } // one statement adds all rows
  const published: Wanted = { service: 'shipment', kind: 'producer', name: /^publish / }
  const consumed: Wanted = { service: 'webhook', kind: 'consumer', name: /\.webhook\.events process$/ }
  const stored: Wanted = { service: 'webhook', kind: 'client', name: /^pg\.query:WITH/ } // with its deliveries
  const attempted: Wanted = { service: 'webhook', kind: 'client', name: /^webhook\.attempt$/ }

  const root = await expectSpan(traceId, request, [])
  expect(root.parentSpanId).toBe('')
  await expectSpan(traceId, inserted, [served, call, request])
  await expectSpan(traceId, stored, [consumed, published, served, call, request])
  const attempt = await expectSpan(traceId, attempted, [consumed, published, served, call, request])
  expect(attempt.spanId).toBe(receivedSpanId)
})

test('a trace started by the caller continues, and the log lines contain its id', async () => {
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

test('a caller who is not authenticated cannot have its requests recorded', async () => {
  const traceId = '1f0c9a63b7e84d25a6d0e7b1c2f39548'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`
  const { base_url, access_token } = system.sandbox
  const get = (token: string, headers = {}) =>
    fetch(new URL('/api/v1/shipments', base_url), { headers: { authorization: `Bearer ${token}`, ...headers } })
  expect((await get('anything', { traceparent })).status).toBe(401)
  // Spans started later have arrived, so those would have arrived too.
  const later = '2a84be19d6c0473f95e1b8f07d3c6a42'
  expect((await get(access_token, { traceparent: traceparent.replace(traceId, later) })).status).toBe(200)
  await expectSpan(later, { service: 'gateway', kind: 'server', name: /^GET \/api\/v1\/shipments$/ }, [])
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([])
})

test('a trace that the caller does not record reaches the receiver and the logs, and is not recorded', async () => {
  const traceId = '5c1e0b7a9d3f4e2680417cfa2be6d913'
  const traceparent = `00-${traceId}-00f067aa0ba902b7-00`
  const { shipment_id } = await post('/api/v1/shipments', aShipmentDocument(), { traceparent })
  const hook = await readHook(shipment_id)
  expect(hook.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`))
  for (const service of ['gateway', 'shipment', 'webhook']) {
    const log = join(system.dataDirectory, `logs/${service}.log`)
    await eventually(() => expect(readFileSync(log, 'utf8')).toContain(`"trace_id":"${traceId}"`))
  }
  // Spans started later have arrived, so this one would have arrived too.
  const later = '7e3a1f5c9b2d4860a1c7e94d02b8f635'
  await post('/api/v1/shipments', aShipmentDocument(), { traceparent: `00-${later}-00f067aa0ba902b7-01` })
  for (const service of ['gateway', 'shipment', 'webhook']) {
    await eventually(
      () => expect(collector.spans.some((span) => span.traceId === later && span.service === service)).toBe(true),
      { timeoutMs: EXPORTED_WITHIN_MS, intervalMs: 200 },
    )
  }
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([])
})

test('polls and probes create no traces', async () => {
  const { base_url, access_token } = system.sandbox
  const authorization = `Bearer ${access_token}`
  for (const probe of ['/livez', '/readyz']) expect((await fetch(new URL(probe, base_url))).status).toBe(200)
  const { shipment_id } = await post('/api/v1/shipments', aShipmentDocument())
  const path = `/api/v1/shipments/${shipment_id}`
  const stream = await fetch(new URL(`${path}/stream`, base_url), { headers: { authorization } })
  const cancelled = await fetch(new URL(`${path}/cancel`, base_url), {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ reason_code: 'customer_request' }),
  })
  expect(cancelled.status).toBe(200)
  expect(await stream.text()).toContain('event: end') // sent after a poll
  const traceId = '2f6d0c9b1e7a45838d21f0ab94c37e56'
  await post('/api/v1/shipments', aShipmentDocument(), { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  const request: Wanted = { service: 'gateway', kind: 'server', name: /^POST \/api\/v1\/shipments$/ }
  for (const service of ['shipment', 'webhook'])
    await expectSpan(traceId, { service, kind: 'client', name: /^pg/ }, [request])
  const roots = collector.spans.filter(({ parentSpanId }) => parentSpanId === '')
  const isRequest = ({ service, kind, name }: ReceivedSpan) =>
    // The launcher creates the sandbox over the admin API.
    service === 'stack' || (service === 'gateway' && kind === 'server' && name.includes(' /api/'))
  const others = roots.filter((root) => !isRequest(root))
  expect(others.map(({ service, kind, name }) => `${service} ${kind} ${name}`)).toEqual([])
})
