/** Asks every carrier for its price, side by side. */
import type { CarrierAdapter, Offer, QuoteOutcome, QuoteRequest } from '@waybill/carriers/carrier-adapter'
import { type Carriers, openCarriers } from '@waybill/carriers/registry'
import { defaultCarrierAccountId, quoteRequestOf } from '@waybill/carriers/shipment-request'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { newId } from '@waybill/contracts/ids'
import type { CarrierMessage, QuoteOption } from '@waybill/contracts/quote'
import type { Shipment } from '@waybill/contracts/shipment'
import { questionKey, questionText, type RateCache } from './rate-cache.ts'

/** Up to half a second goes by until the quote is written and answered; the rest is for a booking on its way back. */
const MIN_VALIDITY_MS = 1_000

export interface Rates {
  options: QuoteOption[]
  /** Why the other carriers made no offer. */
  messages: CarrierMessage[]
}

export interface RatesCall {
  requestId: string
  deadlineAt: Date
  signal: AbortSignal
}

/** What one carrier made of the question. */
export interface CarrierAnswer {
  carrierCode: string
  carrierAccountId: string
  outcome: QuoteOutcome
}

/** What every carrier is asked. */
interface Question {
  shipment: Shipment
  request: QuoteRequest
  /** The same for questions that carriers cannot tell apart. */
  text: string
  call: RatesCall
}

/** `key`: where its answer can be kept for whoever asks the same; null where not, or where it came from there. */
interface Asked extends CarrierAnswer {
  key: string | null
}

export type AskForRates = (shipment: Shipment, call: RatesCall) => Promise<Rates>

/** One carrier's trouble is a message, never the whole quote's failure; each has its own time-out. */
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
    help: 'Questions for a price that an answer of the last seconds has answered, without a call.',
    labels: ['carrier_code'],
  })

  async function askOne(adapter: CarrierAdapter, { shipment, request, text, call }: Question): Promise<Asked> {
    const { carrierCode } = adapter.descriptor
    const { environmentId, livemode } = shipment
    const carrierAccountId = defaultCarrierAccountId(environmentId, carrierCode)
    const account = { carrierAccountId, environmentId, livemode, secret: null, endpoint: null }
    const key = adapter.descriptor.offersReusable ? questionKey(account, text) : null
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
    const question = { shipment, request, text: questionText(request, now), call }
    const answers = await Promise.all(adapters.map((adapter) => askOne(adapter, question)))
    // In a turn of its own: the quote is on its way to the database by then, and nobody waits for this.
    setImmediate(() => {
      for (const { key, outcome } of answers) if (key) void cache.keep(key, outcome)
    })
    // Not before all have answered: an offer may have run out while another carrier was waited for.
    const at = new Date()
    const rates = answers.map((answer) => ratesOf(answer, at))
    return {
      options: rates.flatMap(({ options }) => options),
      messages: rates.flatMap(({ messages }) => messages),
    }
  }
}

/** What a carrier's answer brings to a quote that is answered at `at`: the options that can still be booked, or why it has none. */
export function ratesOf({ carrierCode, carrierAccountId, outcome }: CarrierAnswer, at: Date): Rates {
  switch (outcome.kind) {
    case 'offers': {
      const offers = outcome.offers.filter((offer) => canBeBooked(offer, at))
      if (offers.length === 0) return messageOnly(noneLeft(carrierCode, outcome.offers))
      return { options: offers.map((offer) => optionOf(offer, carrierCode, carrierAccountId)), messages: [] }
    }
    case 'not_served':
      return messageOnly({ carrierCode, code: outcome.code, message: outcome.message, retryable: false })
    case 'failed': {
      const { code, message, retryable } = outcome.failure
      return messageOnly({ carrierCode, code, message, retryable })
    }
  }
}

/** A quote holds as long as its shortest-lived option: one stale offer would take all other carriers' with it. */
const canBeBooked = ({ expiresAt }: Offer, at: Date): boolean => expiresAt.getTime() >= at.getTime() + MIN_VALIDITY_MS

const optionOf = (offer: Offer, carrierCode: string, carrierAccountId: string): QuoteOption => ({
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

/** Without any offer a carrier has decided; with stale ones it may do better when it is asked again. */
const noneLeft = (carrierCode: string, made: readonly Offer[]): CarrierMessage =>
  made.length === 0
    ? { carrierCode, code: 'no_offers', message: 'the carrier answered without an offer', retryable: false }
    : { carrierCode, code: 'offers_expired', message: 'all offers of the carrier are past their time', retryable: true }

const messageOnly = (message: CarrierMessage): Rates => ({ options: [], messages: [message] })

const crashed = (carrierCode: string) => ({
  carrierCode,
  code: 'carrier_error',
  message: 'the carrier could not be asked',
  httpStatus: null,
  retryable: true,
  retryAfterMs: null,
})
