/**
 * Creates the database, and per service a schema with two roles: its owner, which migrates, and the service's own. With
 * RABBITMQ_ADMIN_URL also the virtual host and user of the broker. Run before migrations. Idempotent.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineConfig } from '@waybill/chassis/config/config'
import { provision } from '@waybill/chassis/postgres/provision'
import { exposureVariables } from '@waybill/chassis/process/service-variables'
import { createLog } from '@waybill/chassis/telemetry/log'
import { provisionBroker } from './provision-broker.ts'

const variables = defineConfig({
  ...exposureVariables,
  ADMIN_DATABASE_URL: { type: 'credential', description: 'Postgres, as a role that may create databases and roles.' },
  ADMIN_DATABASE_PASSWORD: {
    type: 'credential',
    default: null,
    description: 'Password of that role, in place of one in the URL.',
  },
  PROVISION_WAIT_MS: {
    type: 'durationMs',
    default: 0,
    description: 'How long to try again while Postgres or the broker cannot be reached.',
  },
  RABBITMQ_ADMIN_URL: { type: 'url', default: null, description: "RabbitMQ's management API." },
  RABBITMQ_ADMIN_USER: { type: 'string', default: null, description: 'An administrator of it.' },
  RABBITMQ_ADMIN_PASSWORD: { type: 'credential', default: null, description: 'Password of the administrator.' },
  RABBITMQ_URL: { type: 'credential', default: null, description: 'The broker as the services connect to it.' },
  WAYBILL_NAMESPACE: { type: 'string', default: 'waybill', description: 'Database, and first word of the roles.' },
  GATEWAY_DATABASE_PASSWORD: { type: 'secret', description: 'Password of the role waybill_gateway.' },
  GATEWAY_OWNER_PASSWORD: { type: 'secret', description: 'Password of the role waybill_gateway_owner.' },
  SHIPMENT_DATABASE_PASSWORD: { type: 'secret', description: 'Password of the role waybill_shipment.' },
  SHIPMENT_OWNER_PASSWORD: { type: 'secret', description: 'Password of the role waybill_shipment_owner.' },
  QUOTING_DATABASE_PASSWORD: { type: 'secret', description: 'Password of the role waybill_quoting.' },
  QUOTING_OWNER_PASSWORD: { type: 'secret', description: 'Password of the role waybill_quoting_owner.' },
  BOOKING_DATABASE_PASSWORD: { type: 'secret', description: 'Password of the role waybill_booking.' },
  BOOKING_OWNER_PASSWORD: { type: 'secret', description: 'Password of the role waybill_booking_owner.' },
  WEBHOOK_DATABASE_PASSWORD: { type: 'secret', description: 'Password of the role waybill_webhook.' },
  WEBHOOK_OWNER_PASSWORD: { type: 'secret', description: 'Password of the role waybill_webhook_owner.' },
  SIMULATOR_DATABASE_PASSWORD: {
    type: 'secret',
    default: null,
    description: 'Password of the role waybill_simulator. Not set: no simulated carriers.',
  },
  SIMULATOR_OWNER_PASSWORD: {
    type: 'secret',
    default: null,
    description: 'Password of the role waybill_simulator_owner. Required with the one before.',
  },
})

/** The variables, with passwords from the URLs of services and owners that `DATABASE_URLS_DIR` has as files. */
function readEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = env.DATABASE_URLS_DIR
  if (!folder) return env
  const services = ['GATEWAY', 'SHIPMENT', 'QUOTING', 'BOOKING', 'WEBHOOK', 'SIMULATOR']
  const found = services.flatMap((service) =>
    [
      [`${service}_DATABASE_PASSWORD`, `${service}_DATABASE_URL`] as const,
      [`${service}_OWNER_PASSWORD`, `${service}_OWNER_DATABASE_URL`] as const,
    ]
      .map(([variable, file]) => [variable, join(folder, file)] as const)
      .filter(([, path]) => existsSync(path))
      .map(([variable, path]) => [variable, decodeURIComponent(new URL(readFileSync(path, 'utf8').trim()).password)]),
  )
  return Object.assign({}, env, Object.fromEntries(found))
}

function withPassword(url: string, password: string | null): string {
  if (password === null) return url
  const parsed = new URL(url)
  parsed.password = encodeURIComponent(password)
  return parsed.href
}

/** Calls `work` again, every two seconds, while it fails because a server is not there yet. */
async function untilReachable<T>(waitMs: number, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + waitMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { code, cause } = error as { code?: string; cause?: { code?: string } }
      if (!NOT_THERE_YET.has(cause?.code ?? code ?? '') || Date.now() > until) throw error
      await sleep(2_000)
    }
  }
}

/** 57P03: Postgres is starting. */
const NOT_THERE_YET = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ECONNRESET',
  'EHOSTUNREACH',
  '57P03',
])

async function main(): Promise<void> {
  const config = variables.read(readEnvironment(process.env))
  const passwords: Record<string, string> = {
    gateway: config.GATEWAY_DATABASE_PASSWORD,
    gateway_owner: config.GATEWAY_OWNER_PASSWORD,
    shipment: config.SHIPMENT_DATABASE_PASSWORD,
    shipment_owner: config.SHIPMENT_OWNER_PASSWORD,
    quoting: config.QUOTING_DATABASE_PASSWORD,
    quoting_owner: config.QUOTING_OWNER_PASSWORD,
    booking: config.BOOKING_DATABASE_PASSWORD,
    booking_owner: config.BOOKING_OWNER_PASSWORD,
    webhook: config.WEBHOOK_DATABASE_PASSWORD,
    webhook_owner: config.WEBHOOK_OWNER_PASSWORD,
  }
  const services = ['gateway', 'shipment', 'quoting', 'booking', 'webhook']
  const { SIMULATOR_DATABASE_PASSWORD: simulator, SIMULATOR_OWNER_PASSWORD: simulator_owner } = config
  if (simulator !== null) {
    if (simulator_owner === null) throw new Error('SIMULATOR_DATABASE_PASSWORD is set without SIMULATOR_OWNER_PASSWORD')
    Object.assign(passwords, { simulator, simulator_owner })
    services.push('simulator')
  }
  const databases = await untilReachable(config.PROVISION_WAIT_MS, () =>
    provision({
      adminUrl: withPassword(config.ADMIN_DATABASE_URL, config.ADMIN_DATABASE_PASSWORD),
      namespace: config.WAYBILL_NAMESPACE,
      services,
      password: (role) => passwords[role] as string,
    }),
  )
  const { RABBITMQ_ADMIN_URL: broker, RABBITMQ_URL: url, RABBITMQ_ADMIN_USER: adminUser } = config
  if (broker !== null) {
    if (url === null || adminUser === null)
      throw new Error('RABBITMQ_ADMIN_URL needs RABBITMQ_ADMIN_USER and RABBITMQ_URL')
    const adminPassword = config.RABBITMQ_ADMIN_PASSWORD ?? ''
    await untilReachable(config.PROVISION_WAIT_MS, () =>
      provisionBroker({ adminUrl: broker, adminUser, adminPassword, url }),
    )
  }
  const roles = Object.values(databases).flatMap(({ url, ownerUrl }) =>
    [url, ownerUrl].map((one) => new URL(one).username),
  )
  const log = createLog({ service: 'provision', level: 'info' })
  log.info({ database: config.WAYBILL_NAMESPACE, roles }, 'database.provisioned')
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
