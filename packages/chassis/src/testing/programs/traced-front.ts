// A stand-in for the gateway: receives HTTP, calls gRPC and an HTTP server. Starts telemetry first, as in every main.
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { startTelemetry } from '../../telemetry/tracing.ts'
import { readTracingConfig } from '../tracing-config.ts'

const telemetry = await startTelemetry({
  service: 'front',
  config: readTracingConfig(process.env),
  log: createLog({ service: 'front' }),
  metrics: createMetrics({ service: 'front' }),
})
const { serve } = await import('./traced-front-service.ts')
await serve(telemetry)
