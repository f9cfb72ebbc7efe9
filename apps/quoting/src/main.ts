import { redisTlsFiles, runService } from '@waybill/chassis/process/run-service'
import { geocoderSettings } from './addresses/variables.ts'
import { readConfig } from './config.ts'

await runService('quoting', readConfig, async (config, options) => {
  const { createMemoryState } = await import('@waybill/chassis/state/memory')
  const { connectRedisState } = await import('@waybill/chassis/state/redis')
  const { startQuotingService } = await import('./service.ts')
  const { REDIS_URL: url, WAYBILL_NAMESPACE: namespace } = config
  const { log, metrics } = options
  const tls = redisTlsFiles(config)
  const sharedState = url === null ? createMemoryState() : connectRedisState({ url, tls, namespace, log, metrics })
  const service = await startQuotingService({
    ...options,
    shipmentUrl: config.SHIPMENT_URL,
    carrierEncryptionKeys: config.CARRIER_ENCRYPTION_KEYS,
    callbackBaseUrl: config.CALLBACK_BASE_URL,
    endpointsAllowed: config.CARRIER_ENDPOINTS_ALLOWED,
    simulatorUrl: config.SIMULATOR_URL,
    simulatorKey: config.SIMULATOR_KEY,
    geocoder: geocoderSettings(config),
    sharedState,
    rateCacheMs: config.QUOTE_RATE_CACHE_MS,
    exchangeDays: config.CARRIER_EXCHANGE_DAYS,
  })
  return {
    async stop() {
      await service.stop()
      await sharedState.close()
    },
  }
})
