/** Pure: keeps the credentials of an account out of what merchants see, and compares them. */
import { timingSafeEqual } from 'node:crypto'
import type { HttpOutcome } from '../http/client.ts'

/** Shorter values would match ordinary words. */
const LEAST_SECRET_LENGTH = 8

/** The outcome with the account's secrets removed, should the carrier repeat them: its messages are shown to merchants. */
export function withoutSecrets(outcome: HttpOutcome, secrets: readonly string[]): HttpOutcome {
  if (outcome.kind !== 'answered') return outcome
  const repeated = secrets.filter((secret) => secret.length >= LEAST_SECRET_LENGTH && outcome.body.includes(secret))
  if (repeated.length === 0) return outcome
  const text = repeated.reduce((body, secret) => body.replaceAll(secret, '[redacted]'), outcome.body.toString('latin1'))
  return { ...outcome, body: Buffer.from(text, 'latin1') }
}

/** Whether both are the same, in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
