/** The demo merchant, its owner and its key. Takes a transaction, opens none, and uses no network. */
import { newId } from '@waybill/contracts/ids'
import { scopes } from '@waybill/contracts/requests/scopes'
import type { Transaction } from 'kysely'
import { mintLink } from '../accounts/links/link.ts'
import { replaceLink } from '../accounts/links/repository.ts'
import { findMemberByEmail, insertMember } from '../accounts/members/repository.ts'
import { hashToken } from '../credentials/token.ts'
import type { IdentityDatabase } from '../db.ts'
import { mintKey } from '../merchants/commands.ts'
import * as repository from '../merchants/repository.ts'

type Trx = Transaction<IdentityDatabase>

const DEMO_KEY_NAME = 'Demo key'
const DEMO_REQUESTS_PER_SECOND = 10_000
const DEMO_OWNER_EMAIL = 'owner@demo.example'
/** The link is printed at the start, and clicked some time later. */
const DEMO_LINK_SECONDS = 7 * 86_400

/** Ids, a key and a link for `openDemo`, made before its transaction, which may run again. */
export const newDemo = () => ({
  merchantId: newId('mer'),
  environmentId: newId('env'),
  key: mintKey(false),
  owner: { userId: newId('usr'), ...mintLink() },
})

/**
 * Creates the demo merchant, its owner and its test environment unless they exist, a key, and a link that signs the owner in.
 * Demo keys that nobody used for a day are revoked; the caller must notify the other replicas. `keptToken` stays, and there is
 * no new key, if it still works in the demo environment.
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
  return { merchantId, environmentId, token, revokedKeyIds: await repository.revokeUnusedKeys(trx, key) }
}

async function linkDemoOwner(trx: Trx, merchantId: string, next: ReturnType<typeof newDemo>['owner']): Promise<void> {
  const { userId, linkId, tokenHash } = next
  await insertMember(trx, { merchantId, userId, email: DEMO_OWNER_EMAIL, name: 'Demo Owner', role: 'owner' })
  const owner = await findMemberByEmail(trx, { merchantId, email: DEMO_OWNER_EMAIL })
  if (owner === undefined) throw new Error('the owner of the demo merchant is not stored')
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
