/** Prices a shipment. */
import type { CallContext } from '@waybill/chassis/rpc/server'
import type { Shipment } from '@waybill/contracts/shipment'
import { noOffers } from '../quotes/quote.ts'
import type { AskForRates, RatesCall, RatesPart } from '../rates/rates.ts'

/** Longest wait for all carriers; each carrier's own timeout is shorter. */
const RATES_LIMIT_MS = 10_000
/** Part of the caller's deadline that is kept to store and return the quote. */
const ANSWER_RESERVE_MS = 500

export type Price = (shipment: Shipment, context: CallContext, report?: RatesCall['report']) => Promise<RatesPart>

/** Throws `parcel_too_heavy`, `no_rates_available` or `carrier_unavailable` if no carrier makes an offer. */
export const createPricing =
  ({ askForRates }: { askForRates: AskForRates }): Price =>
  async (shipment, context, report) => {
    const { requestId, signal } = context
    const limitMs = Math.min(context.deadlineAt.getTime() - ANSWER_RESERVE_MS, Date.now() + RATES_LIMIT_MS)
    const rates = await askForRates(shipment, { requestId, deadlineAt: new Date(limitMs), signal, report })
    if (rates.options.length === 0) {
      throw noOffers(rates, shipment, rates.services)
    }
    return rates
  }
