/** A key works for as long as its maker may make it. */
import { effectiveScopes, type MemberScope } from '@waybill/contracts/requests/scopes'
import type { Transaction } from 'kysely'
import type { IdentityDatabase } from '../db.ts'
import { listKeysMadeBy, type MadeKey, type Maker, revokeKeys } from './made-keys-repository.ts'

type Trx = Transaction<IdentityDatabase>

/** The present rights of the maker in a live or test environment. */
export type MayStill = (environment: { livemode: boolean }) => ReadonlySet<MemberScope>

const NOTHING: MayStill = () => new Set()

/** The keys of the maker with a scope that the maker no longer has. */
async function findKeysBeyond(trx: Trx, maker: Maker, mayStill: MayStill): Promise<MadeKey[]> {
  const isBeyond = (key: MadeKey) => {
    const has = mayStill(key)
    return [...effectiveScopes(key.scopes)].some((scope) => !has.has(scope))
  }
  return (await listKeysMadeBy(trx, maker)).filter(isBeyond)
}

/**
 * Revokes the keys of the maker with a scope that the maker no longer has, by default all of them; resolves to their ids. Call
 * it in the transaction that takes the right away, after that, and announce the keys once it has committed.
 */
export async function endKeysBeyond(trx: Trx, maker: Maker, mayStill: MayStill = NOTHING): Promise<string[]> {
  const ended: string[] = []
  for (;;) {
    // Again: one of them may have made another until it was locked.
    const keys = await findKeysBeyond(trx, maker, mayStill)
    if (keys.length === 0) return ended
    await revokeKeys(trx, keys)
    ended.push(...keys.map(({ keyId }) => keyId))
  }
}
