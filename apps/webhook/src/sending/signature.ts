/** Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
export const newSigningSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

export interface SignedHeaders extends Record<string, string> {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/**
 * The three headers that let a receiver check a message. Each secret gives a signature, in the order given, so that
 * during a rotation a receiver that knows either is content. `body` must be the very bytes that are sent. Throws
 * when there is no secret.
 * Not the package `standardwebhooks`: it signs with one secret and turns the body into a string first.
 */
export function signedHeaders(message: {
  /** Stable over retries. */
  id: string
  /** Of this attempt. */
  at: Date
  body: Buffer
  secrets: readonly string[]
}): SignedHeaders {
  if (message.secrets.length === 0) throw new RangeError('a message is signed with at least one secret')
  const timestamp = String(Math.floor(message.at.getTime() / 1_000))
  const signatures = message.secrets.map((secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    return `v1,${hmac.update(`${message.id}.${timestamp}.`).update(message.body).digest('base64')}`
  })
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
