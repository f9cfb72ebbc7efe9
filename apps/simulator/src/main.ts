import { runProcess } from '@waybill/chassis/run-service'
import { readConfig } from './config.ts'

await runProcess('simulator', readConfig, async (config, { log, metrics }) => {
  const { startOpsServer } = await import('@waybill/chassis/health')
  const { startSimulator } = await import('./service.ts')
  const simulator = await startSimulator({
    host: config.HOST,
    port: config.PORT,
    databaseUrl: config.DATABASE_URL,
    databaseSchema: config.DATABASE_SCHEMA,
    simulatorKey: config.SIMULATOR_KEY,
    stepMs: config.SIMULATOR_STEP_MS,
    log,
    metrics,
  })
  const readiness = async () => ({ database: await simulator.isReady() })
  const ops = await startOpsServer({ host: config.HOST, port: config.OPS_PORT, metrics, readiness, log })
  return {
    async stop() {
      ops.setDraining()
      await simulator.stop()
      await ops.stop()
    },
  }
})
