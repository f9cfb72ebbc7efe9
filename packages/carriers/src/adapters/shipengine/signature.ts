/**
 * Signatures of call-backs. ShipEngine signs the time and the raw body with RSA-SHA256. Source: "Webhook Validation" in its guide.
 * The signature does not say for whom it was made: a header with the account's secret, which `verify` registers, does.
 */
import { webcrypto } from 'node:crypto'
import type { CallbackInput, CallbackOutcome } from '../../carrier-adapter.ts'
import { isSameSecret } from '../../vendor/secrets.ts'
import type { SigningKeys } from './signing-keys.ts'

export const KEY_ID_HEADER = 'x-shipengine-rsa-sha256-key-id'
export const SIGNATURE_HEADER = 'x-shipengine-rsa-sha256-signature'
export const TIMESTAMP_HEADER = 'x-shipengine-timestamp'
export const SECRET_HEADER = 'x-waybill-secret'

const SIGNATURE_ALGORITHM = 'RSASSA-PKCS1-v1_5'
/** "More than 5 minutes difference from the current time" may be refused. */
const MAX_AGE_MS = 5 * 60_000
const MAX_KEY_ID_LENGTH = 200

/** Text that ShipEngine signs. */
export const signedBytes = (timestamp: string, rawBody: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${timestamp}.`), rawBody])

type Distrust = Extract<CallbackOutcome, { kind: 'forged' | 'unverified' }>

const forged = (reason: string): Distrust => ({ kind: 'forged', reason })

/** Why the call-back is not believed; null: ShipEngine has signed it, for this account. */
export async function findDistrust(input: CallbackInput, keys: SigningKeys): Promise<Distrust | null> {
  const { headers, rawBody, account, receivedAt } = input
  const [keyId, signature, timestamp] = [KEY_ID_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER].map((name) => headers[name])
  if (typeof keyId !== 'string' || typeof signature !== 'string' || typeof timestamp !== 'string') {
    return forged('a signature header is missing or malformed')
  }
  if (!isSecret(headers[SECRET_HEADER], account.credentials.callback_secret)) {
    return forged('the secret in the header is not the one of this account')
  }
  const ageMs = Math.abs(receivedAt.getTime() - toInstantMs(timestamp))
  if (!(ageMs <= MAX_AGE_MS)) return forged('the signed time is missing or more than 5 minutes off')
  if (keyId.length > MAX_KEY_ID_LENGTH) return forged('the id of the key is too long')
  const found = await keys(keyId, input)
  if (found.kind === 'unavailable') return { kind: 'unverified', reason: found.reason }
  if (found.kind === 'unknown') return forged('ShipEngine has no key of this id')
  const signed = signedBytes(timestamp, rawBody)
  // Node reads both alphabets of base64.
  const isValid = await webcrypto.subtle.verify(
    SIGNATURE_ALGORITHM,
    found.key,
    Uint8Array.from(Buffer.from(signature, 'base64')),
    Uint8Array.from(signed),
  )
  return isValid ? null : forged('the signature was not made with the key that it names')
}

/**
 * Without the header the signature proves only that ShipEngine called, for any of its customers. So the header is required as
 * soon as the account has a secret; a webhook that the merchant entered at ShipEngine before that has none.
 */
function isSecret(header: string | string[] | undefined, secret: string | undefined): boolean {
  if (!secret) return header === undefined
  return typeof header === 'string' && isSameSecret(header, secret)
}

/** ISO 8601, or seconds or milliseconds since 1970. NaN: none of them. */
function toInstantMs(timestamp: string): number {
  if (!/^\d{9,13}$/.test(timestamp)) return Date.parse(timestamp)
  return timestamp.length > 11 ? Number(timestamp) : Number(timestamp) * 1_000
}
