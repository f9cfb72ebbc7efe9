/** The standard OTEL_* variables, each set in the environment of a separate process. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import grpc from '@grpc/grpc-js'
import { startOtlpSink } from '@waybill/testing/otlp-sink'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../testing/programs/start-program.ts'

async function startCollector() {
  const sink = await startOtlpSink()
  onTestFinished(sink.stop)
  return sink
}

async function runSpans(environment: Record<string, string>) {
  const program = startProgram('spans', environment)
  expect(await program.exited).toEqual({ code: 0, signal: null })
  const { isInstrumented, recorded } = await program.line(({ msg }) => msg === 'spans.ended')
  return { isInstrumented, recorded: Number(recorded), lines: program.lines }
}

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', (endpoint: string) => endpoint, '/v1/traces'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', (endpoint: string) => `${endpoint}/tenant/spans`, '/tenant/spans'],
])('%s switches tracing on', async (variable, url, path) => {
  const { endpoint, requests, spans } = await startCollector()
  const ran = await runSpans({ [variable]: url(endpoint), OTEL_TRACES_SAMPLER: 'always_on' })
  expect(ran).toMatchObject({ isInstrumented: true, recorded: 1 })
  expect(requests.map((request) => request.path)).toEqual([path])
  expect(spans).toMatchObject([{ service: 'spans' }])
})

test('nothing is instrumented or exported when tracing is off', async () => {
  const { endpoint, requests } = await startCollector()
  const ran = await runSpans({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_SDK_DISABLED: 'true',
  })
  expect(ran).toMatchObject({ isInstrumented: false, recorded: 0 })
  expect(requests).toEqual([])
})

test('sends headers and resource attributes to the collector, with the name in OTEL_SERVICE_NAME', async () => {
  const { endpoint, requests, spans } = await startCollector()
  await runSpans({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc%20def,tenant=7',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,team=logistics',
    OTEL_SERVICE_NAME: 'waybill-eu',
    OTEL_TRACES_SAMPLER: 'always_on',
  })
  expect(requests[0]?.headers).toMatchObject({ 'api-key': 'abc def', tenant: '7' })
  expect(spans[0]?.resource).toMatchObject({
    'service.name': 'waybill-eu',
    'service.namespace': 'waybill',
    'deployment.environment.name': 'production',
    team: 'logistics',
  })
})

// The number recorded from n independent traces with ratio p is outside n·p ± 6·√(n·p·(1−p)) once in 5·10⁸ runs.
test.each<[string, Record<string, string>, number]>([
  ['5 % unless set', {}, 0.05],
  ['OTEL_TRACES_SAMPLER_ARG alone', { OTEL_TRACES_SAMPLER_ARG: '0.3' }, 0.3],
  ['a ratio of 0', { OTEL_TRACES_SAMPLER_ARG: '0' }, 0],
  ['a sampler without its argument', { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }, 1],
])('records the share of root traces of %s', async (_, sampler, ratio) => {
  const { endpoint, spans } = await startCollector()
  const total = 2_000 // fits the queue of 2,048 spans
  const { recorded } = await runSpans({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, SPANS: String(total), ...sampler })
  const tolerance = 6 * Math.sqrt(total * ratio * (1 - ratio))
  expect(Math.abs(recorded - total * ratio)).toBeLessThanOrEqual(tolerance)
  expect(spans).toHaveLength(recorded)
})

test('OTEL_EXPORTER_OTLP_PROTOCOL=http/json sends JSON', async () => {
  const { endpoint, requests } = await startCollector()
  await runSpans({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER: 'always_on',
  })
  expect(requests).toMatchObject([{ path: '/v1/traces', headers: { 'content-type': 'application/json' } }])
})

test('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=grpc exports over gRPC, and gRPC is still instrumented', async () => {
  const exported: { bytes: Buffer; apiKey: unknown }[] = []
  const bytes = (value: Buffer) => value
  const server = new grpc.Server()
  server.addService(
    {
      export: {
        path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
        requestStream: false,
        responseStream: false,
        requestSerialize: bytes,
        requestDeserialize: bytes,
        responseSerialize: bytes,
        responseDeserialize: bytes,
      },
    },
    {
      export(call: grpc.ServerUnaryCall<Buffer, Buffer>, answer: grpc.sendUnaryData<Buffer>) {
        exported.push({ bytes: call.request, apiKey: call.metadata.get('api-key')[0] })
        answer(null, Buffer.alloc(0))
      },
    },
  )
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  onTestFinished(() => server.forceShutdown())
  const { isInstrumented } = await runSpans({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc',
    OTEL_TRACES_SAMPLER: 'always_on',
  })
  expect(isInstrumented).toBe(true)
  expect(exported).toHaveLength(1)
  expect(exported[0]?.apiKey).toBe('abc')
  expect(exported[0]?.bytes.includes('work')).toBe(true)
})

test('OTEL_TRACES_EXPORTER=console writes spans to stdout', async () => {
  const program = join(import.meta.dirname, '../testing/programs/spans.ts')
  const env = { PATH: process.env.PATH, OTEL_TRACES_EXPORTER: 'console', OTEL_TRACES_SAMPLER: 'always_on' }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  expect(stdout).toContain("name: 'work'")
})

test('exports no metrics and no logs, regardless of their variables', async () => {
  const { endpoint, requests } = await startCollector()
  await runSpans({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_METRIC_EXPORT_INTERVAL: '1',
    OTEL_TRACES_SAMPLER: 'always_on',
  })
  expect(requests.map(({ path }) => path)).toEqual(['/v1/traces'])
})
