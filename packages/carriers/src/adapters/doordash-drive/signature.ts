/**
 * The origin of call-backs. They are not signed: DoorDash sends the value of the `Authorization` header that the merchant has entered
 * with the address (developer.doordash.com, "How to: Set up webhooks").
 */
import { createHash } from 'node:crypto'
import type { CallbackInput } from '../../carrier-adapter.ts'
import { isSameSecret } from '../../vendor/secrets.ts'

/** Merchants enter the value with its scheme or without. */
const SCHEME = /^(basic|bearer)\s+/i

/** Digests have one length, so that the comparison takes the same time for every value. */
const digest = (value: string): string => createHash('sha256').update(value.trim().replace(SCHEME, '')).digest('hex')

/** Why the call-back is not believed, or null. */
export function describeForgery({ headers: { authorization: given }, account }: CallbackInput): string | null {
  const expected = account.credentials.webhook_authorization
  if (!expected) return 'the account has no webhook authorization'
  if (typeof given !== 'string') return 'the Authorization header is missing'
  return isSameSecret(digest(given), digest(expected))
    ? null
    : 'the Authorization header is not the one of this account'
}
