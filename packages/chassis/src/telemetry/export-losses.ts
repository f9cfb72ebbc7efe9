import { createNoopMeter, type MeterProvider } from '@opentelemetry/api'
import { ExportResultCode } from '@opentelemetry/core'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

const LOG_INTERVAL_MS = 60_000
/** `error.type` in the span processor's counter for a span that found its queue full. */
const QUEUE_FULL = 'queue_full'

export interface SpanLosses {
  /** Wraps an exporter and counts what it exports and fails to export. */
  watch(exporter: SpanExporter): SpanExporter
  /** Pass it to the span processor. Counts the spans that the processor drops before the exporter sees them. */
  meterProvider: MeterProvider
  /** Logs the losses that no line has reported yet. */
  flush(): void
}

/**
 * Counts exported and lost spans. Logs the first loss at once and later ones summed up, at most once a minute: an
 * unreachable collector must not fill the log.
 */
export function countSpanLosses(options: { log: Logger; metrics: Metrics; now?: () => number }): SpanLosses {
  const { log, metrics, now = Date.now } = options
  const spans = metrics.counter({
    name: 'telemetry_spans_total',
    help: 'Spans by outcome: exported, failed (the collector did not accept them), queue_full (dropped in this process).',
    labels: ['outcome'],
  })
  for (const outcome of ['exported', 'failed', QUEUE_FULL]) spans.inc({ outcome }, 0)
  let unreported = 0
  let lastError: Error | undefined
  let loggedAtMs = Number.NEGATIVE_INFINITY

  function flush(): void {
    if (unreported === 0) return
    log.warn({ err: lastError, spans: unreported }, 'traces.lost')
    unreported = 0
    loggedAtMs = now()
  }

  function countLost(count: number, outcome: 'failed' | typeof QUEUE_FULL, error?: Error): void {
    spans.inc({ outcome }, count)
    unreported += count
    lastError = error ?? lastError
    if (now() - loggedAtMs >= LOG_INTERVAL_MS) flush()
  }

  const meter = createNoopMeter()
  meter.createCounter = () => ({
    add(count, attributes) {
      if (attributes?.['error.type'] === QUEUE_FULL) countLost(count, QUEUE_FULL)
    },
  })

  return {
    watch: (exporter) => ({
      export(batch, done) {
        exporter.export(batch, (result) => {
          if (result.code === ExportResultCode.SUCCESS) spans.inc({ outcome: 'exported' }, batch.length)
          else countLost(batch.length, 'failed', result.error)
          done(result)
        })
      },
      shutdown: () => exporter.shutdown(),
    }),
    meterProvider: { getMeter: () => meter },
    flush,
  }
}
