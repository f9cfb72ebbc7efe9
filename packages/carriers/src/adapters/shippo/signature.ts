/**
 * The origin of call-backs. Merchants to whom Shippo has given a secret get an HMAC-SHA256 of the time and the raw body. For the
 * others, the registered address has a secret as its query parameter `token`. Source: "Webhook security" in Shippo's guide.
 */
import { createHmac } from 'node:crypto'
import type { CallbackInput } from '../../carrier-adapter.ts'
import { isSameSecret } from '../../vendor/secrets.ts'

export const SIGNATURE_HEADER = 'shippo-auth-signature'
const MAX_AGE_MS = 5 * 60_000

/** The signature of a call-back at a time in seconds since 1970. */
export const signBody = (secret: string, timestamp: string, rawBody: Buffer): string =>
  createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from(`${timestamp}.`), rawBody]))
    .digest('hex')

/** The address to register. */
export function addToken(callbackUrl: string, token: string): string {
  const url = new URL(callbackUrl)
  url.searchParams.set('token', token)
  return url.href
}

/** Why the call-back is not believed, or null. */
export function describeForgery({ headers, rawBody, token, account, receivedAt }: CallbackInput): string | null {
  const { webhook_secret: secret, callback_secret: expected } = account.credentials
  if (secret) return signatureForgery(secret, headers[SIGNATURE_HEADER], { rawBody, receivedAt })
  if (!expected) return 'the account has no secret for call-backs'
  if (token === undefined) return 'the address of the call-back has no token'
  return isSameSecret(token, expected) ? null : 'the token is not the one of this account'
}

function signatureForgery(
  secret: string,
  header: string | string[] | undefined,
  { rawBody, receivedAt }: Pick<CallbackInput, 'rawBody' | 'receivedAt'>,
): string | null {
  const parts = typeof header === 'string' ? header.split(',').map((part) => part.trim()) : []
  const findField = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
  const [timestamp, given] = [findField('t'), findField('v1')]
  if (timestamp === undefined || given === undefined) return 'the signature header is missing or malformed'
  if (!isSameSecret(given.toLowerCase(), signBody(secret, timestamp, rawBody))) {
    return 'the signature was not made with the secret of this account'
  }
  const seconds = /^\d{9,11}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const ageMs = Math.abs(receivedAt.getTime() - seconds * 1_000)
  return ageMs <= MAX_AGE_MS ? null : 'the signed time is missing or more than 5 minutes off'
}
