// Starts telemetry from its environment, ends SPANS root spans and reports how many were recorded.
import { trace } from '@opentelemetry/api'
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { startTelemetry } from '../../telemetry/tracing.ts'
import { readTracingConfig } from '../tracing-config.ts'

const log = createLog({ service: 'spans' })
const telemetry = await startTelemetry({
  service: 'spans',
  config: readTracingConfig(process.env),
  log,
  metrics: createMetrics({ service: 'spans' }),
})
const { default: pg } = await import('pg')
const { default: grpc } = await import('@grpc/grpc-js')
const isInstrumented = [pg.Client.prototype.query, grpc.Server.prototype.register].every(
  (method) => '__wrapped' in method,
)

const tracer = trace.getTracer('test')
let recorded = 0
for (let ended = 0; ended < Number(process.env.SPANS ?? 1); ended++) {
  const span = tracer.startSpan('work')
  if (span.isRecording()) recorded += 1
  span.end()
}
log.info({ isInstrumented, recorded }, 'spans.ended')
await telemetry.shutdown()
