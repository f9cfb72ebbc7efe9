import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { BatchSpanProcessor, type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { countSpanLosses } from './export-losses.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

const refused: ExportResult = { code: ExportResultCode.FAILED, error: new Error('connect ECONNREFUSED') }
const taken: ExportResult = { code: ExportResultCode.SUCCESS }
const batch = (spans: number) => Array.from({ length: spans }, () => ({})) as ReadableSpan[]

function aWatch() {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ service: 'test', destination: { write: (line) => void lines.push(JSON.parse(line)) } })
  const metrics = createMetrics({ service: 'test' })
  const clock = { nowMs: 0 }
  const losses = countSpanLosses({ log, metrics, now: () => clock.nowMs })
  const collector = { answers: taken }
  const exporter = losses.watch({
    export: (_, done) => done(collector.answers),
    shutdown: async () => {},
  })
  return {
    lines,
    clock,
    collector,
    losses,
    exporter,
    send: (spans: number) => exporter.export(batch(spans), () => {}),
    text: async () => (await metrics.render()).text,
  }
}

test('logs losses at most once a minute, with their sum', () => {
  const { send, lines, clock, collector, losses } = aWatch()
  send(3)
  expect(lines).toEqual([])
  collector.answers = refused
  send(5)
  expect(lines).toEqual([expect.objectContaining({ level: 'warn', msg: 'traces.lost', spans: 5 })])
  expect(lines[0]?.err).toMatchObject({ message: 'connect ECONNREFUSED' })
  for (clock.nowMs = 5_000; clock.nowMs < 60_000; clock.nowMs += 5_000) send(1)
  expect(lines).toHaveLength(1)
  clock.nowMs = 60_000
  send(1)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ spans: 12 })
  send(7)
  losses.flush()
  losses.flush()
  expect(lines.map(({ spans }) => spans)).toEqual([5, 12, 7])
})

test('counts spans by outcome, starting at 0', async () => {
  const { send, collector, text } = aWatch()
  expect(await text()).toContain('telemetry_spans_total{outcome="failed",service="test"} 0')
  send(3)
  collector.answers = refused
  send(5)
  expect(await text()).toContain('telemetry_spans_total{outcome="exported",service="test"} 3')
  expect(await text()).toContain('telemetry_spans_total{outcome="failed",service="test"} 5')
})

test('counts and logs spans dropped because the queue is full', async () => {
  const { exporter, losses, lines, text } = aWatch()
  const processor = new BatchSpanProcessor({
    exporter,
    selfObsMeterProvider: losses.meterProvider,
    maxQueueSize: 2,
    maxExportBatchSize: 2,
  })
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('test')
  for (let each = 0; each < 10; each++) tracer.startSpan('work').end()
  await processor.shutdown()
  losses.flush()
  const page = await text()
  const counted = (outcome: string) =>
    Number(page.match(new RegExp(`outcome="${outcome}",service="test"\\} (\\d+)`))?.[1])
  expect(counted('queue_full')).toBeGreaterThan(0)
  expect(counted('queue_full') + counted('exported')).toBe(10)
  expect(lines.reduce((sum, { spans }) => sum + Number(spans), 0)).toBe(counted('queue_full'))
})
