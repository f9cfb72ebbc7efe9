/** Pure: UPS's prices as offers. */
import type { PriceLine } from '@waybill/contracts/quotes/quote-option'
import type { Notice, Offer, QuoteRequest } from '../../../carrier-adapter.ts'
import { type Price, parsePrice } from '../../../mapping/decimal-price.ts'
import { deliveryWindow } from '../../../mapping/delivery-window.ts'
import { toNotices } from '../../../mapping/notices.ts'
import { isReturn } from '../../../vendor/returns.ts'
import { upsDescriptor } from '../descriptor.ts'
import type { WireRatedShipment, WireRates } from '../wire.ts'
import { isForReturns, serviceByUpsCode } from './services.ts'

/** Itemized charge of fuel. Source: Rating API, accessorial codes. */
const FUEL = '375'
/** From this time on, an arrival is the end of the day: no time is promised. */
const END_OF_DAY = '2300'

type Money = WireRatedShipment['TotalCharges']
type Itemized = Pick<WireRatedShipment, 'ItemizedCharges'>

/** The parts of a price: those that UPS names for the shipment, and those for each package. */
interface Parts {
  ofShipment: Pick<WireRatedShipment, 'BaseServiceCharge' | 'ItemizedCharges'>
  /** UPS names no negotiated base price of a package. */
  ofPackages: (Itemized & Partial<Pick<WireRatedShipment, 'BaseServiceCharge'>>)[]
}

const toPrice = (money: Money): Price | null =>
  money?.MonetaryValue && money.CurrencyCode ? parsePrice(money.MonetaryValue, money.CurrencyCode.toUpperCase()) : null

/** The amount counted by another exponent; null: it is not a whole number of that unit, or in another currency. */
function toMinor(price: Price | null, { currency, exponent }: Price): number | null {
  if (price === null || price.currency !== currency || price.exponent > exponent) return null
  return price.amountMinor * 10 ** (exponent - price.exponent)
}

/** The same price counted by a finer exponent. */
const withExponent = (price: Price, exponent: number): Price => ({
  ...price,
  exponent,
  amountMinor: price.amountMinor * 10 ** (exponent - price.exponent),
})

/** Price for the merchant: negotiated if the account has negotiated rates, else published. */
function pickCharges(rated: WireRatedShipment): { price: Price; taxMinor: number; parts: Parts } | null {
  const { NegotiatedRateCharges: negotiated } = rated
  const isNegotiated = toPrice(negotiated?.TotalCharge ?? null) !== null
  const charges = isNegotiated && negotiated ? negotiated : rated
  const total = toPrice(isNegotiated ? (negotiated?.TotalCharge ?? null) : rated.TotalCharges)
  if (total === null) return null
  const withTaxes = toPrice(charges.TotalChargesWithTaxes)
  const price = withExponent(total, Math.max(total.exponent, withTaxes?.exponent ?? 0))
  const taxMinor = Math.max(0, (toMinor(withTaxes, price) ?? price.amountMinor) - price.amountMinor)
  const ofPackages = isNegotiated
    ? rated.RatedPackage.flatMap(({ NegotiatedCharges }) => NegotiatedCharges ?? [])
    : rated.RatedPackage
  return { price, taxMinor, parts: { ofShipment: charges, ofPackages } }
}

/** The sum of base prices; null: UPS names none, or one that cannot be read. */
function addBase(charges: readonly NonNullable<Money>[], price: Price): number | null {
  const amounts = charges
    .filter((each) => Number(each.MonetaryValue) !== 0)
    .map((each) => toMinor(toPrice(each), price))
  return amounts.length === 0
    ? null
    : amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0)
}

const addFuel = (charges: readonly Itemized[], price: Price): number =>
  charges
    .flatMap(({ ItemizedCharges }) => ItemizedCharges.filter(({ Code }) => Code === FUEL))
    .reduce(
      (sum, { MonetaryValue }) => sum + (toMinor(parsePrice(MonetaryValue ?? '0', price.currency), price) ?? 0),
      0,
    )

/**
 * Base price, fuel, and all other surcharges together. Within the United States UPS names base and fuel for each package, elsewhere for
 * the shipment, and may repeat there what it names for the packages. Empty: UPS names no base price.
 */
function toPriceLines({ ofShipment, ofPackages }: Parts, price: Price): PriceLine[] {
  const ofEach = ofPackages.map(({ BaseServiceCharge = [] }) => addBase(BaseServiceCharge, price))
  const inPackages = ofEach.reduce((sum, base) => (sum === null || base === null ? null : sum + base), 0) || null
  const base = addBase(ofShipment.BaseServiceCharge, price) ?? inPackages
  if (base === null) return []
  const [once, each] = [addFuel([ofShipment], price), addFuel(ofPackages, price)]
  const isRepeated = once === each || base + once + each > price.amountMinor
  const fuel = isRepeated ? Math.max(once, each) : once + each
  const rest = price.amountMinor - base - fuel
  if (rest < 0) return []
  const lines = [
    { type: 'base', amountMinor: base },
    { type: 'fuel', amountMinor: fuel },
    { type: 'surcharges', amountMinor: rest },
  ]
  return lines.filter(({ amountMinor }) => amountMinor > 0)
}

