/** Requests prices from every carrier in parallel. */
import type { CarrierFailure, Decline, Offer, QuoteOutcome, QuoteRequest } from '@waybill/carriers/carrier-adapter'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { findUnsupportedOption } from '@waybill/carriers/carrier-options'
import { laneFindings } from '@waybill/carriers/mapping/customs/lane-rules'
import { isAboutOffer } from '@waybill/carriers/mapping/notices'
import type { Carriers } from '@waybill/carriers/registry'
import { declinesByDescriptor } from '@waybill/carriers/service-limits'
import { toQuoteRequest } from '@waybill/carriers/shipment-request'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { CarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import { newId } from '@waybill/contracts/ids'
import type { CarrierMessage, CarrierMessageCode } from '@waybill/contracts/quotes/carrier-message'
import type { QuoteOption } from '@waybill/contracts/quotes/quote-option'
import type { Shipment } from '@waybill/contracts/shipment'
import { utcDate } from '@waybill/contracts/values/local-time'
import { isServiceEnabled } from '../accounts/check.ts'
import { outsideOrigin } from '../accounts/origin.ts'
import { mayBeRefusal } from '../accounts/verification.ts'
import { type Contract, type ListContracts, simulatedContracts } from './contracts.ts'
import { type RateCache, requestKey, requestText } from './rate-cache.ts'
import { type TextNotice, textNotices } from './text-notices.ts'
import { transitDays } from './transit-days.ts'

/** Half a second at most to store and return the quote; the rest for a booking to arrive. */
const MIN_VALIDITY_MS = 1_000

/** Default weight limit of a carrier that does not publish one. */
const UNPUBLISHED_MAX_WEIGHT_GRAMS = 1_000_000

interface Rates {
  options: QuoteOption[]
  /** Why other carriers and services made no offer. */
  messages: CarrierMessage[]
  /** The environment has simulated carriers or an enabled account. */
  hasCarriers: boolean
  /** Carriers were asked, and every one of them may make an offer later. */
  isUnavailable: boolean
  /** The services that could have made an offer. */
  services: { maxWeightGrams: number }[]
}

/** Answer of one carrier. */
export type RatesPart = Pick<Rates, 'options' | 'messages'>

export interface RatesCall {
  requestId: string
  deadlineAt: Date
  signal: AbortSignal
  /** Gets the answer of each carrier when it arrives. An option of it may have expired by the time of the last answer. */
  report?: (part: RatesPart) => void
}

/** One carrier's outcome. */
export interface CarrierAnswer {
  descriptor: Pick<CarrierDescriptor, 'carrierCode' | 'name' | 'services' | 'discoversServices'>
  carrierAccountId: string
  /** The services that the account quotes; null: all. */
  enabled: readonly string[] | null
  /** Null: the carrier was not asked, because its descriptor excludes every service. */
  outcome: QuoteOutcome | null
  /** The services that the descriptor excludes. */
  excluded: Decline[]
}

/** One carrier's outcome, with the offers of quoted services as options. */
interface PricedAnswer extends CarrierAnswer {
  made: QuoteOption[]
  /** Said beside offers. */
  notices?: TextNotice[]
}

/** The request to every carrier. */
interface RatesRequest {
  request: QuoteRequest
  /** Equal for requests that carriers cannot tell apart. */
  text: string
  call: RatesCall
}

interface CacheableAnswer extends CarrierAnswer {
  /** The cache key of the outcome; null if it cannot be cached or came from the cache. */
  key: string | null
  /** False: the outcome says why the carrier was not asked. */
  isAsked: boolean
}

export type AskForRates = (shipment: Shipment, call: RatesCall) => Promise<Rates>

/**
 * An error of one carrier becomes a message and does not fail the quote. Each carrier has its own timeout. `suspect` gets the
 * accounts whose requests a carrier answers 401 or 403, and those whose credentials no key opens.
 */
export function createRates({
  carriers,
  listContracts,
  suspect,
  cache,
  metrics,
}: {
  carriers: Carriers
  /** The merchant's accounts. */
  listContracts: ListContracts
  suspect: (account: CarrierAccount) => void
  cache: RateCache
  metrics: Metrics
}): AskForRates {
  const reused = metrics.counter({
    name: 'carrier_quotes_reused_total',
    help: 'Price requests answered from the cache, without a call to the carrier.',
    labels: ['carrier_code'],
  })

  async function askOne(
    { adapter, account, stored, services, hindrance }: Contract,
    { request, text, call }: RatesRequest,
  ): Promise<CacheableAnswer> {
    const { descriptor } = adapter
    const { carrierCode } = descriptor
    const offered = enabledServices(descriptor, services)
    const excluded = declinesByDescriptor({ ...descriptor, services: offered }, request)
    const { carrierAccountId } = account
    const asked = { descriptor, carrierAccountId, enabled: services, excluded, key: null, isAsked: true }
    const notAsked = { ...asked, excluded: [], isAsked: false }
    const elsewhere = stored && outsideOrigin(stored, request)
    if (elsewhere) return { ...notAsked, outcome: elsewhere }
    if (stored && hindrance && stored.status !== 'failing') suspect(stored)
    if (hindrance) return { ...notAsked, outcome: { kind: 'failed', failure: hindrance } }
    const unsupported = findUnsupportedOption(descriptor, request)
    if (unsupported) return { ...notAsked, outcome: { kind: 'not_served', ...unsupported } }
    if (!descriptor.discoversServices && excluded.length === offered.length)
      return { ...asked, isAsked: false, outcome: null }
    const key = descriptor.offersReusable ? requestKey(account, text) : null
    const cached = key && (await cache.find(key))
    if (cached) {
      reused.inc({ carrier_code: carrierCode })
      return { ...asked, outcome: cached }
    }
    const outcome = await adapter
      .quote(request, { account, ...call })
      .catch((): QuoteOutcome => ({ kind: 'failed', failure: crashed(carrierCode) }))
    if (stored && outcome.kind === 'failed' && mayBeRefusal(outcome.failure)) suspect(stored)
    return { ...asked, outcome, key }
  }

  return async (shipment, call) => {
    const now = new Date()
    const request = toQuoteRequest(shipment, now)
    const ratesRequest = { request, text: requestText(request, now), call }
    const askAndReport = async (contract: Contract) => {
      const { descriptor } = contract.adapter
      const priced = withOptions(await askOne(contract, ratesRequest), request)
      const services = descriptor.declaresGoods ? priced.made.map(({ serviceCode }) => serviceCode) : []
      const notices = [...textNotices(descriptor, shipment), ...laneFindings(request, services, utcDate(now))]
      const answer = { ...priced, notices }
      call.report?.(toRates(answer, new Date()))
      return answer
    }
    const askAll = (contracts: readonly Contract[]) => Promise.all(contracts.map(askAndReport))
    // The simulated carriers do not wait for the accounts to be read.
    const simulated = askAll(simulatedContracts(carriers, shipment))
    const own = listContracts(shipment).then(askAll)
    const answers = (await Promise.all([simulated, own])).flat()
    // In a later turn: by then the quote has been sent to the database, so that caching delays nothing.
    setImmediate(() => {
      for (const { key, outcome } of answers) if (key && outcome) void cache.keep(key, outcome)
    })
    // After all carriers have answered: an offer may have expired while another carrier was slow.
    const at = new Date()
    const rates = answers.map((answer) => toRates(answer, at))
    const ofAsked = rates.filter((_, index) => answers[index]?.isAsked)
    return {
      options: rates.flatMap(({ options }) => options),
      messages: rates.flatMap(({ messages }) => messages),
      hasCarriers: answers.length > 0,
      isUnavailable: ofAsked.length > 0 && ofAsked.every(({ isUnavailable }) => isUnavailable),
      services: rates.flatMap(({ services }) => services),
    }
  }
}

/** The declared services that an account quotes. */
const enabledServices = ({ services }: Pick<CarrierDescriptor, 'services'>, enabled: readonly string[] | null) =>
  services.filter(({ serviceCode }) => isServiceEnabled(enabled, serviceCode))

type Reason = Omit<Decline, 'serviceCode'>

/** Gives the offers of an answer their ids as options. */
export function withOptions<A extends CarrierAnswer>(answer: A, request: QuoteRequest): A & PricedAnswer {
  const { enabled, outcome } = answer
  const offers = outcome?.kind === 'offers' ? outcome.offers : []
  const quoted = offers.filter(({ serviceCode }) => isServiceEnabled(enabled, serviceCode))
  return { ...answer, made: quoted.map((offer) => toOption(offer, { ...answer, request })) }
}

/** The options of a carrier's answer that can still be booked at `at`, and why the other services have none. */
export function toRates(
  { descriptor, carrierAccountId, enabled, outcome, excluded, made, notices = [] }: PricedAnswer,
  at: Date,
): Omit<Rates, 'hasCarriers'> {
  const { carrierCode } = descriptor
  const isQuoted = ({ serviceCode }: { serviceCode: string }) => isServiceEnabled(enabled, serviceCode)
  const offers = made.filter((option) => isBookable(option, at))
  const offered = new Set(offers.map(({ serviceCode }) => serviceCode))
  const declines = outcome === null || outcome.kind === 'failed' ? [] : (outcome.declines ?? []).filter(isQuoted)
  const reasons = new Map<string, Reason>([
    ...excluded.map((decline) => [decline.serviceCode, decline] as const),
    ...declines.map((decline) => [decline.serviceCode, decline] as const),
    ...made.map(({ serviceCode }) => [serviceCode, offerExpired] as const),
  ])
  const declared = enabledServices(descriptor, enabled)
  // A carrier whose services are discovered has only the services that it names.
  const known = descriptor.discoversServices ? [...reasons.keys()] : declared.map(({ serviceCode }) => serviceCode)
  const without = known.filter((code) => !offered.has(code))
  const unexplained = without.filter((code) => !reasons.has(code))
  const isSilent = offers.length === 0 && unexplained.length === known.length
  const general = outcome && generalReason(outcome)
  const say = (serviceCode: string | null, { code, message, retryable, pointer }: Reason): CarrierMessage => ({
    carrierCode,
    carrierAccountId,
    serviceCode,
    code,
    message,
    retryable,
    pointer: pointer ?? null,
  })
  const services = isSilent ? [] : without
  const messages = services.flatMap((code) => {
    const reason = reasons.get(code) ?? general
    return reason ? [say(code, reason)] : []
  })
  if (isSilent && general) messages.push(say(null, general))
  const beside = outcome?.kind === 'offers' ? (outcome.notices ?? []) : []
  const said = beside.filter(({ serviceCode }) => isAboutOffer(serviceCode, offers))
  messages.push(...said.map((notice) => say(notice.serviceCode, { ...notice, retryable: false })))
  if (offers.length > 0) messages.push(...notices.map((notice) => say(null, notice)))
  return {
    options: offers,
    messages,
    isUnavailable: offers.length === 0 && (general?.retryable === true || messages.some(({ retryable }) => retryable)),
    services: descriptor.discoversServices ? [{ maxWeightGrams: UNPUBLISHED_MAX_WEIGHT_GRAMS }] : declared,
  }
}

/** Message for a service about which the carrier says nothing. */
function generalReason(outcome: QuoteOutcome): Reason {
  if (outcome.kind === 'offers') return { code: 'no_offer', message: 'The carrier made no offer.', retryable: false }
  if (outcome.kind === 'not_served') {
    const { code, message, pointer } = outcome
    return { code, message, retryable: false, pointer }
  }
  const { message, retryable } = outcome.failure
  return { code: failureCode(outcome.failure), message, retryable }
}

/** How the HTTP client names calls that got no answer, in the merchant's terms. */
const codeByFault: Readonly<Record<string, CarrierMessageCode>> = {
  timeout: 'timeout',
  deadline_passed: 'timeout',
  unreachable: 'carrier_unavailable',
  connection_broken: 'carrier_unavailable',
  circuit_open: 'carrier_unavailable',
  too_many_calls: 'carrier_unavailable',
  address_not_allowed: 'carrier_unavailable',
}

function failureCode({ code, httpStatus }: CarrierFailure): string {
  if (httpStatus === null) return codeByFault[code] ?? code
  if (httpStatus === 429) return 'rate_limited'
  return httpStatus >= 500 ? 'carrier_unavailable' : code
}

/** An offer that is about to expire, or has expired, cannot be booked any more. */
const isBookable = ({ expiresAt }: QuoteOption, at: Date): boolean =>
  expiresAt.getTime() >= at.getTime() + MIN_VALIDITY_MS

function toOption(
  offer: Offer,
  {
    descriptor,
    carrierAccountId,
    request,
  }: Pick<CarrierAnswer, 'descriptor' | 'carrierAccountId'> & { request: QuoteRequest },
): QuoteOption {
  const { currency, exponent, amountMinor, taxMinor } = offer
  const service = descriptor.services.find(({ serviceCode }) => serviceCode === offer.serviceCode)
  const lines = offer.priceLines ?? []
  const isSum = lines.reduce((sum, line) => sum + line.amountMinor, 0) === amountMinor
  return {
    quoteOptionId: newId('qop'),
    carrierCode: descriptor.carrierCode,
    carrierName: descriptor.name,
    carrierAccountId,
    serviceCode: offer.serviceCode,
    serviceName: offer.serviceName ?? service?.name ?? null,
    carriedBy: offer.carriedBy ?? null,
    currency,
    exponent,
    amountMinor,
    taxMinor,
    // Lines that are not the price would show another price.
    priceLines: isSum ? lines : [],
    etaFrom: offer.etaFromAt,
    etaTo: offer.etaToAt,
    etaPrecision: offer.etaPrecision ?? 'time',
    transitDays: transitDays(request, offer.etaToAt),
    features: [...(service?.features ?? [])],
    maxWeightGrams: offer.maxWeightGrams,
    expiresAt: offer.expiresAt,
    carrierRateId: offer.carrierOfferId,
  }
}

/** An expired offer may be renewed, so that a retry helps. */
const offerExpired: Reason = {
  code: 'offer_expired',
  message: 'The offer of the carrier has expired.',
  retryable: true,
}

const crashed = (carrierCode: string): CarrierFailure => ({
  carrierCode,
  code: 'carrier_error',
  message: 'The request to the carrier failed.',
  httpStatus: null,
  retryable: true,
  retryAfterMs: null,
})
