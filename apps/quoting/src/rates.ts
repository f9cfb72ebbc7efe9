/** Asks every carrier for its price, side by side. */
import type { CarrierAdapter, QuoteOutcome } from '@waybill/carriers/carrier-adapter'
import { type Carriers, openCarriers } from '@waybill/carriers/registry'
import { defaultCarrierAccountId, quoteRequestOf } from '@waybill/carriers/shipment-request'
import type { Metrics } from '@waybill/chassis/metrics'
import { newId } from '@waybill/contracts/ids'
import type { CarrierMessage, QuoteOption } from '@waybill/contracts/quote'
import type { Shipment } from '@waybill/contracts/shipment'
import { questionKey, type RateCache } from './rate-cache.ts'

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

  async function askOne(adapter: CarrierAdapter, shipment: Shipment, call: RatesCall): Promise<Rates> {
    const { carrierCode } = adapter.descriptor
    const carrierAccountId = defaultCarrierAccountId(shipment.environmentId, carrierCode)
    const { environmentId, livemode } = shipment
    const account = { carrierAccountId, environmentId, livemode, secret: null, endpoint: null }
    const now = new Date()
    const request = quoteRequestOf(shipment, now)
    const key = adapter.descriptor.offersReusable ? questionKey(account, request, now) : null
    const offers = key && (await cache.find(key))
    if (offers) {
      reused.inc({ carrier_code: carrierCode })
      return ratesOf({ kind: 'offers', offers }, carrierCode, carrierAccountId)
    }
    const outcome = await adapter
      .quote(request, { account, ...call })
      .catch((): QuoteOutcome => ({ kind: 'failed', failure: crashed(carrierCode) }))
    // Not waited for: whoever asks next may find it.
    if (key) void cache.keep(key, outcome)
    return ratesOf(outcome, carrierCode, carrierAccountId)
  }

  return async (shipment, call) => {
    const adapters = openCarriers(carriers, shipment.livemode)
    const answers = await Promise.all(adapters.map((adapter) => askOne(adapter, shipment, call)))
    return {
      options: answers.flatMap(({ options }) => options),
      messages: answers.flatMap(({ messages }) => messages),
    }
  }
}

function ratesOf(outcome: QuoteOutcome, carrierCode: string, carrierAccountId: string): Rates {
  switch (outcome.kind) {
    case 'offers':
      return {
        options: outcome.offers.map((offer) => ({
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
        })),
        messages: [],
      }
    case 'not_served':
      return messageOnly({ carrierCode, code: outcome.code, message: outcome.message, retryable: false })
    case 'failed': {
      const { code, message, retryable } = outcome.failure
      return messageOnly({ carrierCode, code, message, retryable })
    }
  }
}

const messageOnly = (message: CarrierMessage): Rates => ({ options: [], messages: [message] })

const crashed = (carrierCode: string) => ({
  carrierCode,
  code: 'carrier_error',
  message: 'the carrier could not be asked',
  httpStatus: null,
  retryable: true,
  retryAfterMs: null,
})
