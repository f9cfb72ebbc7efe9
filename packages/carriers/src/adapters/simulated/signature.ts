import { createHmac, timingSafeEqual } from 'node:crypto'

/** Names the carrier account of a call to the simulator; the bearer token is its secret. */
export const ACCOUNT_HEADER = 'x-carrier-account'
export const SIGNATURE_HEADER = 'x-simulator-signature'

const TOLERANCE_MS = 5 * 60_000

/** The secret of a simulated carrier account, hex. The simulator and its callers derive it, so it is not stored. */
export const simulatedAccountSecret = (simulatorKey: string, carrierAccountId: string): string =>
  createHmac('sha256', simulatorKey).update(carrierAccountId).digest('hex')

/** Header value `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of "seconds.body" keyed with the account's secret. */
export function signCallback(secret: string, rawBody: Buffer | string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000)
  return `t=${seconds},v1=${digest(secret, seconds, rawBody)}`
}

/** Why the signature is invalid, or null. Times more than five minutes off are refused, against replay. */
export function callbackForgery(
  secret: string,
  header: string | string[] | undefined,
  rawBody: Buffer,
  receivedAt: Date,
): string | null {
  const parts = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null
  if (!parts?.[1] || !parts[2]) return 'the signature header is missing or malformed'
  const seconds = Number(parts[1])
  if (!timingSafeEqual(Buffer.from(digest(secret, seconds, rawBody)), Buffer.from(parts[2]))) {
    return 'the signature was not made with the secret of this account'
  }
  const ageMs = receivedAt.getTime() - seconds * 1_000
  return Math.abs(ageMs) > TOLERANCE_MS ? 'the signature is more than five minutes old or from the future' : null
}

const digest = (secret: string, seconds: number, rawBody: Buffer | string): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest('hex')
