/** Caches offers for identical requests for seconds, if the carrier declares that its offers can be reused. */
import { createHash } from 'node:crypto'
import type { CarrierAccount, Offer, QuoteOutcome, QuoteRequest } from '@waybill/carriers/carrier-adapter'
import type { SharedState } from '@waybill/chassis/state/shared-state'

/** A cached offer is used only if it stays valid for this long. */
const MIN_VALIDITY_MS = 60_000

type Offers = Extract<QuoteOutcome, { kind: 'offers' }>

export interface RateCache {
  /** The cached offers for a request, with the services that declined it, or null. */
  find(key: string): Promise<Offers | null>
  /** Caches offers. Other outcomes are not cached, since the next one may differ. */
  keep(key: string, outcome: QuoteOutcome): Promise<void>
}

/** Caches nothing. */
export const noRateCache: RateCache = { find: async () => null, keep: async () => {} }

export function createRateCache({ sharedState, ttlMs }: { sharedState: SharedState; ttlMs: number }): RateCache {
  if (ttlMs === 0) return noRateCache
  return {
    async find(key) {
      const text = await sharedState.recall(key)
      if (text === null) return null
      const stored = JSON.parse(text) as StoredOffers
      const offers = stored.offers.map(toOffer)
      const holdUntilMs = Date.now() + MIN_VALIDITY_MS
      return offers.every(({ expiresAt }) => expiresAt.getTime() > holdUntilMs) ? { ...stored, offers } : null
    },
    async keep(key, outcome) {
      if (outcome.kind === 'offers') await sharedState.remember(key, JSON.stringify(outcome), ttlMs)
    },
  }
}

type Moments = 'etaFromAt' | 'etaToAt' | 'expiresAt'
type StoredOffer = Omit<Offer, Moments> & Record<Moments, string>
type StoredOffers = Omit<Offers, 'offers'> & { offers: StoredOffer[] }

const toOffer = (stored: StoredOffer): Offer => ({
  ...stored,
  etaFromAt: new Date(stored.etaFromAt),
  etaToAt: new Date(stored.etaToAt),
  expiresAt: new Date(stored.expiresAt),
})

/**
 * Equal for requests that carriers cannot tell apart: the route, the parcels without their IDs, the options, what is declared to
 * customs, and the time when the goods are ready, where all times up to now are equal.
 */
export function requestText(request: QuoteRequest, now: Date): string {
  const { pickup, dropoff, parcels, readyAt, onDemand, options, customs } = request
  const goods = parcels.map(({ parcelId: _, ...parcel }) => parcel)
  const ready = readyAt.getTime() <= now.getTime() ? 'now' : readyAt.toISOString()
  return JSON.stringify([
    pickup,
    dropoff,
    goods,
    ready,
    ...(onDemand ? ['on demand'] : []),
    ...(options ? [options] : []),
    ...(customs ? [customs] : []),
  ])
}

/** The cache key of a request to the carrier of an account. */
export function requestKey({ environmentId, carrierAccountId }: CarrierAccount, text: string): string {
  const account = JSON.stringify([environmentId, carrierAccountId])
  return `answers:${createHash('sha256').update(account).update(text).digest('base64url')}`
}
