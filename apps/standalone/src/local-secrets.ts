import { createHmac } from 'node:crypto'
import type { DataDirectory } from './data-directory.ts'

/** Services with a database schema and role. */
export const DATABASE_SERVICES = ['gateway', 'shipment', 'quoting', 'booking', 'webhook', 'simulator'] as const

const KEYS = [
  'internal_key',
  'encryption_key',
  'admin_token',
  'simulator_key',
  'label_signing_key',
  'database_key',
] as const

/** Secrets of an instance, derived from the keys of its data directory: equal at every start. */
export function localSecrets(directory: DataDirectory) {
  const keys = directory.loadOrCreateKeys(KEYS)
  return {
    internalKey: keys.internal_key,
    adminToken: keys.admin_token,
    simulatorKey: keys.simulator_key,
    labelSigningKey: keys.label_signing_key,
    /** In the format of WEBHOOK_ENCRYPTION_KEYS: id and key. */
    encryptionKeys: `first:${Buffer.from(keys.encryption_key, 'base64url').toString('base64')}`,
    /** Password of a service's role. A service cannot derive another service's password from it. */
    databasePassword: (service: string): string =>
      createHmac('sha256', keys.database_key).update(`database role ${service}`).digest('base64url'),
  }
}

export type LocalSecrets = ReturnType<typeof localSecrets>
