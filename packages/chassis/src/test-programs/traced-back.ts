// gRPC in; Postgres, Redis and undici out: what a service does with a call.
import { startTelemetry } from '../telemetry.ts'

const telemetry = startTelemetry({ service: 'back', otlpEndpoint: process.env.OTLP_ENDPOINT || null, ratio: 1 })
const { serve } = await import('./traced-back-service.ts')
await serve(telemetry)
