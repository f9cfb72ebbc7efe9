// gRPC in; Postgres, Redis and undici out: what a service does with a call.
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { startTelemetry } from '../../telemetry/tracing.ts'

const telemetry = startTelemetry({
  service: 'back',
  otlpEndpoint: process.env.OTLP_ENDPOINT || null,
  ratio: Number(process.env.TRACE_RATIO ?? 1),
  log: createLog({ service: 'back' }),
  metrics: createMetrics({ service: 'back' }),
})
const { serve } = await import('./traced-back-service.ts')
await serve(telemetry)
