/** Pure: ShipEngine's rates as offers, and what it says of carriers as declines. */
import type { PriceLine } from '@waybill/contracts/quotes/quote-option'
import type { Decline, Offer, QuoteOutcome, QuoteRequest } from '../../../carrier-adapter.ts'
import { truncateProblem } from '../../../http/outcome.ts'
import { cheapestPerService, onePerService } from '../../../mapping/combined-offers.ts'
import { addUp, type Price } from '../../../mapping/decimal-price.ts'
import { deliveryWindow } from '../../../mapping/delivery-window.ts'
import { carriersAssume, residentialNotices, toNotices } from '../../../mapping/notices.ts'
import { codeNotices, referenceNotices, saturdayNotices } from '../../../mapping/option-notices.ts'
import { isReturn } from '../../../vendor/returns.ts'
import type { WireCarrier, WireProblem, WireRate, WireRates } from '../wire.ts'
import { shipengineDeclarationNotices } from './declaration.ts'
import { toWords } from './problems.ts'
import { pointTo } from './requests.ts'
import { findBrand, longestTransitDays, toServiceCode } from './services.ts'

/** ShipEngine does not say how long a rate holds. Carriers change prices by the day. */
const VALIDITY_MS = 3_600_000
/** ShipEngine publishes no limits of weight: its carriers decline what is too heavy. */
const MAX_WEIGHT_GRAMS = 1_000_000
const OWN_PACKAGING = 'package'
/** Carriers give the last minute of a day in place of a time. */
const END_OF_DAY = /T23:59/

/** Purchase of an offer: a service of a carrier account, for at most this price. */
export interface Purchase {
  carrierId: string
  service: string
  /** With tax. */
  limit: Price
}

/** The id of an offer. It does not contain the rate: each booking requests a new rate under its reference. */
export const createOfferId = ({ carrierId, service, limit }: Purchase): string =>
  [carrierId, service, limit.currency, limit.exponent, limit.amountMinor].map(encodeURIComponent).join('/')

/** The purchase of an offer; null: the id is not one of ours. */
export function parseOfferId(carrierOfferId: string | null): Purchase | null {
  const parts = /^([^/]+)\/([^/]+)\/([A-Z]{3})\/(\d)\/(\d{1,15})$/.exec(carrierOfferId ?? '')
  if (parts === null) return null
  const [, carrierId = '', service = '', currency = '', exponent, amountMinor] = parts
  try {
    const limit = { currency, exponent: Number(exponent), amountMinor: Number(amountMinor) }
    return { carrierId: decodeURIComponent(carrierId), service: decodeURIComponent(service), limit }
  } catch {
    return null
  }
}

const named = ({ carrier_code, carrier_friendly_name }: WireRate) => ({
  carrier_code,
  friendly_name: carrier_friendly_name,
})

const toRateCode = (rate: WireRate): string => toServiceCode(named(rate), rate.service_code)

/** Whether the rate is for a parcel in the merchant's own packaging. */
const isForParcel = ({ package_type: type }: WireRate): boolean => type === null || type === OWN_PACKAGING

/** Whether the rate can be bought: ShipEngine lists some that it has found to be invalid. */
const isValid = ({ validation_status: status }: WireRate): boolean => status?.toLowerCase() !== 'invalid'

export const isBookable = (rate: WireRate): boolean => isForParcel(rate) && isValid(rate) && rate.rate_id !== null

const NOTHING = '0'

/** The price of a rate. Null: it has none that can be read, or parts in several currencies. */
export function parseRatePrice(rate: WireRate) {
  const { shipping_amount, insurance_amount, confirmation_amount, other_amount, tax_amount } = rate
  const currency = shipping_amount?.currency ?? null
  if (currency === null) return null
  const all = [shipping_amount, insurance_amount, confirmation_amount, other_amount, tax_amount]
  const foreign = all.some((part) => part?.currency && part.currency !== currency && Number(part.amount) !== 0)
  const sum = foreign
    ? null
    : addUp(
        all.map((part) => part?.amount ?? NOTHING),
        currency,
      )
  if (sum === null) return null
  const [shipping = 0, insurance = 0, confirmation = 0, other = 0, tax = 0] = sum.parts
  const amountMinor = sum.price.amountMinor - tax
  if (amountMinor <= 0 || tax < 0) return null
  return {
    total: sum.price,
    amountMinor,
    taxMinor: tax,
    parts: [
      { type: 'base', amountMinor: shipping },
      { type: 'insurance', amountMinor: insurance },
      { type: 'confirmation', amountMinor: confirmation },
      { type: 'other', amountMinor: other },
    ],
  }
}

