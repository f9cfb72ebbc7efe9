/** Pure: what a carrier's descriptor already excludes, so that it need not be asked. */
import { distanceM } from '@waybill/contracts/values/distance'
import type { CarrierParcel, Decline, QuoteRequest } from './carrier-adapter.ts'
import type { CarrierDescriptor, CarrierService } from './carrier-descriptor.ts'

type Measured = Pick<CarrierParcel, 'weightGrams' | 'lengthTenthMm' | 'widthTenthMm' | 'heightTenthMm'>

const centimetres = (sides: readonly number[]): string => `${sides.map((side) => side / 100).join(' × ')} cm`

/** The sides, longest first: a box can be turned. */
const bySize = (box: Readonly<{ length: number; width: number; height: number }>): number[] =>
  [box.length, box.width, box.height].sort((a, b) => b - a)

/** Why the parcels exceed the limits of a service; null if they do not. */
export function limitDecline(service: CarrierService, parcels: readonly Measured[]): Decline | null {
  const because = (code: string, message: string): Decline => ({
    serviceCode: service.serviceCode,
    code,
    message,
    retryable: false,
  })
  if (parcels.length > service.maxParcels) {
    return because('too_many_parcels', `Takes at most ${service.maxParcels} parcels; there are ${parcels.length}.`)
  }
  const heaviest = Math.max(...parcels.map(({ weightGrams }) => weightGrams))
  if (heaviest > service.maxWeightGrams) {
    const limit = service.maxWeightGrams / 1_000
    return because('too_heavy', `Takes at most ${limit} kg per parcel; one has ${heaviest / 1_000} kg.`)
  }
  const limits = bySize({
    length: service.maxLengthTenthMm,
    width: service.maxWidthTenthMm,
    height: service.maxHeightTenthMm,
  })
  for (const parcel of parcels) {
    const sides = bySize({
      length: parcel.lengthTenthMm,
      width: parcel.widthTenthMm,
      height: parcel.heightTenthMm,
    })
    const exceeding = sides.findIndex((side, index) => side > (limits[index] ?? 0))
    if (exceeding === -1) continue
    const message = `Takes at most ${centimetres(limits)} per parcel; one has ${centimetres(sides)}.`
    return because(exceeding === 0 ? 'too_long' : 'too_large', message)
  }
  return null
}

/** Why a service on demand does not go there, as far as country and coordinates show; null if they do not. */
function onDemandDecline(
  { serviceCode, onDemandLimits }: CarrierService,
  { pickup, dropoff, onDemand }: Pick<QuoteRequest, 'pickup' | 'dropoff' | 'onDemand'>,
): Decline | null {
  if (!onDemand || !onDemandLimits) return null
  if (!onDemandLimits.crossesBorders && pickup.country !== dropoff.country) {
    const crossing = `Does not cross borders on demand; the route goes from ${pickup.country} to ${dropoff.country}.`
    return { serviceCode, code: 'no_coverage', message: crossing, retryable: false }
  }
  // A road is at least as long as the straight line.
  const straightM = distanceM(pickup, dropoff)
  if (straightM === null || straightM <= onDemandLimits.maxDistanceM) return null
  const limitKm = onDemandLimits.maxDistanceM / 1_000
  const message = `Goes at most ${limitKm} km on demand; it is ${Math.ceil(straightM / 1_000)} km as the crow flies.`
  return { serviceCode, code: 'too_far', message, retryable: false }
}

/** Every service that cannot take the parcels, or collect in that country, with the reason. */
export function declinesByDescriptor(
  { countries, services }: CarrierDescriptor,
  request: Pick<QuoteRequest, 'pickup' | 'dropoff' | 'parcels' | 'onDemand'>,
): Decline[] {
  const { pickup, parcels } = request
  if (countries === '*' || countries.includes(pickup.country)) {
    return services
      .map((service) => limitDecline(service, parcels) ?? onDemandDecline(service, request))
      .filter((decline) => decline !== null)
  }
  const message = `Does not collect in ${pickup.country}.`
  return services.map(({ serviceCode }) => ({ serviceCode, code: 'no_coverage', message, retryable: false }))
}

const DISCOVERED_CODE = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/

/** Whether an aggregator may have a service of this code: `carrier.service` in lower case, such as `usps.priority`. */
export const mayBeDiscovered = (serviceCode: string): boolean => DISCOVERED_CODE.test(serviceCode)
