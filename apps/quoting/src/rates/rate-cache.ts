/** Answers of carriers to identical questions, kept for seconds: where a carrier says that its offers can be reused. */
import { createHash } from 'node:crypto'
import type { CarrierAccount, Offer, QuoteOutcome, QuoteRequest } from '@waybill/carriers/carrier-adapter'
import type { SharedState } from '@waybill/chassis/state/shared-state'

/** An offer is handed out again only while it holds for this long after. */
const MIN_VALIDITY_MS = 60_000

export interface RateCache {
  /** The offers made to the same question a moment ago, or null. */
  find(key: string): Promise<Offer[] | null>
  /** Keeps offers; any other answer may be another one the next time. */
  keep(key: string, outcome: QuoteOutcome): Promise<void>
}

/** For no time at all, nothing is kept. */
export const noRateCache: RateCache = { find: async () => null, keep: async () => {} }

export function createRateCache({ sharedState, ttlMs }: { sharedState: SharedState; ttlMs: number }): RateCache {
  if (ttlMs === 0) return noRateCache
  return {
    async find(key) {
      const text = await sharedState.recall(key)
      if (text === null) return null
      const offers = (JSON.parse(text) as StoredOffer[]).map(offerOf)
      const holdUntilMs = Date.now() + MIN_VALIDITY_MS
      return offers.every(({ expiresAt }) => expiresAt.getTime() > holdUntilMs) ? offers : null
    },
    async keep(key, outcome) {
      if (outcome.kind === 'offers') await sharedState.remember(key, JSON.stringify(outcome.offers), ttlMs)
    },
  }
}

type Moments = 'etaFromAt' | 'etaToAt' | 'expiresAt'
type StoredOffer = Omit<Offer, Moments> & Record<Moments, string>

const offerOf = (stored: StoredOffer): Offer => ({
  ...stored,
  etaFromAt: new Date(stored.etaFromAt),
  etaToAt: new Date(stored.etaToAt),
  expiresAt: new Date(stored.expiresAt),
})

/**
 * The same for questions that carriers cannot tell apart: route, parcels but for our own ids of them, and when the goods
 * are ready, where all moments up to now are one.
 */
export function questionText({ pickup, dropoff, parcels, readyAt }: QuoteRequest, now: Date): string {
  const goods = parcels.map(({ parcelId: _, ...parcel }) => parcel)
  const ready = readyAt.getTime() <= now.getTime() ? 'now' : readyAt.toISOString()
  return JSON.stringify([pickup, dropoff, goods, ready])
}

/** Where the answer to a question is kept that an account's carrier is asked. */
export function questionKey({ environmentId, carrierAccountId }: CarrierAccount, question: string): string {
  const asked = JSON.stringify([environmentId, carrierAccountId])
  return `rates:${createHash('sha256').update(asked).update(question).digest('base64url')}`
}
