import { createNoopMeter, type MeterProvider } from '@opentelemetry/api'
import { ExportResultCode } from '@opentelemetry/core'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

const LINE_EVERY_MS = 60_000
/** What the processor's own counter calls a span that found no place in its queue. */
const QUEUE_FULL = 'queue_full'

export interface SpanLosses {
  /** The exporter, with its failures noted. */
  watch(exporter: SpanExporter): SpanExporter
  /** For the processor: tells of spans that it drops before the exporter sees them. */
  meterProvider: MeterProvider
  /** Says what no line has said yet. */
  flush(): void
}

/**
 * Counts the spans that reached the collector and those that did not. The first loss is told of at once, further ones
 * together, at most once a minute: a collector that is away must not fill the log.
 */
export function noteSpanLosses(options: { log: Logger; metrics: Metrics; now?: () => number }): SpanLosses {
  const { log, metrics, now = Date.now } = options
  const spans = metrics.counter({
    name: 'telemetry_spans_total',
    help: 'Spans by what became of them: exported, failed (the collector did not take them), queue_full (dropped here).',
    labels: ['outcome'],
  })
  for (const outcome of ['exported', 'failed', QUEUE_FULL]) spans.inc({ outcome }, 0)
  let untold = 0
  let lastError: Error | undefined
  let lineAt = Number.NEGATIVE_INFINITY

  function tell(): void {
    if (untold === 0) return
    log.warn({ err: lastError, spans: untold }, 'traces.lost')
    untold = 0
    lineAt = now()
  }

  function lose(count: number, outcome: 'failed' | typeof QUEUE_FULL, error?: Error): void {
    spans.inc({ outcome }, count)
    untold += count
    lastError = error ?? lastError
    if (now() - lineAt >= LINE_EVERY_MS) tell()
  }

  const meter = createNoopMeter()
  meter.createCounter = () => ({
    add(count, attributes) {
      if (attributes?.['error.type'] === QUEUE_FULL) lose(count, QUEUE_FULL)
    },
  })

  return {
    watch: (exporter) => ({
      export(batch, done) {
        exporter.export(batch, (result) => {
          if (result.code === ExportResultCode.SUCCESS) spans.inc({ outcome: 'exported' }, batch.length)
          else lose(batch.length, 'failed', result.error)
          done(result)
        })
      },
      shutdown: () => exporter.shutdown(),
    }),
    meterProvider: { getMeter: () => meter },
    flush: tell,
  }
}
