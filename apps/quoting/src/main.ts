import { runService } from '@waybill/chassis/run-service'
import { readConfig } from './config.ts'

await runService('quoting', readConfig, async (config, parts) => {
  const { startQuotingService } = await import('./service.ts')
  return startQuotingService({
    ...parts,
    databaseUrl: config.DATABASE_URL,
    databaseSchema: config.DATABASE_SCHEMA,
    poolSize: config.DATABASE_POOL_SIZE,
    host: config.HOST,
    grpcPort: config.GRPC_PORT,
    opsPort: config.OPS_PORT,
    internalKey: config.INTERNAL_KEY,
    shipmentUrl: config.SHIPMENT_URL,
    simulatorUrl: config.SIMULATOR_URL,
    simulatorKey: config.SIMULATOR_KEY,
    exchangeDays: config.CARRIER_EXCHANGE_DAYS,
  })
})
