/** What a transport costs and how long it takes. Deterministic: the same request has the same price. */
import type { CarrierService } from '@waybill/carriers/carrier-adapter'
import type { QuoteBody, WireParcel, WireRoute } from '../http/wire.ts'
import { convertEuroCents, getCurrency, taxBasisPoints, taxMinor } from './countries.ts'
import { roadDistanceM } from './geography.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface Tariff {
  baseCents: number
  centsPerKm: number
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

const tariffs: Readonly<Record<string, Tariff>> = {
  swift_now: {
    baseCents: 590,
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

/** Why a service does not take a transport. `message` continues the name of the service. */
export interface Refusal {
  code: string
  message: string
}

function getTariff(serviceCode: string): Tariff {
  const tariff = tariffs[serviceCode]
  if (!tariff) throw new Error(`service ${serviceCode} has no tariff`)
  return tariff
}

/** Null if the service takes the transport. Sides are compared longest with longest: a box can be turned. */
export function findRefusal(service: CarrierService, { pickup, dropoff, parcels }: WireRoute): Refusal | null {
  const tariff = getTariff(service.serviceCode)
  if (parcels.length > service.maxParcels) {
    return { code: 'too_many_parcels', message: `takes at most ${service.maxParcels} parcels` }
  }
  const heaviest = Math.max(...parcels.map((parcel) => parcel.weight_grams))
  if (heaviest > service.maxWeightGrams) {
    return { code: 'too_heavy', message: `takes at most ${service.maxWeightGrams / 1_000} kg per parcel` }
  }
  if (parcels.some((parcel) => isTooLarge(parcel, service))) {
    const limit = [service.maxLengthTenthMm, service.maxWidthTenthMm, service.maxHeightTenthMm].map(
      (side) => side / 100,
    )
    return { code: 'too_large', message: `takes at most ${limit.join(' × ')} cm per parcel` }
  }
  if (tariff.sameCountryOnly && pickup.country !== dropoff.country) {
    return { code: 'crosses_border', message: 'does not cross borders' }
  }
  if (tariff.maxDistanceM !== null && roadDistanceM(pickup, dropoff) > tariff.maxDistanceM) {
    return { code: 'too_far', message: `goes at most ${tariff.maxDistanceM / 1_000} km` }
  }
  return null
}

function isTooLarge(parcel: WireParcel, service: CarrierService): boolean {
  const descending = (sides: number[]) => sides.toSorted((a, b) => b - a)
  const sides = descending([parcel.length_tenth_mm, parcel.width_tenth_mm, parcel.height_tenth_mm])
  const limits = descending([service.maxLengthTenthMm, service.maxWidthTenthMm, service.maxHeightTenthMm])
  return sides.some((side, index) => side > (limits[index] ?? 0))
}

export interface Price {
  currency: string
  amountMinor: number
  taxMinor: number
}

/** Price in the currency of the pickup's country. `amountMinor` excludes tax. */
export function calculatePrice(serviceCode: string, { pickup, dropoff, parcels }: WireRoute): Price {
  const tariff = getTariff(serviceCode)
  const km = Math.ceil(roadDistanceM(pickup, dropoff) / 1_000)
  const kg = Math.ceil(chargeableGrams(parcels, tariff.divisorCm3PerKg) / 1_000)
  const cents = Math.round(tariff.baseCents + km * tariff.centsPerKm + kg * tariff.centsPerKg)
  const currency = getCurrency(pickup.country)
  const amountMinor = convertEuroCents(cents, currency)
  return { currency, amountMinor, taxMinor: taxMinor(amountMinor, taxBasisPoints(pickup.country, dropoff.country)) }
}

/** The last moment that ISO 8601 writes with a year of four digits. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
const toWritableDate = (ms: number): Date => new Date(Math.min(LAST_MS, ms))

/** The promised delivery window, counted from `now` or from when the goods are ready, whichever is later. */
export function promiseDelivery(serviceCode: string, request: QuoteBody, now: Date): { fromAt: Date; toAt: Date } {
  const tariff = getTariff(serviceCode)
  const km = roadDistanceM(request.pickup, request.dropoff) / 1_000
  const startMs = Math.max(now.getTime(), Date.parse(request.ready_at))
  const fromMs = Math.round((startMs + tariff.approachMs + km * tariff.msPerKm) / MINUTE_MS) * MINUTE_MS
  return { fromAt: toWritableDate(fromMs), toAt: toWritableDate(fromMs + tariff.windowMs) }
}
