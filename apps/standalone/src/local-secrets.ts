import { createHmac } from 'node:crypto'
import type { DataDirectory } from './data-directory.ts'

/** Every service that has a schema, and so a role, of its own. */
export const DATABASE_SERVICES = ['gateway', 'shipment', 'quoting', 'booking', 'webhook', 'simulator'] as const

const KEYS = [
  'internal_key',
  'encryption_key',
  'admin_token',
  'simulator_key',
  'label_signing_key',
  'database_key',
] as const

/** The secrets of what runs on a data directory: the same at every start, however it is started. */
export function localSecrets(directory: DataDirectory) {
  const keys = directory.loadOrCreateKeys(KEYS)
  return {
    internalKey: keys.internal_key,
    adminToken: keys.admin_token,
    simulatorKey: keys.simulator_key,
    labelSigningKey: keys.label_signing_key,
    /** As WEBHOOK_ENCRYPTION_KEYS: id and key. */
    encryptionKeys: `first:${Buffer.from(keys.encryption_key, 'base64url').toString('base64')}`,
    /** Of a service's role; no service learns another's from its own. */
    databasePassword: (service: string): string =>
      createHmac('sha256', keys.database_key).update(`database role ${service}`).digest('base64url'),
  }
}

export type LocalSecrets = ReturnType<typeof localSecrets>
