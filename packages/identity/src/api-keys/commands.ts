/** Use cases of API keys. Each takes the transaction; none opens one or touches the network. */
import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import { effectiveScopes, type Scope } from '@waybill/contracts/requests/scopes'
import type { Transaction } from 'kysely'
import { findRefusal } from '../credentials/refusal.ts'
import type { IdentityDatabase } from '../db.ts'
import type { mintKey } from '../merchants/commands.ts'
import type { ApiKey } from '../merchants/records.ts'
import { insertApiKey } from '../merchants/repository.ts'
import { type CreateApiKey, getStatus, type RotateApiKey } from './document.ts'
import { endKeysBeyond } from './end-made-keys.ts'
import { assertMayRotate, type Grantor, grantedBy, type Wish } from './grants.ts'
import { listKeysMadeBy, passKeysOn } from './made-keys-repository.ts'
import { countLiveKeysLocked, endApiKey, findApiKey, type KeyId, lockApiKey } from './repository.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

/** Per environment, of keys that are neither revoked nor expired. */
const MOST_KEYS = 100

/** The key or the session that makes the call. */
export interface Caller extends KeyId {
  /** Who is signed in; null for a key. */
  userId: string | null
  merchantId: string
  /** Scopes of the token, which may have fewer than the key. */
  scopes: ReadonlySet<Scope>
  defaultRateLimit: number
}

type Minted = Omit<ReturnType<typeof mintKey>, 'token'>

/** Throws `token_revoked`, `validation_error`, `api_key_limit_reached`. */
export async function createApiKey(
  trx: Trx,
  caller: Caller,
  { minted, document }: { minted: Minted; document: CreateApiKey },
): Promise<ApiKey> {
  await assertRoom(trx, caller.environmentId)
  const grant = grantedBy(await getGrantor(trx, caller, { isShared: true }), toCancellationWish(document))
  const { environmentId } = caller
  return insertApiKey(trx, { environmentId, ...minted, name: document.name, ...grant, createdBy: getMaker(caller) })
}

/**
 * A new key in place of another, with its name, scopes and limit as far as the caller has them. The other one works on for
 * the overlap. Throws `token_revoked`, `api_key_not_found`, `api_key_not_active`, `insufficient_scope`, `validation_error`,
 * `api_key_limit_reached`.
 */
export async function rotateApiKey(
  trx: Trx,
  caller: Caller,
  { keyId, minted, document, at }: { keyId: string; minted: Minted; document: RotateApiKey; at: Date },
): Promise<ApiKey> {
  const { environmentId } = caller
  await assertRoom(trx, environmentId)
  const grantor = await getGrantor(trx, caller, { isShared: true })
  const before = await lockApiKey(trx, { environmentId, keyId })
  if (before === undefined) throw notFound(keyId)
  const status = getStatus(before, at)
  if (status !== 'active')
    throw new AppError('api_key_not_active', `Key ${keyId} is ${status}. Create a new key instead.`, {
      meta: { status },
    })
  const scopes = effectiveScopes(before.scopes)
  assertMayRotate(grantor, scopes)
  const most = grantor.rateLimitPerSecond ?? grantor.defaultRateLimit
  const own = before.rateLimitPerSecond
  const grant = grantedBy(grantor, {
    scopes: [...scopes],
    expiresAt: document.expires_at ?? earlier(before.expiresAt, grantor.expiresAt),
    rateLimitPerSecond: own && Math.min(own, most),
  })
  const overlapEnd = new Date(at.getTime() + document.overlap_seconds * 1_000)
  await endApiKey(trx, before, document.overlap_seconds === 0 ? null : earlier(before.expiresAt, overlapEnd))
  const createdBy = (await isOfLine(trx, caller, keyId)) ? before.createdBy : getMaker(caller)
  const made = await insertApiKey(trx, { environmentId, ...minted, name: before.name, ...grant, createdBy })
  await passKeysOn(trx, { merchantId: caller.merchantId, maker: keyId }, made.keyId)
  return made
}

/** Requested rights in a document, as far as its schema accepts it. */
export const toCancellationWish = ({ scopes, expires_at, rate_limit_per_second }: Accepted<CreateApiKey>): Wish => ({
  scopes,
  expiresAt: expires_at,
  rateLimitPerSecond: rate_limit_per_second,
})

/** Also revokes the keys that it made. Resolves to the ids of all. Idempotent. Throws `api_key_not_found`. */
export async function revokeApiKey(
  trx: Trx,
  { merchantId, ...key }: KeyId & { merchantId: string },
): Promise<string[]> {
  if ((await endApiKey(trx, key, null)) === undefined) throw notFound(key.keyId)
  return [key.keyId, ...(await endKeysBeyond(trx, { merchantId, maker: key.keyId }))]
}

export const notFound = (keyId: string) => new AppError('api_key_not_found', `There is no API key ${keyId}.`)

/**
 * Whether the caller is the key, or was made by it, perhaps through others. Its successor then has the maker of the key: no
 * chain of makers leads round in a circle, and the revocation of a key does not end its successor.
 */
async function isOfLine(trx: Trx, { userId, keyId, merchantId }: Caller, rotatedId: string): Promise<boolean> {
  if (userId !== null) return false
  if (keyId === rotatedId) return true
  return (await listKeysMadeBy(trx, { merchantId, maker: rotatedId })).some((made) => made.keyId === keyId)
}

const getMaker = ({ userId, keyId }: Caller): string => userId ?? keyId

/** The caller's key as it is now: it may have ended since the call was admitted. */
export async function getGrantor(
  db: Db,
  { scopes, defaultRateLimit, userId, ...key }: Caller,
  lock: { isShared?: boolean } = {},
): Promise<Grantor> {
  // A member grants what the role allows, for as long as the key should live.
  if (userId !== null) return { scopes, defaultRateLimit, expiresAt: null, rateLimitPerSecond: null }
  const row = await findApiKey(db, key, lock)
  if (row === undefined) throw new AppError('token_revoked', 'The key of this token has ended. Use another key.')
  const refusal = findRefusal({ ...row, suspended: row.suspendedAt && 'key' }, new Date())
  if (refusal) throw refusal
  return { ...row, scopes, defaultRateLimit }
}

async function assertRoom(trx: Trx, environmentId: string): Promise<void> {
  const count = await countLiveKeysLocked(trx, environmentId)
  if (count < MOST_KEYS) return
  const message = `The environment has ${count} API keys; ${MOST_KEYS} are allowed. Revoke one first.`
  throw new AppError('api_key_limit_reached', message)
}

/** The earlier of two times; null: never. */
function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
