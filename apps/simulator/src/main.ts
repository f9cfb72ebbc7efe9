import { foundationOptions, runProcess } from '@waybill/chassis/process/run-service'
import { readConfig } from './config.ts'

await runProcess('simulator', readConfig, async (config, parts) => {
  const { startSimulator } = await import('./service.ts')
  return startSimulator({
    ...foundationOptions(config, parts),
    port: config.PORT,
    simulatorKey: config.SIMULATOR_KEY,
    stepMs: config.SIMULATOR_STEP_MS,
  })
})
