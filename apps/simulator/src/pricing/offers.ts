import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { magicValidityMs } from '../faults/magic-values.ts'
import type { QuoteBody } from '../wire/wire.ts'
import { type DeliveryWindow, promiseDelivery, tooLate } from './delivery-window.ts'
import { sealOffer } from './sealed-offer.ts'
import { calculatePrice, findRefusal } from './tariff.ts'

interface OfferInput {
  carrier: CarrierDescriptor
  carrierAccountId: string
  simulatorKey: string
  body: QuoteBody
  at: Date
}

/** One offer per service that takes the transport, and the reason of each that does not. */
export function createOffers(input: OfferInput) {
  const { carrier, body } = input
  const services = carrier.services.map((service) => {
    const window = promiseDelivery(service.serviceCode, body, { at: input.at, isBooking: false })
    return { service, window, refusal: findRefusal(service, body) ?? (window === null ? tooLate : null) }
  })
  return {
    offers: services.flatMap(({ service, window, refusal }) =>
      refusal === null && window !== null ? [createOffer(input, service, window)] : [],
    ),
    declined: services.flatMap(({ service, refusal }) =>
      refusal === null ? [] : [{ service: service.serviceCode, ...refusal }],
    ),
  }
}

function createOffer(
  { carrier: { carrierCode }, carrierAccountId, simulatorKey, body, at }: OfferInput,
  { serviceCode, quoteValidityMs, maxWeightGrams }: CarrierDescriptor['services'][number],
  { fromAt, toAt, bookableUntilAt }: DeliveryWindow,
) {
  const { currency, exponent, amountMinor, taxMinor, lines } = calculatePrice(serviceCode, body)
  const validityMs = magicValidityMs(carrierCode, body) ?? quoteValidityMs
  const until = Math.min(at.getTime() + validityMs, bookableUntilAt?.getTime() ?? Number.POSITIVE_INFINITY)
  const total = amountMinor + taxMinor
  return {
    offer_id: sealOffer(simulatorKey, {
      account: carrierAccountId,
      service: serviceCode,
      currency,
      exponent,
      total,
      until,
    }),
    service: serviceCode,
    currency,
    exponent,
    amount_minor: amountMinor,
    tax_minor: taxMinor,
    price_lines: lines.map((line) => ({ type: line.type, amount_minor: line.amountMinor })),
    eta_from: fromAt.toISOString(),
    eta_to: toAt.toISOString(),
    expires_at: new Date(until).toISOString(),
    max_weight_grams: maxWeightGrams,
  }
}
