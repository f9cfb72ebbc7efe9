// HTTP in, undici and gRPC out: what a gateway does with a request. Telemetry comes first, as in every main.
import { startTelemetry } from '../telemetry.ts'

const telemetry = startTelemetry({ service: 'front', otlpEndpoint: process.env.OTLP_ENDPOINT || null, ratio: 1 })
const { serve } = await import('./traced-front-service.ts')
await serve(telemetry)
