import { runUntilSignal } from '@waybill/chassis/lifecycle'
import { createLog } from '@waybill/chassis/log'
import { startTelemetry } from '@waybill/chassis/telemetry'
import { readConfig } from './config.ts'

const config = readConfig()
const log = createLog({ service: 'gateway', level: config.LOG_LEVEL })
const telemetry = startTelemetry({
  service: 'gateway',
  otlpEndpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
  ratio: config.OTEL_TRACES_SAMPLER_ARG,
})

await runUntilSignal(
  async () => {
    // Imported only now: what telemetry instruments must not be loaded before it.
    const { createMetrics } = await import('@waybill/chassis/metrics')
    const { connectRedisState } = await import('@waybill/chassis/shared-state-redis')
    const { startGateway } = await import('./service.ts')
    const metrics = createMetrics({ service: 'gateway' })
    const sharedState = connectRedisState({
      url: config.REDIS_URL,
      namespace: config.WAYBILL_NAMESPACE,
      log,
      metrics,
    })
    const gateway = await startGateway({
      databaseUrl: config.DATABASE_URL,
      databaseSchema: config.DATABASE_SCHEMA,
      poolSize: config.DATABASE_POOL_SIZE,
      host: config.HOST,
      port: config.PORT,
      adminHost: config.ADMIN_HOST,
      adminPort: config.ADMIN_PORT,
      opsPort: config.OPS_PORT,
      publicUrl: (config.WAYBILL_PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, ''),
      shipmentUrl: config.SHIPMENT_URL,
      quotingUrl: config.QUOTING_URL,
      bookingUrl: config.BOOKING_URL,
      webhookUrl: config.WEBHOOK_URL,
      internalKey: config.INTERNAL_KEY,
      adminToken: config.WAYBILL_ADMIN_TOKEN,
      sharedState,
      rateLimit: config.RATE_LIMIT,
      addressRateLimit: config.ADDRESS_RATE_LIMIT,
      trustProxy: config.TRUST_PROXY,
      tracing: config.OTEL_EXPORTER_OTLP_ENDPOINT !== null,
      log,
      metrics,
    })
    return {
      async stop() {
        await gateway.stop()
        await sharedState.close()
        await telemetry.shutdown()
      },
    }
  },
  { log },
)
