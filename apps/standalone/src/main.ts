import { runProcess } from '@waybill/chassis/process/run-service'
import { readConfig } from './config.ts'
import { exitOnStartError } from './start-error.ts'

await runProcess('waybill', readConfig, async (config, parts) => {
  const { startStandalone } = await import('./standalone.ts')
  return startStandalone(config, parts).catch(exitOnStartError)
})
