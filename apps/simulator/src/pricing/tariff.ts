/** Price and duration of a transport. Deterministic: the same request has the same price. */
import type { CarrierService } from '@waybill/carriers/carrier-descriptor'
import { limitDecline } from '@waybill/carriers/service-limits'
import { minorDigits } from '@waybill/contracts/values/money'
import type { QuoteBody, WireOptions, WireParcel, WireRoute } from '../wire/wire.ts'
import {
  convertEuroCents,
  crossesCustoms,
  domesticPricePercent,
  getCurrency,
  taxBasisPoints,
  taxMinor,
} from './countries.ts'
import { roadDistanceM } from './geography.ts'
import { optionLines, optionRefusal } from './options.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface Tariff {
  baseCents: number
  centsPerKm: number
  /** Added where goods are cleared through customs. */
  customsCents: number
  /** Per kilogram of chargeable weight. */
  centsPerKg: number
  divisorCm3PerKg: number
  /** By road; null: unlimited. */
  maxDistanceM: number | null
  sameCountryOnly: boolean
  /** Time until the courier arrives at the pickup. */
  approachMs: number
  msPerKm: number
  /** Length of the promised delivery window. */
  windowMs: number
}

/** Express parcels: 5,000 cm³/kg, as in the rate guides of DHL Express and others. */
const AIR_DIVISOR = 5_000
/** European road freight: groupage tariffs count a cubic metre as 333 kg, which is 3,000 cm³/kg. */
const ROAD_DIVISOR = 3_000

/** From this distance on, a kilometre costs 0.3 times as much. */
const LONG_HAUL_KM = 1_500
const LONG_HAUL_FACTOR = 0.3

const tariffs: Readonly<Record<string, Tariff>> = {
  swift_now: {
    baseCents: 590,
    customsCents: 0,
    centsPerKm: 110,
    centsPerKg: 25,
    divisorCm3PerKg: AIR_DIVISOR,
    maxDistanceM: 80_000,
    sameCountryOnly: true,
    approachMs: 15 * MINUTE_MS,
    msPerKm: 2.4 * MINUTE_MS,
    windowMs: 20 * MINUTE_MS, // 25 km/h in town
  },
  van_same_day: {
    baseCents: 1_450,
    customsCents: 4_500,
    centsPerKm: 62,
    centsPerKg: 12,
    divisorCm3PerKg: ROAD_DIVISOR,
    maxDistanceM: 800_000,
    sameCountryOnly: false,
    approachMs: 90 * MINUTE_MS,
    msPerKm: MINUTE_MS,
    windowMs: 2 * HOUR_MS,
  },
  eco_standard: {
    baseCents: 420,
    customsCents: 450,
    centsPerKm: 0.4,
    centsPerKg: 45,
    divisorCm3PerKg: AIR_DIVISOR,
    maxDistanceM: null,
    sameCountryOnly: false,
    approachMs: 2 * DAY_MS,
    msPerKm: 0.5 * MINUTE_MS,
    windowMs: 2 * DAY_MS,
  },
  eco_freight: {
    baseCents: 6_900,
    customsCents: 5_500,
    centsPerKm: 2,
    centsPerKg: 22,
    divisorCm3PerKg: ROAD_DIVISOR,
    maxDistanceM: null,
    sameCountryOnly: false,
    approachMs: 3 * DAY_MS,
    msPerKm: 0.7 * MINUTE_MS,
    windowMs: 3 * DAY_MS,
  },
}

/**
 * Volumetric weight of a parcel in grams, rounded up: cm³ divided by the divisor is kilograms.
 * Source: IATA, The Air Cargo Tariff and Rules, 3.9, whose divisor for air cargo is 6,000.
 */
export function volumetricWeightGrams(parcel: WireParcel, divisorCm3PerKg: number): number {
  // (0.1 mm)³ is 1e-6 cm³ and 1 kg is 1e3 g, so grams = volume × 1e-6 × 1e3 / divisor = volume / (divisor × 1000).
  const volume = BigInt(parcel.length_tenth_mm) * BigInt(parcel.width_tenth_mm) * BigInt(parcel.height_tenth_mm)
  const unit = BigInt(divisorCm3PerKg) * 1_000n
  return Number((volume + unit - 1n) / unit)
}

/**
 * Chargeable weight of all parcels in grams: the sum of the greater of real and volumetric weight of each parcel. A large
 * light box and a small heavy one do not offset each other.
 * Source: UPS, "Determine Billable Weight": for multiple-package shipments, total the billable weight of all packages.
 */
const chargeableGrams = (parcels: readonly WireParcel[], divisorCm3PerKg: number): number =>
  parcels.reduce(
    (sum, parcel) => sum + Math.max(parcel.weight_grams, volumetricWeightGrams(parcel, divisorCm3PerKg)),
    0,
  )

/** The weight that a service charges for, in full kilograms. */
export const chargeableKg = (serviceCode: string, parcels: readonly WireParcel[]): number =>
  Math.ceil(chargeableGrams(parcels, getTariff(serviceCode).divisorCm3PerKg) / 1_000)

/** Why a service does not take a transport. */
interface Refusal {
  code: string
  message: string
  /** JSON pointer to the field of the merchant's shipment. */
  pointer?: string
}

function getTariff(serviceCode: string): Tariff {
  const tariff = tariffs[serviceCode]
  if (!tariff) throw new Error(`service ${serviceCode} has no tariff`)
  return tariff
}

