/** Creates the database and a role and a schema per service. Run before the services start. Idempotent. */

import { provision } from '@waybill/chassis/postgres/provision'
import { defineConfig } from '@waybill/chassis/process/config'
import { createLog } from '@waybill/chassis/telemetry/log'

const config = defineConfig({
  ADMIN_DATABASE_URL: { type: 'secret', description: 'Postgres, as a role that may create databases and roles.' },
  WAYBILL_NAMESPACE: { type: 'string', default: 'waybill', description: 'Database, and first word of the roles.' },
  GATEWAY_DATABASE_PASSWORD: { type: 'secret', description: "Password of the gateway's role." },
  SHIPMENT_DATABASE_PASSWORD: { type: 'secret', description: "Password of the shipment service's role." },
  QUOTING_DATABASE_PASSWORD: { type: 'secret', description: "Password of the quoting service's role." },
  BOOKING_DATABASE_PASSWORD: { type: 'secret', description: "Password of the booking service's role." },
  WEBHOOK_DATABASE_PASSWORD: { type: 'secret', description: "Password of the webhook service's role." },
  SIMULATOR_DATABASE_PASSWORD: { type: 'secret', description: "Password of the simulator's role." },
}).read(process.env)

const passwords: Record<string, string> = {
  gateway: config.GATEWAY_DATABASE_PASSWORD,
  shipment: config.SHIPMENT_DATABASE_PASSWORD,
  quoting: config.QUOTING_DATABASE_PASSWORD,
  booking: config.BOOKING_DATABASE_PASSWORD,
  webhook: config.WEBHOOK_DATABASE_PASSWORD,
  simulator: config.SIMULATOR_DATABASE_PASSWORD,
}

await provision({
  adminUrl: config.ADMIN_DATABASE_URL,
  namespace: config.WAYBILL_NAMESPACE,
  services: Object.keys(passwords),
  password: (service) => passwords[service] ?? '',
})
createLog({ service: 'provision', level: 'info' }).info({ database: config.WAYBILL_NAMESPACE }, 'database.provisioned')
