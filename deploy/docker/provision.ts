/**
 * Creates the database, and per service a schema with two roles: its owner, which migrates, and the service's own. Run
 * before migrations. Idempotent.
 */

import { defineConfig } from '@waybill/chassis/config/config'
import { provision } from '@waybill/chassis/postgres/provision'
import { exposureVariables } from '@waybill/chassis/process/service-variables'
import { createLog } from '@waybill/chassis/telemetry/log'

const variables = defineConfig({
  ...exposureVariables,
  ADMIN_DATABASE_URL: { type: 'credential', description: 'Postgres, as a role that may create databases and roles.' },
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

async function main(): Promise<void> {
  const config = variables.read(process.env)
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
  const databases = await provision({
    adminUrl: config.ADMIN_DATABASE_URL,
    namespace: config.WAYBILL_NAMESPACE,
    services,
    password: (role) => passwords[role] as string,
  })
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
