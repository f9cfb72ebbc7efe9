/** The operator's use cases. They take a database or transaction, open none, and use no network. */
import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Transaction } from 'kysely'
import { hashToken, mintToken, tokenHint } from '../credentials/token.ts'
import type { IdentityDatabase, SuspensionColumns } from '../db.ts'
import { type Suspendable, setSuspension } from './access-repository.ts'
import type { ApiKey, Environment, Merchant } from './records.ts'
import * as repository from './repository.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

/** The operator's transaction may run again: the caller has made the ids, so that a second run finds the first one's rows. */
export async function createEnvironment(trx: Trx, environment: repository.NewEnvironment): Promise<Environment> {
  await getMerchant(trx, environment.merchantId)
  return repository.insertEnvironment(trx, environment)
}

/** A key that is not stored yet, and its token, which cannot be shown again. */
export async function newKey(
  db: Db,
  environmentId: string,
  key: Pick<ApiKey, 'name' | 'scopes' | 'rateLimitPerSecond' | 'expiresAt'>,
): Promise<{ key: repository.NewApiKey; token: string }> {
  const { livemode } = await getEnvironment(db, environmentId)
  const { token, ...minted } = mintKey(livemode)
  return { key: { environmentId, ...minted, ...key, createdBy: null }, token }
}

/** The id and the secret of a new key. */
export function mintKey(livemode: boolean) {
  const token = mintToken(livemode)
  return { keyId: newId('key'), token, hash: hashToken(token), ...tokenHint(token) }
}

/** Revokes a key for good. The caller must notify the other replicas. Throws route_not_found for an unknown key. */
export async function revokeKey(trx: Trx, keyId: string): Promise<ApiKey> {
  const key = await repository.revokeApiKey(trx, keyId)
  if (!key) throw notFound('key', keyId)
  return key
}

/**
 * Suspends a merchant, environment or key for a reason, or resumes it with null. Idempotent. The caller must notify the
 * other replicas. Throws route_not_found for an unknown ID.
 */
export async function changeSuspension<Row extends SuspensionColumns, Stored>(
  trx: Trx,
  suspendable: Suspendable<Row, Stored>,
  change: { id: string; reason: string | null },
): Promise<Stored> {
  const stored = await setSuspension(trx, suspendable, change)
  if (!stored) throw notFound(suspendable.noun, change.id)
  return stored
}

export async function getMerchant(db: Db, merchantId: string): Promise<Merchant> {
  const merchant = await repository.findMerchant(db, merchantId)
  if (!merchant) throw notFound('merchant', merchantId)
  return merchant
}

export async function getEnvironment(db: Db, environmentId: string): Promise<Environment> {
  const environment = await repository.findEnvironment(db, environmentId)
  if (!environment) throw notFound('environment', environmentId)
  return environment
}

// The error catalogue belongs to the merchants' API and has no code for an unknown merchant, environment or key.
const notFound = (noun: string, id: string) => new AppError('route_not_found', `There is no ${noun} ${id}.`)
