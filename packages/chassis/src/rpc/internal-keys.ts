/** Keys that sign calls between the services: the value of `INTERNAL_KEY`. */
import type { Callee, Caller } from '@waybill/contracts/call-table'
import { signingKeys } from '../config/signing-keys.ts'

/** Names are not checked: with a mistyped one, a key is for no call. As a shared key it would be for all. */
const PAIR = /^([a-z]+)\/([a-z]+):(.+)$/

/**
 * The keys for calls of this caller to this callee, the signing key first; there may be none. An item `caller/callee:key` is for
 * that pair only; an item without a pair is for all calls.
 */
export const findKeys = (internalKey: string, caller: Caller, callee: Callee): readonly string[] =>
  signingKeys(internalKey).verifying.flatMap((item) => {
    const [, from, to, key] = PAIR.exec(item) ?? []
    if (key === undefined) return [item]
    return from === caller && to === callee ? [key] : []
  })

/** As `findKeys`. Throws a RangeError if there is none. */
export function keysFor(internalKey: string, caller: Caller, callee: Callee): readonly string[] {
  const keys = findKeys(internalKey, caller, callee)
  if (keys.length === 0) throw new RangeError(`INTERNAL_KEY has no key for calls of ${caller} to ${callee}`)
  return keys
}
