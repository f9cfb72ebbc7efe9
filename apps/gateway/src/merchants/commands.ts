/** The operator's use cases. They take a database or transaction, open none, and use no network. */
import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { scopes } from '@waybill/contracts/requests/scopes'
import type { Transaction } from 'kysely'
import { mintLink } from '../accounts/links/link.ts'
import { replaceLink } from '../accounts/links/repository.ts'
import { findMemberByEmail, insertMember } from '../accounts/members/repository.ts'
import { hashToken, mintToken, tokenHint } from '../auth/token.ts'
import type { GatewayDatabase, SuspensionColumns } from '../db.ts'
import { type Suspendable, setSuspension } from './access-repository.ts'
import type { ApiKey, Environment, Merchant } from './records.ts'
import * as repository from './repository.ts'

type Db = Database<GatewayDatabase>
type Trx = Transaction<GatewayDatabase>

const DEMO_KEY_NAME = 'Demo key'
const DEMO_REQUESTS_PER_SECOND = 10_000
const DEMO_OWNER_EMAIL = 'owner@demo.example'
/** The link is printed at the start, and clicked some time later. */
const DEMO_LINK_SECONDS = 7 * 86_400

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

/** Ids, a key and a link for `openDemo`, made before its transaction, which may run again. */
export const newDemo = () => ({
  merchantId: newId('mer'),
  environmentId: newId('env'),
  key: mintKey(false),
  owner: { userId: newId('usr'), ...mintLink() },
})

/**
 * Creates the demo merchant, its owner and its test environment unless they exist, a key, and a link that signs the owner in. At most one demo key is valid: those
 * before are revoked. The caller must notify the other replicas. `keptToken` stays, and there is no new key, if it still
 * works in the demo environment.
 */
export async function openDemo(trx: Trx, next: ReturnType<typeof newDemo>, keptToken: string | undefined) {
  const { merchantId } = await repository.lockDemoMerchant(trx, { merchantId: next.merchantId, name: 'Demo Merchant' })
  const [existing] = await repository.listEnvironments(trx, merchantId)
  const wanted = { environmentId: next.environmentId, merchantId, name: 'Test', livemode: false }
  const { environmentId } = existing ?? (await repository.insertEnvironment(trx, wanted))
  await linkDemoOwner(trx, merchantId, next.owner)
  if (keptToken !== undefined && (await isValidIn(trx, environmentId, keptToken)))
    return { merchantId, environmentId, token: keptToken, revokedKeyIds: [] }
  const { token, ...minted } = next.key
  const key = await repository.insertApiKey(trx, {
    ...minted,
    environmentId,
    name: DEMO_KEY_NAME,
    scopes: [...scopes],
    rateLimitPerSecond: DEMO_REQUESTS_PER_SECOND,
    expiresAt: null,
    createdBy: null,
  })
  return { merchantId, environmentId, token, revokedKeyIds: await repository.revokeOtherKeys(trx, key) }
}

async function linkDemoOwner(trx: Trx, merchantId: string, next: ReturnType<typeof newDemo>['owner']): Promise<void> {
  const { userId, linkId, tokenHash } = next
  await insertMember(trx, { merchantId, userId, email: DEMO_OWNER_EMAIL, name: 'Demo Owner', role: 'owner' })
  const owner = await findMemberByEmail(trx, DEMO_OWNER_EMAIL)
  // Somebody else has the address.
  if (owner?.merchantId !== merchantId) return
  await replaceLink(trx, {
    merchantId,
    userId: owner.userId,
    linkId,
    tokenHash,
    purpose: 'sign_in',
    createdBy: null,
    lifetimeSeconds: DEMO_LINK_SECONDS,
  })
}

async function isValidIn(trx: Trx, environmentId: string, token: string): Promise<boolean> {
  const key = await repository.findKeyByHash(trx, hashToken(token))
  const isExpired = key?.expiresAt && key.expiresAt <= new Date()
  // A key of an earlier version may lack scopes that were added since.
  const hasAllScopes = scopes.every((scope) => key?.scopes?.includes(scope))
  return key?.environmentId === environmentId && !key.revokedAt && !isExpired && hasAllScopes
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
