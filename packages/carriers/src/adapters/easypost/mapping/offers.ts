/** Pure: EasyPost's rates as offers, and carriers' messages as declines. */
import type { Decline, Notice, Offer, QuoteOutcome, QuoteRequest } from '../../../carrier-adapter.ts'
import { noOptions } from '../../../carrier-options.ts'
import { truncateProblem } from '../../../http/outcome.ts'
import { cheapestPerService, onePerService } from '../../../mapping/combined-offers.ts'
import { parsePrice } from '../../../mapping/decimal-price.ts'
import { deliveryWindow } from '../../../mapping/delivery-window.ts'
import { carriersAssume, residentialNotices } from '../../../mapping/notices.ts'
import { ignoredOption, referenceNotices } from '../../../mapping/option-notices.ts'
import { toCode } from '../../../mapping/service-code.ts'
import type { WireMessage, WireRate } from '../wire.ts'
import { easypostDeclarationNotices } from './declaration.ts'
import { pointTo } from './requests.ts'
import { carriedBy, longestTransitDays, toServiceCode, toServiceName } from './services.ts'

/** EasyPost does not say how long a rate holds. Carriers change prices by the day. */
const VALIDITY_MS = 3_600_000
/** Carriers behind EasyPost publish their limits themselves, EasyPost does not: it declines what is too heavy. */
const MAX_WEIGHT_GRAMS = 1_000_000

/** Purchase of an offer: a rate of a shipment, or a service for all parcels of an order. */
export type Purchase =
  | { kind: 'shipment'; id: string; rateId: string }
  | { kind: 'order'; id: string; carrier: string; service: string }

/** The id of an offer. It holds the draft, since EasyPost's rates belong to a shipment or an order. */
export const createOfferId = (purchase: Purchase): string =>
  (purchase.kind === 'shipment' ? [purchase.id, purchase.rateId] : [purchase.id, purchase.carrier, purchase.service])
    .map(encodeURIComponent)
    .join('/')

/** The purchase of an offer; null: the id is not one of ours. */
export function parseOfferId(carrierOfferId: string | null): Purchase | null {
  const [id, first, second] = decoded(carrierOfferId ?? '')
  if (!id || !first) return null
  if (isOrderId(id)) return second ? { kind: 'order', id, carrier: first, service: second } : null
  return { kind: 'shipment', id, rateId: first }
}

function decoded(carrierOfferId: string): string[] {
  try {
    return carrierOfferId.split('/').map(decodeURIComponent)
  } catch {
    return []
  }
}

/** Whether a draft or a job is an order, of several parcels. */
export const isOrderId = (id: string): boolean => id.startsWith('order_')

interface Rated {
  rates: readonly WireRate[]
  messages: readonly WireMessage[]
}

/** `purchase`: how a rate is bought. `smartDates`: SmartRate's dates by rate id. */
export function toQuoteOutcome(
  { rates, messages }: Rated,
  context: {
    request: QuoteRequest
    now: Date
    purchase: (rate: WireRate) => Purchase
    smartDates: ReadonlyMap<string, string>
  },
): QuoteOutcome {
  const { request } = context
  const found = rates.flatMap((rate) => toOffer(rate, context) ?? [])
  const unable = found.flatMap(({ serviceCode }) => {
    const ignored = ignoredOption(serviceCode, request.options ?? noOptions, takers)
    return ignored === null ? [] : [{ serviceCode, ...ignored, retryable: false }]
  })
  const offers = found.filter(({ serviceCode }) => !unable.some((decline) => decline.serviceCode === serviceCode))
  const said = onePerService([...messages.map((message) => toDecline(message, request)), ...unable])
  const declines = withPhoneAdvice(said, request)
  const notices = [
    ...residentialNotices({ request, offers, assumption: carriersAssume }),
    ...referenceNotices({ request, offers }),
    ...easypostDeclarationNotices(request),
    ...(request.options?.insurance ? [insuranceCosts] : []),
  ]
  if (offers.length > 0) return { kind: 'offers', offers: cheapestPerService(offers), declines, notices }
  const reasons = declines.map(({ serviceCode, message }) => `${serviceCode}: ${message}`).join(' ')
  const message = reasons || 'No carrier of the EasyPost account has a rate.'
  const problem = truncateProblem({ code: declines[0]?.code ?? 'no_offer', message })
  return { kind: 'not_served', ...problem, declines, ...pointTo(message, request) }
}

/** EasyPost ignores these options with other carriers. Sources: Options.d.ts, hazmat; of codes, the guide to forms. */
const takers = { dangerousGoods: /^(?:usps|fedex|dhl_?ecs|dhl_?ecommerce)[a-z_]*\./, codes: /^usps\./ }

const insuranceCosts: Notice = {
  serviceCode: null,
  code: 'option_not_in_price',
  message: 'EasyPost charges for the insurance beside this price, and says how much on its invoice.',
  pointer: '/service_options/insurance',
}

function toOffer(
  rate: WireRate,
  { request, now, purchase, smartDates }: Parameters<typeof toQuoteOutcome>[1],
): Offer | null {
  const price = parsePrice(rate.rate, rate.currency)
  if (price === null) return null
  const estimate = {
    stated: [smartDates.get(rate.id) ?? null, rate.delivery_date],
    transitDays: rate.delivery_days,
    longestTransitDays: longestTransitDays(rate, request.pickup.country !== request.dropoff.country),
  }
  return {
    ...price,
    ...deliveryWindow(estimate, request),
    carrierOfferId: createOfferId(purchase(rate)),
    serviceCode: toServiceCode(rate),
    taxMinor: 0,
    serviceName: toServiceName(rate),
    carriedBy: carriedBy(rate.carrier),
    expiresAt: new Date(now.getTime() + VALIDITY_MS),
    maxWeightGrams: MAX_WEIGHT_GRAMS,
  }
}

/** The message of a carrier behind EasyPost, which speaks of all its services. It has no code: its type is always `rate_error`. */
function toDecline({ carrier, message }: WireMessage, request: QuoteRequest): Decline {
  const words = message ?? 'The carrier gives no reason.'
  const said = truncateProblem({ code: 'carrier_error', message: words })
  return { serviceCode: toCode(carrier ?? 'unknown'), ...said, retryable: false, ...pointTo(words, request) }
}

/** Some carriers make no offer without a phone, and do not say so. */
function withPhoneAdvice(declines: Decline[], { pickup, dropoff }: QuoteRequest): Decline[] {
  const side = dropoff.phone === null ? 'dropoff' : pickup.phone === null ? 'pickup' : null
  const pointer = `/${side}_address/phone`
  if (side === null || declines.some((decline) => decline.pointer?.endsWith('/phone'))) return declines
  const message = `${pointer} is missing: some carriers make no offer without a phone.`
  return [...declines, { serviceCode: 'easypost', code: 'phone_missing', message, retryable: false, pointer }]
}
