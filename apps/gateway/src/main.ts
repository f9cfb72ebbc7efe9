import { createDocumentation } from '@waybill/api-docs/documentation'
import { foundationOptions, redisTlsFiles, rpcOptions, runProcess } from '@waybill/chassis/process/run-service'
import { readConfig } from './config.ts'
import { consoleOptions } from './console/variables.ts'

await runProcess('gateway', readConfig, async (config, parts) => {
  const { connectRedisState } = await import('@waybill/chassis/state/redis')
  const { startGateway } = await import('./service.ts')
  const { REDIS_URL: url, WAYBILL_NAMESPACE: namespace } = config
  const sharedState = connectRedisState({
    url,
    tls: redisTlsFiles(config),
    namespace,
    log: parts.log,
    metrics: parts.metrics,
  })
  const gateway = await startGateway({
    ...foundationOptions(config, parts),
    ...rpcOptions(config, { isServer: false }),
    port: config.PORT,
    adminHost: config.ADMIN_HOST,
    adminPort: config.ADMIN_PORT,
    publicUrl: (config.WAYBILL_PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, ''),
    shipmentUrl: config.SHIPMENT_URL,
    quotingUrl: config.QUOTING_URL,
    bookingUrl: config.BOOKING_URL,
    webhookUrl: config.WEBHOOK_URL,
    adminTokens: config.adminTokens,
    encryptionKeys: config.TOKEN_ENCRYPTION_KEYS,
    auditRetentionDays: config.AUDIT_RETENTION_DAYS,
    sharedState,
    rateLimit: config.RATE_LIMIT,
    environmentRateLimit: config.ENVIRONMENT_RATE_LIMIT,
    addressRateLimit: config.ADDRESS_RATE_LIMIT,
    trustProxy: config.TRUST_PROXY,
    privateIssuersAllowed: config.OIDC_PRIVATE_ISSUERS_ALLOWED,
    createDocumentation,
    console: consoleOptions(config),
    tracing: parts.tracing,
  })
  return {
    async stop() {
      await gateway.stop()
      await sharedState.close()
    },
  }
})
