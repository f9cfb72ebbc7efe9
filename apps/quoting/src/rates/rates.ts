/** Requests prices from every carrier in parallel. */
import type { CarrierAdapter, Offer, QuoteOutcome, QuoteRequest } from '@waybill/carriers/carrier-adapter'
import { type Carriers, openCarriers } from '@waybill/carriers/registry'
import { defaultCarrierAccountId, quoteRequestOf } from '@waybill/carriers/shipment-request'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { newId } from '@waybill/contracts/ids'
import type { CarrierMessage, QuoteOption } from '@waybill/contracts/quote'
import type { Shipment } from '@waybill/contracts/shipment'
import { type RateCache, requestKey, requestText } from './rate-cache.ts'

/** Half a second at most to store and return the quote; the rest for a booking to arrive. */
const MIN_VALIDITY_MS = 1_000

export interface Rates {
  options: QuoteOption[]
  /** Why other carriers made no offer. */
  messages: CarrierMessage[]
}

export interface RatesCall {
  requestId: string
  deadlineAt: Date
  signal: AbortSignal
}

/** One carrier's outcome. */
export interface CarrierAnswer {
  carrierCode: string
  carrierAccountId: string
  outcome: QuoteOutcome
}

/** The request to every carrier. */
interface RatesRequest {
  shipment: Shipment
  request: QuoteRequest
  /** Equal for requests that carriers cannot tell apart. */
  text: string
  call: RatesCall
}

/** `key`: the cache key of the outcome; null if it cannot be cached or came from the cache. */
interface CacheableAnswer extends CarrierAnswer {
  key: string | null
}

export type AskForRates = (shipment: Shipment, call: RatesCall) => Promise<Rates>

/** An error of one carrier becomes a message and does not fail the quote. Each carrier has its own timeout. */
export function createRates({
  carriers,
  cache,
  metrics,
}: {
  carriers: Carriers
  cache: RateCache
  metrics: Metrics
}): AskForRates {
  const reused = metrics.counter({
    name: 'carrier_quotes_reused_total',
    help: 'Price requests answered from the cache, without a call to the carrier.',
    labels: ['carrier_code'],
  })

  async function askOne(
    adapter: CarrierAdapter,
    { shipment, request, text, call }: RatesRequest,
  ): Promise<CacheableAnswer> {
    const { carrierCode } = adapter.descriptor
    const { environmentId, livemode } = shipment
    const carrierAccountId = defaultCarrierAccountId(environmentId, carrierCode)
    const account = { carrierAccountId, environmentId, livemode, secret: null, endpoint: null }
    const key = adapter.descriptor.offersReusable ? requestKey(account, text) : null
    const offers = key && (await cache.find(key))
    if (offers) {
      reused.inc({ carrier_code: carrierCode })
      return { carrierCode, carrierAccountId, outcome: { kind: 'offers', offers }, key: null }
    }
    const outcome = await adapter
      .quote(request, { account, ...call })
      .catch((): QuoteOutcome => ({ kind: 'failed', failure: crashed(carrierCode) }))
    return { carrierCode, carrierAccountId, outcome, key }
  }

  return async (shipment, call) => {
    const adapters = openCarriers(carriers, shipment.livemode)
    const now = new Date()
    const request = quoteRequestOf(shipment, now)
    const ratesRequest = { shipment, request, text: requestText(request, now), call }
    const answers = await Promise.all(adapters.map((adapter) => askOne(adapter, ratesRequest)))
    // In a later turn: by then the quote has been sent to the database, so that caching delays nothing.
    setImmediate(() => {
      for (const { key, outcome } of answers) if (key) void cache.keep(key, outcome)
    })
    // After all carriers have answered: an offer may have expired while another carrier was slow.
    const at = new Date()
    const rates = answers.map((answer) => toRates(answer, at))
    return {
      options: rates.flatMap(({ options }) => options),
      messages: rates.flatMap(({ messages }) => messages),
    }
  }
}

/** The options of a carrier's answer that can still be booked at `at`, or a message why there are none. */
export function toRates({ carrierCode, carrierAccountId, outcome }: CarrierAnswer, at: Date): Rates {
  switch (outcome.kind) {
    case 'offers': {
      const offers = outcome.offers.filter((offer) => isBookable(offer, at))
      if (offers.length === 0) return messageOnly(noOfferMessage(carrierCode, outcome.offers))
      return { options: offers.map((offer) => toOption(offer, carrierCode, carrierAccountId)), messages: [] }
    }
    case 'not_served':
      return messageOnly({ carrierCode, code: outcome.code, message: outcome.message, retryable: false })
    case 'failed': {
      const { code, message, retryable } = outcome.failure
      return messageOnly({ carrierCode, code, message, retryable })
    }
  }
}

/** A quote expires with its first option: one stale offer would make the other carriers' offers useless. */
const isBookable = ({ expiresAt }: Offer, at: Date): boolean => expiresAt.getTime() >= at.getTime() + MIN_VALIDITY_MS

const toOption = (offer: Offer, carrierCode: string, carrierAccountId: string): QuoteOption => ({
  quoteOptionId: newId('qop'),
  carrierCode,
  carrierAccountId,
  serviceCode: offer.serviceCode,
  currency: offer.currency,
  amountMinor: offer.amountMinor,
  taxMinor: offer.taxMinor,
  etaFrom: offer.etaFromAt,
  etaTo: offer.etaToAt,
  maxWeightGrams: offer.maxWeightGrams,
  expiresAt: offer.expiresAt,
  carrierRateId: offer.carrierOfferId,
})

/** No offer is final; expired offers may be renewed, so that a retry helps. */
const noOfferMessage = (carrierCode: string, made: readonly Offer[]): CarrierMessage =>
  made.length === 0
    ? { carrierCode, code: 'no_offers', message: 'The carrier made no offer.', retryable: false }
    : { carrierCode, code: 'offers_expired', message: 'All offers of the carrier have expired.', retryable: true }

const messageOnly = (message: CarrierMessage): Rates => ({ options: [], messages: [message] })

const crashed = (carrierCode: string) => ({
  carrierCode,
  code: 'carrier_error',
  message: 'The request to the carrier failed.',
  httpStatus: null,
  retryable: true,
  retryAfterMs: null,
})
