import type { CarrierDescriptor } from '@waybill/carriers/carrier-adapter'
import type { QuoteBody } from '../http/wire.ts'
import { CarrierProblem } from '../problem.ts'
import { sealOffer } from './sealed-offer.ts'
import { calculatePrice, findRefusal, promiseDelivery } from './tariff.ts'

export interface OfferInput {
  carrier: CarrierDescriptor
  carrierAccountId: string
  simulatorKey: string
  body: QuoteBody
  at: Date
}

/** One offer per service that takes the transport. If none does, throws 422 with the refusal of the last service. */
export function createOffers(input: OfferInput) {
  const { carrier, body } = input
  const services = carrier.services.map((service) => ({ service, refusal: findRefusal(service, body) }))
  const offers = services.filter(({ refusal }) => refusal === null).map(({ service }) => createOffer(input, service))
  const refusal = services.at(-1)?.refusal
  if (offers.length === 0 && refusal) throw new CarrierProblem(422, refusal.code, `${carrier.name} ${refusal.message}`)
  return offers
}

function createOffer(
  { carrierAccountId, simulatorKey, body, at }: OfferInput,
  { serviceCode, quoteValidityMs, maxWeightGrams }: CarrierDescriptor['services'][number],
) {
  const { currency, amountMinor, taxMinor } = calculatePrice(serviceCode, body)
  const { fromAt, toAt } = promiseDelivery(serviceCode, body, at)
  const until = at.getTime() + quoteValidityMs
  const total = amountMinor + taxMinor
  return {
    offer_id: sealOffer(simulatorKey, { account: carrierAccountId, service: serviceCode, currency, total, until }),
    service: serviceCode,
    currency,
    amount_minor: amountMinor,
    tax_minor: taxMinor,
    eta_from: fromAt.toISOString(),
    eta_to: toAt.toISOString(),
    expires_at: new Date(until).toISOString(),
    max_weight_grams: maxWeightGrams,
  }
}
