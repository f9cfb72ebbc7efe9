/** Pure: Shippo's rates as offers, and what it says of carriers as declines. */
import type { PriceLine } from '@waybill/contracts/quotes/quote-option'
import { findCurrency } from '@waybill/contracts/values/money'
import type { Decline, Offer, QuoteOutcome, QuoteRequest } from '../../../carrier-adapter.ts'
import { noOptions, type OptionDecline, optionDecline } from '../../../carrier-options.ts'
import { truncateProblem } from '../../../http/outcome.ts'
import { cheapestPerService, onePerService } from '../../../mapping/combined-offers.ts'
import { type Price, parsePrice } from '../../../mapping/decimal-price.ts'
import { addWorkingDays, deliveryWindow, plannedShipDate } from '../../../mapping/delivery-window.ts'
import { carriersAssume, isAboutOffer, residentialNotices, toNotices } from '../../../mapping/notices.ts'
import { ignoredOption, referenceNotices, saturdayNotices } from '../../../mapping/option-notices.ts'
import { currencyCode } from '../../../mapping/wire-fields.ts'
import type { WireRate, WireShipment } from '../wire.ts'
import { shippoDeclarationNotices } from './declaration.ts'
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
    ...insuranceLines(rate, price, request),
    serviceCode,
    carrierOfferId: rate.object_id,
    ...deliveryWindow(estimate, request),
    serviceName: rate.name ?? rate.token ?? serviceCode,
    carriedBy: findProvider(rate),
    expiresAt: new Date(now.getTime() + VALIDITY_MS),
    maxWeightGrams: MAX_WEIGHT_GRAMS,
  }
}

/** The price of the insurance, if it is stated in the currency of the rate. */
function insuranceLines(
  { included_insurance_price: stated }: WireRate,
  { currency, exponent, amountMinor }: Price,
  { pickup, options }: QuoteRequest,
): { priceLines?: PriceLine[] } {
  if (!options?.insurance || stated === null || currency !== findCurrency(pickup.country)) return {}
  const insurance = parsePrice(stated, currency)
  if (insurance === null || insurance.exponent !== exponent || insurance.amountMinor >= amountMinor) return {}
  return {
    priceLines: [
      { type: 'base', amountMinor: amountMinor - insurance.amountMinor },
      { type: 'insurance', amountMinor: insurance.amountMinor },
    ],
  }
}

/** Shippo ignores these options with other carriers. Source: shipmentextra.d.ts; of returns and codes, the guides to them. */
const takers = {
  dangerousGoods: /^usps\./,
  billTo: /^(?:ups|fedex)\./,
  returns: /^(?:usps|ups|fedex)\./,
  codes: /^usps\./,
}

/** Why a rate is without an option that is asked for; null: it has all. */
const findMissingOption = (rate: WireRate, { options = noOptions }: QuoteRequest): OptionDecline | null =>
  options.insurance && rate.included_insurance_price === null
    ? optionDecline('insurance', 'Shippo gives no price with insurance for this service.')
    : ignoredOption(codeOfRate(rate), options, takers)

/**
 * Offers and declines of a quote. Shippo says beside the rates which carriers have none, and why; what it says of a carrier that
 * has some is a notice.
 */
export function toQuoteOutcome({ rates, messages, status }: WireShipment, context: Context): QuoteOutcome {
  const { request } = context
  const able = rates.filter((rate) => findMissingOption(rate, request) === null)
  const offers = cheapestPerService(able.flatMap((rate) => toOffer(rate, context) ?? []))
  const offered = new Set(offers.map(({ serviceCode }) => serviceCode))
  const said = messages.flatMap(({ source, code, text }) =>
    text === null ? [] : { serviceCode: carrierToken(source ?? 'shippo'), code, message: text },
  )
  const beside = said.filter(({ serviceCode }) => isAboutOffer(serviceCode, offers))
  const declines = onePerService([
    ...said.filter((words) => !beside.includes(words)).map((words) => describeDecline(words, request)),
    ...rates.map((rate) => declineOfRate(rate, request)),
  ]).filter(({ serviceCode }) => !offered.has(serviceCode))
  if (offers.length > 0) {
    const ofRates = rates.flatMap((rate) => ({ serviceCode: codeOfRate(rate), message: toWords(rate.messages) }))
    const notices = [
      ...toNotices([...beside, ...ofRates], offers),
      ...residentialNotices({ request, offers, assumption: carriersAssume }),
      ...referenceNotices({ request, offers }),
      ...saturdayNotices(request, 'Shippo'),
      ...shippoDeclarationNotices(request),
    ]
    return { kind: 'offers', offers, declines, notices }
  }
  if (declines.length === 0 && UNFINISHED.has(status?.toUpperCase() ?? '')) return stillWorking
  const reasons = declines.map(({ serviceCode, message }) => `${serviceCode}: ${message}`).join(' ')
  const message = reasons || 'No carrier of the Shippo account has a rate.'
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

/** Words of Shippo or of a carrier, from which the code of a carrier's service begins. */
interface Words {
  serviceCode: string
  code: string | null
  message: string
}

const describeDecline = ({ serviceCode, code, message }: Words, request: QuoteRequest): Decline => ({
  serviceCode,
  ...truncateProblem({ code: code ?? 'carrier_error', message }),
  retryable: TEMPORARY.test(code ?? ''),
  ...pointTo(message, request),
})

function declineOfRate(rate: WireRate, request: QuoteRequest): Decline {
  const missing = findMissingOption(rate, request)
  if (missing !== null) return { serviceCode: codeOfRate(rate), ...missing, retryable: false }
  const message = toWords(rate.messages) || 'The carrier gives no price.'
  return {
    serviceCode: codeOfRate(rate),
    ...truncateProblem({ code: 'carrier_error', message }),
    retryable: false,
    ...pointTo(message, request),
  }
}
