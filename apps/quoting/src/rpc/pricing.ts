/** Prices a shipment: requests rates and opens a quote. */
import { type Carriers, openCarriers } from '@waybill/carriers/registry'
import type { CallContext } from '@waybill/chassis/rpc/server'
import type { Shipment } from '@waybill/contracts/shipment'
import { noOffers, openQuote, type QuoteChange } from '../quotes/quote.ts'
import type { AskForRates } from '../rates/rates.ts'

/** Longest wait for all carriers; each carrier's own timeout is shorter. */
const RATES_LIMIT_MS = 10_000
/** Part of the caller's deadline that is kept to store and return the quote. */
const ANSWER_RESERVE_MS = 500

export type Price = (shipment: Shipment, quoteId: string, context: CallContext) => Promise<QuoteChange>

/** Throws `parcel_too_heavy`, `no_rates_available` or `carrier_unavailable` if no carrier makes an offer. */
export const createPricing =
  ({ askForRates, carriers }: { askForRates: AskForRates; carriers: Carriers }): Price =>
  async (shipment, quoteId, context) => {
    const { requestId, idempotencyKey, signal } = context
    const limitMs = Math.min(context.deadlineAt.getTime() - ANSWER_RESERVE_MS, Date.now() + RATES_LIMIT_MS)
    const rates = await askForRates(shipment, { requestId, deadlineAt: new Date(limitMs), signal })
    if (rates.options.length === 0) {
      const services = openCarriers(carriers, shipment.livemode).flatMap(({ descriptor }) => descriptor.services)
      throw noOffers(rates.messages, shipment, services)
    }
    return openQuote({ quoteId, shipment, ...rates, request: { requestId, idempotencyKey }, at: new Date() })
  }
