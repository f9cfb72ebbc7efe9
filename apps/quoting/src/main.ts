import { runUntilSignal } from '@waybill/chassis/lifecycle'
import { createLog } from '@waybill/chassis/log'
import { startTelemetry } from '@waybill/chassis/telemetry'
import { readConfig } from './config.ts'

const config = readConfig()
const log = createLog({ service: 'quoting', level: config.LOG_LEVEL })
const telemetry = startTelemetry({
  service: 'quoting',
  otlpEndpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
  ratio: config.OTEL_TRACES_SAMPLER_ARG,
})

await runUntilSignal(
  async () => {
    // Imported only now: what telemetry instruments must not be loaded before it.
    const { connectRabbitBus } = await import('@waybill/chassis/bus-rabbit')
    const { createMetrics } = await import('@waybill/chassis/metrics')
    const { topology } = await import('@waybill/contracts/topology')
    const { startQuotingService } = await import('./service.ts')
    const metrics = createMetrics({ service: 'quoting' })
    const bus = await connectRabbitBus({
      url: config.RABBITMQ_URL,
      namespace: config.WAYBILL_NAMESPACE,
      topology,
      log,
      metrics,
    })
    const service = await startQuotingService({
      databaseUrl: config.DATABASE_URL,
      databaseSchema: config.DATABASE_SCHEMA,
      poolSize: config.DATABASE_POOL_SIZE,
      bus,
      host: config.HOST,
      grpcPort: config.GRPC_PORT,
      opsPort: config.OPS_PORT,
      internalKey: config.INTERNAL_KEY,
      shipmentUrl: config.SHIPMENT_URL,
      simulatorUrl: config.SIMULATOR_URL,
      simulatorKey: config.SIMULATOR_KEY,
      log,
      metrics,
    })
    return {
      async stop() {
        await service.stop()
        await bus.close()
        await telemetry.shutdown()
      },
    }
  },
  { log },
)
