/** The environment of each process of the stack. */

import type { ServiceDatabase } from '@waybill/chassis/postgres/provision'
import { freePort } from '@waybill/chassis/process/free-port'
import { localReceivers } from '@waybill/standalone/local-receivers'
import type { localSecrets } from '@waybill/standalone/local-secrets'
import type { StackConfig } from './config.ts'

/** In order of dependence: a service comes before its callers. */
export const STACK_PROCESSES = ['simulator', 'shipment', 'quoting', 'webhook', 'booking', 'gateway'] as const
export type ProcessName = (typeof STACK_PROCESSES)[number]

export interface ProcessSetting {
  name: ProcessName
  env: Record<string, string>
  /** Port of /readyz. */
  opsPort: number
}

export interface StackSettings {
  processes: ProcessSetting[]
  adminUrl: string
}

const LOOPBACK = '127.0.0.1'
const POOL_SIZE = '5' // six processes on one Postgres, which by default takes 100 connections

/** Chooses the ports once, so that a process that restarts keeps its ports. */
export async function stackSettings(options: {
  config: StackConfig
  namespace: string
  databases: Record<string, ServiceDatabase>
  secrets: ReturnType<typeof localSecrets>
  /** For the photos and signatures of proofs of delivery. */
  objectsDirectory: string
}): Promise<StackSettings> {
  const { config, namespace, databases, secrets } = options
  const ports = await distinctPorts()
  const target = (name: ProcessName) => `${LOOPBACK}:${ports[name].main}`
  const apiUrl = `http://${LOOPBACK}:${config.PORT}`

  const publicUrl = process.env.WAYBILL_PUBLIC_URL ?? `http://localhost:${config.PORT}`
  const receivers = localReceivers({ HOST: config.HOST, WAYBILL_PUBLIC_URL: publicUrl })
  const carriers = {
    SIMULATOR_URL: `http://${target('simulator')}`,
    SIMULATOR_KEY: secrets.simulatorKey,
    CARRIER_ENCRYPTION_KEYS: secrets.carrierEncryptionKeys,
    CARRIER_ENDPOINTS_ALLOWED: String(receivers.allowHttp),
    CALLBACK_BASE_URL: apiUrl,
  }

  const own: Record<ProcessName, Record<string, string>> = {
    simulator: { PORT: String(ports.simulator.main), SIMULATOR_KEY: secrets.simulatorKey },
    shipment: { SIMULATOR_URL: carriers.SIMULATOR_URL },
    quoting: {
      ...carriers,
      CALLBACK_BASE_URL: publicUrl,
      GEOCODER_URL: `${carriers.SIMULATOR_URL}/geocoder`,
      GEOCODER_CALLS_PER_SECOND: '100',
      SHIPMENT_URL: target('shipment'),
      REDIS_URL: config.REDIS_URL,
    },
    webhook: {
      WEBHOOK_ENCRYPTION_KEYS: secrets.webhookEncryptionKeys,
      WEBHOOK_ALLOWED_CIDRS: receivers.allowedCidrs.join(','),
      WEBHOOK_ALLOW_HTTP: String(receivers.allowHttp),
    },
    booking: {
      ...carriers,
      SHIPMENT_URL: target('shipment'),
      QUOTING_URL: target('quoting'),
      LABEL_SIGNING_KEY: secrets.labelSigningKey,
      OBJECT_STORE_DIR: options.objectsDirectory,
    },
    gateway: {
      HOST: config.HOST,
      PORT: String(config.PORT),
      ADMIN_PORT: String(ports.gateway.main),
      WAYBILL_ADMIN_TOKEN: secrets.adminToken,
      TOKEN_ENCRYPTION_KEYS: secrets.tokenEncryptionKeys,
      REDIS_URL: config.REDIS_URL,
      SHIPMENT_URL: target('shipment'),
      QUOTING_URL: target('quoting'),
      BOOKING_URL: target('booking'),
      WEBHOOK_URL: target('webhook'),
      OIDC_PRIVATE_ISSUERS_ALLOWED: String(receivers.allowHttp),
    },
  }
  const processes = STACK_PROCESSES.map((name) => {
    const database = databases[name]
    if (!database) throw new Error(`No database was provisioned for ${name}.`)
    const env = {
      HOST: LOOPBACK,
      GRPC_PORT: String(ports[name].main),
      OPS_PORT: String(ports[name].ops),
      INTERNAL_KEY: secrets.internalKey(name),
      DATABASE_URL: database.url,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      DATABASE_SCHEMA: database.schema,
      DATABASE_POOL_SIZE: POOL_SIZE,
      RABBITMQ_URL: config.RABBITMQ_URL,
      WAYBILL_NAMESPACE: namespace,
      WAYBILL_PUBLIC_URL: publicUrl,
      ...own[name],
    }
    return { name, env, opsPort: ports[name].ops }
  })
  return { processes, adminUrl: `http://${LOOPBACK}:${ports.gateway.main}` }
}

async function distinctPorts(): Promise<Record<ProcessName, { main: number; ops: number }>> {
  const found = new Set<number>()
  while (found.size < STACK_PROCESSES.length * 2) found.add(await freePort())
  const [...ports] = found
  const pairs = STACK_PROCESSES.map((name, i) => [name, { main: ports[2 * i], ops: ports[2 * i + 1] }])
  return Object.fromEntries(pairs)
}