/** Null if the service takes the transport. */
export function findRefusal(
  service: CarrierService,
  route: WireRoute & { on_demand?: boolean; options?: WireOptions | undefined },
): Refusal | null {
  const { pickup, dropoff, parcels } = route
  const tariff = getTariff(service.serviceCode)
  const decline = limitDecline(service, parcels.map(measured))
  if (decline !== null) return { code: decline.code, message: decline.message }
  const unpriced = optionRefusal(route, getCurrency(pickup.country))
  if (unpriced !== null) return unpriced
  const onDemand = route.on_demand ? service.onDemandLimits : undefined
  const isDomesticOnly = tariff.sameCountryOnly || onDemand?.crossesBorders === false
  const limitM = Math.min(
    tariff.maxDistanceM ?? Number.POSITIVE_INFINITY,
    onDemand?.maxDistanceM ?? Number.POSITIVE_INFINITY,
  )
  const crossesBorder = isDomesticOnly && pickup.country !== dropoff.country
  const distanceM = roadDistanceM(pickup, dropoff)
  const haste = onDemand ? ' on demand' : ''
  const farthest = `Goes at most ${limitM / 1_000} km${haste}`
  const way = `by road it is ${Math.ceil(distanceM / 1_000)} km`
  const countries = `from ${pickup.country} to ${dropoff.country}`
  if (distanceM <= limitM) {
    if (!crossesBorder) return null
    return { code: 'no_coverage', message: `Does not cross borders${haste}; the route goes ${countries}.` }
  }
  if (!crossesBorder) return { code: 'too_far', message: `${farthest}; ${way}.` }
  return { code: 'no_coverage', message: `${farthest} and does not cross borders; ${way} ${countries}.` }
}

const measured = (parcel: WireParcel) => ({
  weightGrams: parcel.weight_grams,
  lengthTenthMm: parcel.length_tenth_mm,
  widthTenthMm: parcel.width_tenth_mm,
  heightTenthMm: parcel.height_tenth_mm,
})

interface Price {
  currency: string
  /** The amounts count 10^-exponent of one unit of `currency`. */
  exponent: number
  amountMinor: number
  taxMinor: number
  /** The parts of the amount. */
  lines: { type: string; amountMinor: number }[]
}

/** Fuel surcharge on the price without customs, about what road carriers add in 2026. */
const FUEL_PERCENT = 12

/** Parcels go most of a long way by air or sea, where a kilometre costs less than on the road. */
const chargedKm = (km: number): number => Math.min(km, LONG_HAUL_KM) + Math.max(0, km - LONG_HAUL_KM) * LONG_HAUL_FACTOR

/** Price in the currency of the pickup's country, with its options. `amountMinor` excludes tax. */
export function calculatePrice(serviceCode: string, route: WireRoute & { options?: WireOptions | undefined }): Price {
  const { pickup, dropoff, parcels } = route
  const tariff = getTariff(serviceCode)
  const km = Math.ceil(roadDistanceM(pickup, dropoff) / 1_000)
  const kg = chargeableKg(serviceCode, parcels)
  const customsCents = crossesCustoms(pickup.country, dropoff.country) ? tariff.customsCents : 0
  const percent = pickup.country === dropoff.country ? domesticPricePercent(pickup.country) : 100
  const cents = Math.round(
    ((tariff.baseCents + customsCents + chargedKm(km) * tariff.centsPerKm + kg * tariff.centsPerKg) * percent) / 100,
  )
  const currency = getCurrency(pickup.country)
  const transportMinor = convertEuroCents(cents, currency)
  const added = optionLines(route, currency)
  const amountMinor = added.reduce((sum, line) => sum + line.amountMinor, transportMinor)
  const untaxedMinor = added.reduce((sum, line) => sum + (line.type === 'tip' ? line.amountMinor : 0), 0)
  const tax = taxMinor(amountMinor - untaxedMinor, taxBasisPoints(pickup.country, dropoff.country))
  const customsMinor = Math.min(transportMinor, convertEuroCents(Math.round((customsCents * percent) / 100), currency))
  const fuelMinor = Math.round(((transportMinor - customsMinor) * FUEL_PERCENT) / (100 + FUEL_PERCENT))
  const lines = [
    { type: 'base', amountMinor: transportMinor - customsMinor - fuelMinor },
    { type: 'fuel', amountMinor: fuelMinor },
    { type: 'customs', amountMinor: customsMinor },
    ...added,
  ].filter((line) => line.type === 'base' || line.amountMinor > 0)
  return { currency, exponent: minorDigits(currency), amountMinor, taxMinor: tax, lines }
}

/** The last moment that ISO 8601 writes with a year of four digits. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
export const toWritableDate = (ms: number): Date => new Date(Math.min(LAST_MS, ms))

/** When the courier could be at the door, counted from `now` or from when the goods are ready, whichever is later. */
export function estimateArrival(
  serviceCode: string,
  request: QuoteBody,
  now: Date,
): { startAt: Date; arrivesAt: Date } {
  const tariff = getTariff(serviceCode)
  const km = roadDistanceM(request.pickup, request.dropoff) / 1_000
  const startMs = Math.max(now.getTime(), Date.parse(request.ready_at))
  const arrivesMs = Math.round((startMs + tariff.approachMs + km * tariff.msPerKm) / MINUTE_MS) * MINUTE_MS
  return { startAt: new Date(startMs), arrivesAt: toWritableDate(arrivesMs) }
}

/** How long the way from door to door takes. */
export const travelMs = (serviceCode: string, { pickup, dropoff }: WireRoute): number =>
  Math.round(((roadDistanceM(pickup, dropoff) / 1_000) * getTariff(serviceCode).msPerKm) / MINUTE_MS) * MINUTE_MS

/** Length of the promised delivery window. */
export const windowMs = (serviceCode: string): number => getTariff(serviceCode).windowMs
