import { runProcess } from '@waybill/chassis/run-service'
import { readConfig } from './config.ts'

await runProcess('gateway', readConfig, async (config, { log, metrics }) => {
  const { connectRedisState } = await import('@waybill/chassis/shared-state-redis')
  const { startGateway } = await import('./service.ts')
  const { REDIS_URL: url, WAYBILL_NAMESPACE: namespace } = config
  const sharedState = connectRedisState({ url, namespace, log, metrics })
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
    },
  }
})
