// HTTP in, undici and gRPC out: what a gateway does with a request. Telemetry comes first, as in every main.
import { createLog } from '../../telemetry/log.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { startTelemetry } from '../../telemetry/tracing.ts'

const telemetry = startTelemetry({
  service: 'front',
  otlpEndpoint: process.env.OTLP_ENDPOINT || null,
  ratio: Number(process.env.TRACE_RATIO ?? 1),
  log: createLog({ service: 'front' }),
  metrics: createMetrics({ service: 'front' }),
})
const { serve } = await import('./traced-front-service.ts')
await serve(telemetry)
