/**
 * Standard Webhooks signatures.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
export const newSigningSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface SignedHeaders extends Record<string, string> {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * The three signature headers of a message, with one signature per secret in the order given, so that during a rotation
 * a receiver may verify with either secret. `body` must be the exact bytes sent. Throws if there is no secret.
 * Not the package `standardwebhooks`: it signs with one secret only and converts the body to a string first.
 */
export function signedHeaders(message: {
  /** The same for all attempts. */
  id: string
  /** Time of this attempt. */
  at: Date
  body: Buffer
  secrets: readonly string[]
}): SignedHeaders {
  if (message.secrets.length === 0) throw new RangeError('cannot sign without a secret: give at least one')
  const timestamp = String(Math.floor(message.at.getTime() / 1_000))
  const signatures = message.secrets.map((secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    return `v1,${hmac.update(`${message.id}.${timestamp}.`).update(message.body).digest('base64')}`
  })
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
