import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'x-hmac-signature'
const PREFIX = 'hmac-sha256-hex='

/** The header of a call-back: HMAC-SHA256 of the raw body, keyed with the secret in Unicode form NFKD. It covers no time. */
export const signatureOf = (secret: string, rawBody: Buffer): string =>
  PREFIX +
  createHmac('sha256', Buffer.from(secret.normalize('NFKD'), 'utf8'))
    .update(rawBody)
    .digest('hex')

/** Why the signature is invalid, or null. */
export function signatureForgery(
  secret: string | undefined,
  header: string | string[] | undefined,
  rawBody: Buffer,
): string | null {
  if (!secret) return 'the account has no secret for call-backs'
  if (typeof header !== 'string' || !header.startsWith(PREFIX)) return 'the signature header is missing or malformed'
  const [given, expected] = [Buffer.from(header.toLowerCase()), Buffer.from(signatureOf(secret, rawBody))]
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? null
    : 'the signature was not made with the secret of this account'
}
