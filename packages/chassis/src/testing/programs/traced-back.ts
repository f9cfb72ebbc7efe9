// A stand-in for a service: receives gRPC calls; calls Postgres, Redis and an HTTP server.
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
