import { runService } from '@waybill/chassis/process/run-service'
import { readConfig } from './config.ts'

await runService('shipment', readConfig, async (config, options) => {
  const { startShipmentService } = await import('./service.ts')
  return startShipmentService({
    ...options,
    publicUrl: config.WAYBILL_PUBLIC_URL.replace(/\/+$/, ''),
    dispatchWindowMinutes: Math.ceil(config.DISPATCH_WINDOW_MS / 60_000),
    dispatchRepeatMs: config.DISPATCH_REPEAT,
    expireAfterMs: config.EXPIRE_AFTER,
    personalDataRetentionDays: config.PERSONAL_DATA_RETENTION_DAYS,
    simulatorUrl: config.SIMULATOR_URL,
  })
})
