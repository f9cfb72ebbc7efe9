/** Signatures of call-backs, made with the key of the webhook. They cover no time. */
import { createHmac } from 'node:crypto'
import type { CallbackInput } from '../../carrier-adapter.ts'
import { isSameSecret } from '../../vendor/secrets.ts'

/** The second is older; both have the HMAC-SHA256 of the body in hex. */
const SIGNATURE_HEADERS = ['x-uber-signature', 'x-postmates-signature'] as const

export const signBody = (signingKey: string, rawBody: Buffer): string =>
  createHmac('sha256', signingKey).update(rawBody).digest('hex')

/** Why the call-back is not believed, or null. */
export function describeForgery({ headers, rawBody, account }: CallbackInput): string | null {
  const signingKey = account.credentials.webhook_signing_key
  if (!signingKey) return 'the account has no webhook signing key'
  const expected = signBody(signingKey, rawBody)
  const isGenuine = SIGNATURE_HEADERS.map((name) => headers[name]).some(
    (header) => typeof header === 'string' && isSameSecret(header.trim().toLowerCase(), expected),
  )
  return isGenuine ? null : 'the signature was not made with the signing key of this account'
}
