import { runService } from '@waybill/chassis/process/run-service'
import { objectStoreOptions, readConfig } from './config.ts'

await runService('booking', readConfig, async (config, options) => {
  const { startBookingService } = await import('./service.ts')
  return startBookingService({
    ...options,
    shipmentUrl: config.SHIPMENT_URL,
    quotingUrl: config.QUOTING_URL,
    publicUrl: config.WAYBILL_PUBLIC_URL,
    callbackBaseUrl: config.CALLBACK_BASE_URL,
    labelSigningKey: config.LABEL_SIGNING_KEY,
    carrierEncryptionKeys: config.CARRIER_ENCRYPTION_KEYS,
    endpointsAllowed: config.CARRIER_ENDPOINTS_ALLOWED,
    simulatorUrl: config.SIMULATOR_URL,
    simulatorKey: config.SIMULATOR_KEY,
    objects: objectStoreOptions(config),
    exchangeDays: config.CARRIER_EXCHANGE_DAYS,
  })
})
