import { runService } from '@waybill/chassis/run-service'
import { readConfig } from './config.ts'

await runService('shipment', readConfig, async (config, parts) => {
  const { startShipmentService } = await import('./service.ts')
  return startShipmentService({
    ...parts,
    databaseUrl: config.DATABASE_URL,
    databaseSchema: config.DATABASE_SCHEMA,
    poolSize: config.DATABASE_POOL_SIZE,
    host: config.HOST,
    grpcPort: config.GRPC_PORT,
    opsPort: config.OPS_PORT,
    internalKey: config.INTERNAL_KEY,
    publicUrl: config.WAYBILL_PUBLIC_URL.replace(/\/+$/, ''),
    dispatchRepeatMs: config.DISPATCH_REPEAT,
    expireAfterMs: config.EXPIRE_AFTER,
  })
})
