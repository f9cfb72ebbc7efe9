import { topology } from '@waybill/contracts/topology'
import type { Bus } from './bus.ts'
import { runUntilSignal } from './lifecycle.ts'
import { createLog, type Logger, type LogLevel } from './log.ts'
import type { Stoppable } from './loops.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { startTelemetry } from './telemetry.ts'

interface ProcessConfig {
  LOG_LEVEL: LogLevel
  OTEL_EXPORTER_OTLP_ENDPOINT: string | null
  OTEL_TRACES_SAMPLER_ARG: number
}

interface BrokerConfig extends ProcessConfig {
  RABBITMQ_URL: string
  WAYBILL_NAMESPACE: string
}

export interface ProcessParts {
  log: Logger
  metrics: Metrics
}

/**
 * A process from its first line to its last: configuration, telemetry, then `start`, then SIGTERM, then an orderly end.
 * A configuration that cannot be used is told on stderr, and the process exits with 1.
 * `start` imports what it runs dynamically, since what telemetry instruments must not be loaded before it.
 */
export async function runProcess<Config extends ProcessConfig>(
  service: string,
  readConfig: () => Config,
  start: (config: Config, parts: ProcessParts) => Promise<Stoppable>,
): Promise<void> {
  const config = orExit(readConfig)
  const log = createLog({ service, level: config.LOG_LEVEL })
  const telemetry = startTelemetry({
    service,
    otlpEndpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
  })
  await runUntilSignal(
    async () => {
      const running = await start(config, { log, metrics: createMetrics({ service }) })
      return {
        async stop() {
          await running.stop()
          await telemetry.shutdown()
        },
      }
    },
    { log },
  )
}

/** A process with a bus on RabbitMQ, closed after the service has stopped. */
export const runService = <Config extends BrokerConfig>(
  service: string,
  readConfig: () => Config,
  start: (config: Config, parts: ProcessParts & { bus: Bus }) => Promise<Stoppable>,
): Promise<void> =>
  runProcess(service, readConfig, async (config, { log, metrics }) => {
    const { connectRabbitBus } = await import('./bus-rabbit.ts')
    const { RABBITMQ_URL: url, WAYBILL_NAMESPACE: namespace } = config
    const bus = await connectRabbitBus({ url, namespace, topology, log, metrics })
    const running = await start(config, { bus, log, metrics })
    return {
      async stop() {
        await running.stop()
        await bus.close()
      },
    }
  })

function orExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
