/** Recent agreements of users, by the key that they act with. */
import { createHash } from 'node:crypto'
import type { Purchase } from './ledger.ts'

/** How long an agreement counts. */
export const AGREED_FOR_SECONDS = 600

export class Agreements {
  readonly #nowMs: () => number
  /** When they end, by a hash: neither keys nor purchases are kept. */
  readonly #endsMs = new Map<string, number>()

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs
  }

  remember(apiKey: string, purchase: Purchase): void {
    for (const [hash, endMs] of this.#endsMs) if (endMs <= this.#nowMs()) this.#endsMs.delete(hash)
    this.#endsMs.set(toHash(apiKey, purchase), this.#nowMs() + AGREED_FOR_SECONDS * 1000)
  }

  holds(apiKey: string, purchase: Purchase): boolean {
    return (this.#endsMs.get(toHash(apiKey, purchase)) ?? 0) > this.#nowMs()
  }
}

const toHash = (apiKey: string, { environmentId, shipmentId, quoteOptionId, amount, currency }: Purchase): string =>
  createHash('sha256')
    .update(JSON.stringify([apiKey, environmentId, shipmentId, quoteOptionId, amount, currency]))
    .digest('base64')
