import { topology } from '@waybill/contracts/events/topology'
import { findTlsMistake, type TlsFiles } from '../config/tls-files.ts'
import type { Stoppable } from '../loops/loops.ts'
import type { RpcTls } from '../rpc/credentials.ts'
import { createLog, type Logger, type LogLevel } from '../telemetry/log.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import { startTelemetry } from '../telemetry/tracing.ts'
import { isTracingOn, type TracingConfig } from '../telemetry/tracing-variables.ts'
import { compactHeapWhenQuiet } from './compact-heap.ts'
import type { FoundationOptions } from './foundation.ts'
import { runUntilSignal } from './lifecycle.ts'
import type { ServiceOptions } from './start-service.ts'

interface ProcessConfig extends TracingConfig {
  LOG_LEVEL: LogLevel
}

interface DatabaseConfig {
  HOST: string
  OPS_PORT: number
  DATABASE_URL: string
  MIGRATION_DATABASE_URL: string | null
  DATABASE_SCHEMA: string
  DATABASE_POOL_SIZE: number
  MIGRATE_ON_START: boolean
  DRAIN_DELAY_MS: number
}

interface RpcConfig {
  INTERNAL_KEY: string
  GRPC_CA_FILE: string | null
  GRPC_CERT_FILE: string | null
  GRPC_KEY_FILE: string | null
  GRPC_CLIENT_AUTH: boolean
}

interface ServiceConfig extends ProcessConfig, DatabaseConfig, RpcConfig {
  RABBITMQ_URL: string
  RABBITMQ_CA_FILE: string | null
  RABBITMQ_CERT_FILE: string | null
  RABBITMQ_KEY_FILE: string | null
  WAYBILL_NAMESPACE: string
  GRPC_PORT: number
}

export interface ProcessParts {
  log: Logger
  metrics: Metrics
  /** Whether traces are recorded. */
  tracing: boolean
  /** Aborted when the process receives a signal to stop. */
  signal: AbortSignal
}

/**
 * Runs a process: reads the configuration, starts telemetry, calls `start`, and stops in order on SIGTERM.
 * An invalid configuration is printed on stderr, and the process exits with 1.
 * `start` imports the service dynamically, since instrumented modules must not load before telemetry.
 */
export async function runProcess<Config extends ProcessConfig>(
  service: string,
  readConfig: () => Config,
  start: (config: Config, parts: ProcessParts) => Promise<Stoppable>,
  options: { stopLimitMs?: number } = {},
): Promise<void> {
  const config = orExit(readConfig)
  const log = createLog({ service, level: config.LOG_LEVEL })
  const metrics = createMetrics({ service })
  const telemetry = await startTelemetry({ service, config, log, metrics })
  await runUntilSignal(
    async (signal) => {
      const running = await start(config, { log, metrics, tracing: isTracingOn(config), signal })
      compactHeapWhenQuiet()
      return {
        async stop() {
          await running.stop()
          await telemetry.shutdown()
        },
      }
    },
    { log, ...options },
  )
}

/** Options of `openFoundation`, from the configuration. */
export const foundationOptions = (config: DatabaseConfig, parts: ProcessParts): FoundationOptions => ({
  log: parts.log,
  metrics: parts.metrics,
  signal: parts.signal,
  databaseUrl: config.DATABASE_URL,
  migrationDatabaseUrl: config.MIGRATION_DATABASE_URL ?? undefined,
  databaseSchema: config.DATABASE_SCHEMA,
  poolSize: config.DATABASE_POOL_SIZE,
  host: config.HOST,
  opsPort: config.OPS_PORT,
  migrateOnStart: config.MIGRATE_ON_START,
  drainDelayMs: config.DRAIN_DELAY_MS,
})

/**
 * Key and TLS files for calls between services; plaintext if no file is configured. Throws if the files are inconsistent.
 * `isServer`: a certificate is required.
 */
export function rpcOptions(
  config: RpcConfig,
  { isServer }: { isServer: boolean },
): { internalKey: string; rpcTls?: RpcTls } {
  const files = { caFile: config.GRPC_CA_FILE, certFile: config.GRPC_CERT_FILE, keyFile: config.GRPC_KEY_FILE }
  const internalKey = config.INTERNAL_KEY
  const mistake = findTlsMistake('GRPC', files)
  if (mistake) throw new Error(mistake)
  if (files.caFile === null && files.certFile === null) return { internalKey }
  if (isServer && files.certFile === null) throw new Error('GRPC_CA_FILE is set: a server needs GRPC_CERT_FILE too')
  if (isServer && config.GRPC_CLIENT_AUTH && files.caFile === null) {
    throw new Error(
      'GRPC_CERT_FILE is set without GRPC_CA_FILE: set GRPC_CA_FILE to verify callers, or GRPC_CLIENT_AUTH=false',
    )
  }
  return { internalKey, rpcTls: { ...files, clientAuth: config.GRPC_CLIENT_AUTH } }
}

export const redisTlsFiles = (config: {
  REDIS_CA_FILE: string | null
  REDIS_CERT_FILE: string | null
  REDIS_KEY_FILE: string | null
}): TlsFiles => ({
  caFile: config.REDIS_CA_FILE,
  certFile: config.REDIS_CERT_FILE,
  keyFile: config.REDIS_KEY_FILE,
})

/** The process of a service behind the gateway, with a bus on RabbitMQ, closed after the service has stopped. */
export const runService = <Config extends ServiceConfig>(
  service: string,
  readConfig: () => Config,
  start: (config: Config, options: ServiceOptions) => Promise<Stoppable>,
): Promise<void> =>
  runProcess(service, readConfig, async (config, parts) => {
    const { connectRabbitBus } = await import('../messaging/rabbit/bus.ts')
    const { RABBITMQ_URL: url, WAYBILL_NAMESPACE: namespace, GRPC_PORT: grpcPort } = config
    const rpc = rpcOptions(config, { isServer: true })
    const tls = {
      caFile: config.RABBITMQ_CA_FILE,
      certFile: config.RABBITMQ_CERT_FILE,
      keyFile: config.RABBITMQ_KEY_FILE,
    }
    const bus = await connectRabbitBus({ url, tls, namespace, topology, log: parts.log, metrics: parts.metrics })
    const running = await start(config, { ...foundationOptions(config, parts), ...rpc, bus, grpcPort })
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
