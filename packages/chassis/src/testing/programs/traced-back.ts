// gRPC in; Postgres, Redis and undici out: what a service does with a call.
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { startTelemetry } from '../../telemetry/tracing.ts'
import { readTracingConfig } from '../tracing-config.ts'

const telemetry = await startTelemetry({
  service: 'back',
  config: readTracingConfig(process.env),
  log: createLog({ service: 'back' }),
  metrics: createMetrics({ service: 'back' }),
})
const { serve } = await import('./traced-back-service.ts')
await serve(telemetry)