/** When UPS says that it arrives, local at the destination: `2026-12-01T10:30`, or the date alone. Null: it does not say. */
function findArrival({ TimeInTransit }: WireRatedShipment): string | null {
  const { Date: date, Time: time } = TimeInTransit?.ServiceSummary.EstimatedArrival?.Arrival ?? {}
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date ?? '') ?? []
  if (year === undefined) return null
  const clock = time?.replaceAll(':', '').padEnd(4, '0').slice(0, 4) ?? END_OF_DAY
  const isTime = /^\d{4}$/.test(clock) && clock < END_OF_DAY && clock !== '0000'
  return `${year}-${month}-${day}${isTime ? `T${clock.slice(0, 2)}:${clock.slice(2)}` : ''}`
}

/** Code of `SaturdayDelivery`: delivery on that day costs more, which is in the price. Bookings ask for it if the merchant does. */
const AT_EXTRA_COST = '1'

const isOnWeekend = ({ TimeInTransit }: WireRatedShipment): boolean => {
  const { SaturdayDelivery, SundayDelivery } = TimeInTransit?.ServiceSummary ?? {}
  return SaturdayDelivery === AT_EXTRA_COST || SundayDelivery === AT_EXTRA_COST
}

const SATURDAY = 6

/** UPS marks a delivery on Saturday without an extra cost by its date alone. */
function isOnSaturday(rated: WireRatedShipment): boolean {
  const date = findArrival(rated)?.slice(0, 10)
  const isThatDay = date !== undefined && new Date(`${date}T00:00:00Z`).getUTCDay() === SATURDAY
  return isThatDay || rated.TimeInTransit?.ServiceSummary.SaturdayDelivery === AT_EXTRA_COST
}

/** The services that are offered. UPS names a service twice if it also delivers on Saturday, at another price. */
export const toOffers = (rated: readonly WireRatedShipment[], request: QuoteRequest, now: Date): Offer[] =>
  rated
    .filter((each) => (request.options?.saturdayDelivery ? isOnSaturday(each) : !isOnWeekend(each)))
    .flatMap((each) => toOffer(each, request, now) ?? [])

/** Null: the service is not offered, or has no price. */
function toOffer(rated: WireRatedShipment, request: QuoteRequest, now: Date): Offer | null {
  const service = serviceByUpsCode(rated.Service.Code)
  const found = pickCharges(rated)
  if (service === undefined || found === null) return null
  if (isReturn(request) && !isForReturns(service)) return null
  const { price, taxMinor, parts } = found
  const { BusinessDaysInTransit: days = null } = rated.TimeInTransit?.ServiceSummary.EstimatedArrival ?? {}
  const limits = upsDescriptor.services.find(({ serviceCode }) => serviceCode === service.serviceCode)
  const transitDays = days ?? rated.GuaranteedDelivery?.BusinessDaysInTransit ?? null
  const { longestDays: longestTransitDays } = service
  const priceLines = toPriceLines(parts, price)
  return {
    ...price,
    ...deliveryWindow({ stated: [findArrival(rated)], transitDays, longestTransitDays }, request),
    // UPS books by service.
    carrierOfferId: null,
    serviceCode: service.serviceCode,
    serviceName: rated.TimeInTransit?.ServiceSummary.Service?.Description ?? service.name,
    taxMinor,
    ...(priceLines.length > 0 && { priceLines }),
    expiresAt: new Date(now.getTime() + (limits?.quoteValidityMs ?? 0)),
    maxWeightGrams: limits?.maxWeightGrams ?? 0,
  }
}

/** Alerts of UPS beside its prices, for the shipment or a service: the account has no negotiated rates (120900). */
export function findNotices({ Response, RatedShipment }: WireRates, offers: readonly Offer[]): Notice[] {
  const ofServices = RatedShipment.flatMap(({ Service, RatedShipmentAlert }) => {
    const { serviceCode } = serviceByUpsCode(Service.Code) ?? {}
    return serviceCode === undefined ? [] : RatedShipmentAlert.map((alert) => ({ ...alert, serviceCode }))
  })
  const ofAll = (Response?.Alert ?? []).map((alert) => ({ ...alert, serviceCode: null }))
  const remarks = [...ofAll, ...ofServices].map(({ serviceCode, Code, Description }) => ({
    serviceCode,
    message: Description ?? (Code === null ? '' : `Alert ${Code}.`),
  }))
  return toNotices(remarks, offers)
}