const lineTypes: ReadonlyMap<string, string> = new Map([
  ['shipping', 'base'],
  ['fuel_charge', 'fuel'],
  ['tariff', 'customs'],
  ['duties_and_taxes', 'customs'],
])

/** The carrier's details if they are all of the amount, else ShipEngine's parts. Some carriers list totals among the details. */
function priceLines(
  rate: WireRate,
  price: NonNullable<ReturnType<typeof parseRatePrice>>,
): { priceLines?: PriceLine[] } {
  const { currency, exponent } = price.total
  const isWhole = (lines: readonly PriceLine[]) =>
    lines.length > 1 && lines.reduce((sum, line) => sum + line.amountMinor, 0) === price.amountMinor
  const details = rate.rate_details.flatMap(({ rate_detail_type: type, amount }) =>
    amount !== null && Number(amount.amount) !== 0 ? [{ type: type ?? 'other', amount: amount.amount }] : [],
  )
  const sum = addUp(
    details.map(({ amount }) => amount),
    currency,
  )
  const detailed = details.map(({ type }, index) => ({
    type: lineTypes.get(type) ?? type,
    amountMinor: sum?.parts[index] ?? 0,
  }))
  if (sum !== null && sum.price.exponent === exponent && isWhole(detailed)) return { priceLines: detailed }
  const parts = price.parts.filter((line) => line.amountMinor !== 0)
  return isWhole(parts) ? { priceLines: parts } : {}
}

/**
 * The date as the clock at the dropoff shows it. ShipEngine marks local times as UTC: "Tomorrow by 10:30 AM" in
 * `carrier_delivery_days` comes with `T10:30:00Z`. A time at night that no carrier names stands for the day.
 */
export function readLocalDate(stated: string | null, carrierWords: string | null): string | null {
  const [date, clock] = stated?.split('T') ?? []
  if (date === undefined || clock === undefined) return date ?? null
  const isNight = clock < '06' || END_OF_DAY.test(`T${clock}`)
  const isNamed = /\bby \d/i.test(carrierWords ?? '')
  return isNight && !isNamed ? date : `${date}T${clock.replace(/(Z|[+-]\d{2}:?\d{2})$/i, '')}`
}

interface Context {
  request: QuoteRequest
  now: Date
  carriers: readonly WireCarrier[]
}

function toOffer(rate: WireRate, { request, now }: Context): Offer | null {
  const price = parseRatePrice(rate)
  if (price === null || rate.carrier_id === null) return null
  const serviceCode = toRateCode(rate)
  const estimate = {
    stated: [readLocalDate(rate.estimated_delivery_date, rate.carrier_delivery_days)],
    transitDays: rate.delivery_days,
    longestTransitDays: longestTransitDays(serviceCode, request.pickup.country !== request.dropoff.country),
  }
  const { currency, exponent } = price.total
  return {
    currency,
    exponent,
    amountMinor: price.amountMinor,
    taxMinor: price.taxMinor,
    ...priceLines(rate, price),
    ...deliveryWindow(estimate, request),
    carrierOfferId: createOfferId({ carrierId: rate.carrier_id, service: rate.service_code, limit: price.total }),
    serviceCode,
    serviceName: rate.service_type ?? rate.service_code,
    carriedBy: findBrand(named(rate)).name,
    expiresAt: new Date(now.getTime() + VALIDITY_MS),
    maxWeightGrams: MAX_WEIGHT_GRAMS,
  }
}

