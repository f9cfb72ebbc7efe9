import { startOtlpSink } from '@waybill/testing/otlp-sink'
import { startSystem } from '../support/running-system.ts'

/** Starts a separate stack with a collector for the telemetry tests, and passes them its sandbox file. */
export async function setup(): Promise<() => Promise<void>> {
  const collector = await startOtlpSink()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, LOG_LEVEL: 'info' }
  const system = await startSystem({ mode: 'stack', env }).catch(async (error: unknown) => {
    await collector.stop()
    throw error
  })
  process.env.WAYBILL_E2E_SANDBOX = system.sandboxFile // the workers are started later and inherit it
  return async () => {
    await system.remove()
    await collector.stop()
  }
}
