import { runService } from '@waybill/chassis/run-service'
import { objectStoreOf, readConfig } from './config.ts'

await runService('booking', readConfig, async (config, parts) => {
  const { startBookingService } = await import('./service.ts')
  return startBookingService({
    ...parts,
    databaseUrl: config.DATABASE_URL,
    databaseSchema: config.DATABASE_SCHEMA,
    poolSize: config.DATABASE_POOL_SIZE,
    host: config.HOST,
    grpcPort: config.GRPC_PORT,
    opsPort: config.OPS_PORT,
    internalKey: config.INTERNAL_KEY,
    shipmentUrl: config.SHIPMENT_URL,
    quotingUrl: config.QUOTING_URL,
    publicUrl: config.WAYBILL_PUBLIC_URL,
    callbackBaseUrl: config.CALLBACK_BASE_URL,
    labelSigningKey: config.LABEL_SIGNING_KEY,
    dispatchWindowMs: config.DISPATCH_WINDOW_MS,
    simulatorUrl: config.SIMULATOR_URL,
    simulatorKey: config.SIMULATOR_KEY,
    objects: objectStoreOf(config),
    exchangeDays: config.CARRIER_EXCHANGE_DAYS,
  })
})