/** Offers and declines of a quote. ShipEngine names the carriers of errors by id or code. */
export function toQuoteOutcome(rates: WireRates, context: Context): QuoteOutcome {
  const { request, carriers } = context
  const bookable = rates.rates.filter(isBookable)
  const valid = isReturn(request) ? bookable.filter((rate) => takesReturns(rate, carriers)) : bookable
  const offers = cheapestPerService(valid.flatMap((rate) => toOffer(rate, context) ?? []))
  const offered = new Set(offers.map(({ serviceCode }) => serviceCode))
  const declines = onePerService([
    ...rates.errors.map((problem) => declineOfCarrier(problem, context)),
    ...[...rates.rates, ...rates.invalid_rates].flatMap((rate) => declineOfRate(rate, request) ?? []),
    ...bookable.filter((rate) => !valid.includes(rate)).map(declineReturn),
    ...(request.parcels.length > 1 ? singleParcelCarriers(carriers) : []),
  ]).filter(({ serviceCode }) => !offered.has(serviceCode))
  if (offers.length > 0) {
    const warnings = valid.flatMap((rate) =>
      rate.warning_messages.map((message) => ({ serviceCode: toRateCode(rate), message })),
    )
    return {
      kind: 'offers',
      offers,
      declines,
      notices: [
        ...toNotices(warnings, offers),
        ...residentialNotices({ request, offers, assumption: carriersAssume }),
        ...referenceNotices({ request, offers }),
        ...saturdayNotices(request, 'ShipEngine'),
        ...codeNotices(request, 'ShipEngine'),
        ...shipengineDeclarationNotices(request),
      ],
    }
  }
  if (declines.length === 0 && rates.status === 'working') return stillWorking
  const said = declines.map(({ serviceCode, message }) => `${serviceCode}: ${message}`).join(' ')
  const message = said || 'No carrier of the ShipEngine account has a rate.'
  const problem = truncateProblem({ code: declines[0]?.code ?? 'no_offer', message })
  return { kind: 'not_served', ...problem, declines, ...pointTo(message, request) }
}

const stillWorking: QuoteOutcome = {
  kind: 'failed',
  failure: {
    carrierCode: 'shipengine',
    code: 'no_rates_returned',
    httpStatus: 200,
    retryable: true,
    retryAfterMs: null,
    message: 'ShipEngine is still waiting for the rates of the carriers. Ask for a new quote.',
  },
}

function declineOfCarrier(problem: WireProblem, { request, carriers }: Context): Decline {
  const carrier = carriers.find(({ carrier_id }) => carrier_id === problem.carrier_id)
  const friendly_name = carrier?.friendly_name ?? problem.carrier_name
  const carrier_code = problem.carrier_code ?? carrier?.carrier_code ?? null
  const words = toWords(problem)
  return {
    serviceCode:
      carrier_code === null && friendly_name === null ? 'shipengine' : findBrand({ carrier_code, friendly_name }).code,
    ...truncateProblem({ code: problem.error_code ?? 'carrier_error', message: words }),
    retryable: false,
    ...pointTo(words, request),
  }
}

/** Why a rate is no offer; null: it is one, or nothing is said. */
function declineOfRate(rate: WireRate, request: QuoteRequest): Decline | null {
  const because = (code: string, message: string): Decline => ({
    serviceCode: toRateCode(rate),
    ...truncateProblem({ code, message }),
    retryable: false,
    ...pointTo(message, request),
  })
  if (!isForParcel(rate)) {
    return because('no_offer', `Offered in packaging of the carrier only: ${rate.package_type}.`)
  }
  if (isBookable(rate) && parseRatePrice(rate) !== null) return null
  return because('carrier_error', rate.error_messages.join(' ') || 'The carrier gives no reason.')
}

const takesReturns = ({ carrier_id, service_code }: WireRate, carriers: readonly WireCarrier[]): boolean =>
  carriers
    .find((carrier) => carrier.carrier_id === carrier_id)
    ?.services.find((service) => service.service_code === service_code)?.is_return_supported !== false

/** Rates for a return are found also of services that make no return labels. */
const declineReturn = (rate: WireRate): Decline => ({
  serviceCode: toRateCode(rate),
  code: 'option_not_supported',
  message: 'This service takes no returns.',
  retryable: false,
  pointer: '/direction',
})

const singleParcelCarriers = (carriers: readonly WireCarrier[]): Decline[] =>
  carriers
    .filter((carrier) => !carrier.has_multi_package_supporting_services)
    .map((carrier) => ({
      serviceCode: findBrand(carrier).code,
      code: 'too_many_parcels',
      message: 'Takes one parcel at a time through ShipEngine.',
      retryable: false,
    }))
