import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../vendor/secrets.ts'

export const SIGNATURE_HEADER = 'x-hmac-signature'
const PREFIX = 'hmac-sha256-hex='

/** The header of a call-back: HMAC-SHA256 of the raw body, keyed with the secret in Unicode form NFKD. It covers no time. */
export const signBody = (secret: string, rawBody: Buffer): string =>
  PREFIX +
  createHmac('sha256', Buffer.from(secret.normalize('NFKD'), 'utf8'))
    .update(rawBody)
    .digest('hex')

/** Why the signature is invalid, or null. */
export function describeForgery(
  secret: string | undefined,
  header: string | string[] | undefined,
  rawBody: Buffer,
): string | null {
  if (!secret) return 'the account has no secret for call-backs'
  if (typeof header !== 'string' || !header.startsWith(PREFIX)) return 'the signature header is missing or malformed'
  return isSameSecret(header.toLowerCase(), signBody(secret, rawBody))
    ? null
    : 'the signature was not made with the secret of this account'
}
