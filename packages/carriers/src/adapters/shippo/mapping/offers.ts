/** Pure: Shippo's rates as offers, and what it says of carriers as declines. */
import type { CarrierMessageCode } from '@waybill/contracts/quotes/carrier-message'
import type { Decline, Offer, QuoteOutcome, QuoteRequest } from '../../../carrier-adapter.ts'
import { truncateProblem } from '../../../http/outcome.ts'
import { cheapestPerService, onePerService } from '../../../mapping/combined-offers.ts'
import { parsePrice } from '../../../mapping/decimal-price.ts'
import { addWorkingDays, deliveryWindow, plannedShipDate } from '../../../mapping/delivery-window.ts'
import { currencyCode } from '../../../mapping/wire-fields.ts'
import type { WireMessage, WireRate, WireShipment } from '../wire.ts'
import { toWords } from './problems.ts'
import { pointTo } from './requests.ts'
import { carrierToken, longestTransitDays, toServiceCode } from './services.ts'

/** Shippo does not say how long a rate holds. Carriers change prices by the day. */
const VALIDITY_MS = 3_600_000
/** Shippo publishes no limits of weight: its carriers decline what is too heavy. */
const MAX_WEIGHT_GRAMS = 1_000_000
/** Shippo still waits for carriers. */
const UNFINISHED = new Set(['QUEUED', 'WAITING'])
/** Codes of messages after which the carrier may answer another time. */
const TEMPORARY = /time_?out|unavailable|rate_?limit/i

interface Context {
  request: QuoteRequest
  now: Date
}

/**
 * The date and the clock at the dropoff, if the carrier names one: "Predicted time the carrier will deliver the package in the
 * destination's local time zone". A clock at night stands for the day.
 */
function statedArrival({ estimatedDays, arrives_by: clock }: WireRate, request: QuoteRequest): string | null {
  const time = /^(?:0[6-9]|1\d|2[0-2]):[0-5]\d/.exec(clock ?? '')?.[0]
  return time === undefined || estimatedDays === null
    ? null
    : `${addWorkingDays(plannedShipDate(request), estimatedDays)}T${time}`
}

const findProvider = ({ provider }: WireRate): string => provider ?? 'unknown'
const codeOfRate = (rate: WireRate): string => toServiceCode(findProvider(rate), rate.token ?? rate.name ?? 'unknown')

function toOffer(rate: WireRate, { request, now }: Context): Offer | null {
  const currency = currencyCode(rate.currency)
  const price = currency && rate.amount ? parsePrice(rate.amount, currency) : null
  if (price === null) return null
  const serviceCode = codeOfRate(rate)
  const estimate = {
    stated: [statedArrival(rate, request)],
    transitDays: rate.estimatedDays,
    longestTransitDays: longestTransitDays(serviceCode, request.pickup.country !== request.dropoff.country),
  }
  return {
    ...price,
    taxMinor: 0,
    serviceCode,
    carrierOfferId: rate.object_id,
    ...deliveryWindow(estimate, request),
    serviceName: rate.name ?? rate.token ?? serviceCode,
    carriedBy: findProvider(rate),
    expiresAt: new Date(now.getTime() + VALIDITY_MS),
    maxWeightGrams: MAX_WEIGHT_GRAMS,
  }
}

/**
 * Offers and declines of a quote. Shippo says beside the rates which carriers have none, and why; what it says of a carrier that
 * has some is a notice.
 */
export function toQuoteOutcome({ rates, messages, status }: WireShipment, context: Context): QuoteOutcome {
  const { request } = context
  const offers = cheapestPerService(rates.flatMap((rate) => toOffer(rate, context) ?? []))
  const offered = new Set(offers.map(({ serviceCode }) => serviceCode))
  const hasOffer = (carrier: string) => offers.some(({ serviceCode }) => serviceCode.startsWith(`${carrier}.`))
  const declines = onePerService([
    ...messages.flatMap((message) => describeDecline(message, { request, hasOffer }) ?? []),
    ...rates.map((rate) => declineOfRate(rate, request)),
  ]).filter(({ serviceCode }) => !offered.has(serviceCode))
  if (offers.length > 0) return { kind: 'offers', offers, declines }
  if (declines.length === 0 && UNFINISHED.has(status?.toUpperCase() ?? '')) return stillWorking
  const said = declines.map(({ serviceCode, message }) => `${serviceCode}: ${message}`).join(' ')
  const message = said || 'No carrier of the Shippo account has a rate.'
  const problem = truncateProblem({ code: declines[0]?.code ?? 'no_offer', message })
  return { kind: 'not_served', ...problem, declines, ...pointTo(message, request) }
}

const stillWorking: QuoteOutcome = {
  kind: 'failed',
  failure: {
    carrierCode: 'shippo',
    code: 'no_rates_returned',
    httpStatus: 200,
    retryable: true,
    retryAfterMs: null,
    message: 'Shippo is still waiting for the rates of the carriers. Ask for a new quote.',
  },
}

function describeDecline(
  { source, code, text }: WireMessage,
  { request, hasOffer }: { request: QuoteRequest; hasOffer: (carrier: string) => boolean },
): Decline | null {
  if (text === null) return null
  const carrier = carrierToken(source ?? 'shippo')
  if (hasOffer(carrier)) {
    return {
      serviceCode: carrier,
      ...truncateProblem({ code: 'carrier_notice' satisfies CarrierMessageCode, message: text }),
      retryable: false,
    }
  }
  return {
    serviceCode: carrier,
    ...truncateProblem({ code: code ?? 'carrier_error', message: text }),
    retryable: TEMPORARY.test(code ?? ''),
    ...pointTo(text, request),
  }
}

function declineOfRate(rate: WireRate, request: QuoteRequest): Decline {
  const message = toWords(rate.messages) || 'The carrier gives no price.'
  return {
    serviceCode: codeOfRate(rate),
    ...truncateProblem({ code: 'carrier_error', message }),
    retryable: false,
    ...pointTo(message, request),
  }
}
