/** The operator's use cases. They take a database or transaction, open none, and use no network. */
import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Transaction } from 'kysely'
import type { Scope } from '../auth/scopes.ts'
import { demoToken, hashToken, mintToken, tokenHint } from '../auth/token.ts'
import type { GatewayDatabase } from '../db.ts'
import type { ApiKey, Environment, Merchant } from './records.ts'
import * as repository from './repository.ts'

type Db = Database<GatewayDatabase>

const DEMO_REQUESTS_PER_SECOND = 10_000

export const createMerchant = (db: Db, name: string): Promise<Merchant> =>
  repository.insertMerchant(db, { merchantId: newId('mer'), name })

export async function createEnvironment(
  db: Db,
  merchantId: string,
  environment: { name: string; livemode: boolean },
): Promise<Environment> {
  await getMerchant(db, merchantId)
  return repository.insertEnvironment(db, { environmentId: newId('env'), merchantId, ...environment })
}

/** Creates a key. Returns its token, which cannot be shown again. */
export async function createKey(
  db: Db,
  environmentId: string,
  key: { name: string; scopes: Scope[] | null; rateLimitPerSecond: number | null },
): Promise<{ key: ApiKey; token: string }> {
  const environment = await getEnvironment(db, environmentId)
  const token = mintToken(environment.livemode)
  const stored = await repository.insertApiKey(db, {
    environmentId,
    keyId: newId('key'),
    hash: hashToken(token),
    ...tokenHint(token),
    ...key,
  })
  return { key: stored, token }
}

/** Revokes a key for good. The caller must notify the other replicas. Throws route_not_found for an unknown key. */
export async function revokeKey(db: Db, keyId: string): Promise<ApiKey & { hash: Buffer }> {
  const key = await repository.revokeApiKey(db, keyId)
  if (!key) throw notFound('key', keyId)
  return key
}

/** Creates the demo merchant, its test environment and its key. Idempotent. */
export async function ensureDemo(trx: Transaction<GatewayDatabase>, adminToken: string) {
  const merchant = await repository.lockDemoMerchant(trx, { merchantId: newId('mer'), name: 'Demo Merchant' })
  const [existing] = await repository.listEnvironments(trx, merchant.merchantId)
  const environment =
    existing ??
    (await repository.insertEnvironment(trx, {
      environmentId: newId('env'),
      merchantId: merchant.merchantId,
      name: 'Test',
      livemode: false,
    }))
  const token = demoToken(adminToken)
  await repository.putApiKey(trx, {
    environmentId: environment.environmentId,
    keyId: newId('key'),
    name: 'Demo key',
    hash: hashToken(token),
    ...tokenHint(token),
    scopes: null,
    rateLimitPerSecond: DEMO_REQUESTS_PER_SECOND,
  })
  return { merchant, environment, token }
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
