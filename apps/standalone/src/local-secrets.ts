import { createHmac } from 'node:crypto'
import { pairKeys } from '@waybill/contracts/call-table'
import type { DataDirectory } from './data-directory.ts'

/** Services with a database schema and role. */
export const DATABASE_SERVICES = ['gateway', 'shipment', 'quoting', 'booking', 'webhook', 'simulator'] as const

const KEYS = [
  'internal_key',
  'encryption_key',
  'carrier_encryption_key',
  'token_encryption_key',
  'admin_token',
  'simulator_key',
  'label_signing_key',
  'database_key',
] as const

/** Secrets of an instance, derived from the keys of its data directory: equal at every start. */
export function localSecrets(directory: DataDirectory) {
  const keys = directory.loadOrCreateKeys(KEYS)
  return {
    /** `INTERNAL_KEY` of a service: a key for each pair of caller and callee that it is part of. */
    internalKey: (service: string): string =>
      pairKeys(service, (caller, callee) =>
        createHmac('sha256', keys.internal_key).update(`calls of ${caller} to ${callee}`).digest('base64url'),
      ),
    adminToken: keys.admin_token,
    simulatorKey: keys.simulator_key,
    labelSigningKey: keys.label_signing_key,
    webhookEncryptionKeys: encryptionKeys(keys.encryption_key),
    carrierEncryptionKeys: encryptionKeys(keys.carrier_encryption_key),
    tokenEncryptionKeys: encryptionKeys(keys.token_encryption_key),
    /** Password of a role of the database. Another role's password cannot be derived from it. */
    databasePassword: (role: string): string =>
      createHmac('sha256', keys.database_key).update(`database role ${role}`).digest('base64url'),
  }
}

/** One key in the format of WEBHOOK_ENCRYPTION_KEYS and the like: id and key. */
const encryptionKeys = (key: string): string => `first:${Buffer.from(key, 'base64url').toString('base64')}`

export type LocalSecrets = ReturnType<typeof localSecrets>
