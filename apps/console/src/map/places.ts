/** Pure: where a delivery begins, ends and has been, in degrees. */
import type { TimelineEntry } from '@waybill/sdk'

export interface Place {
  latitude: number
  longitude: number
}

export interface Places {
  pickup: Place | null
  dropoff: Place | null
  /** The courier's last position; null without one, and after the end. */
  courier: Place | null
  /** Where the carrier has reported the courier so far, oldest first. */
  trail: Place[]
}

export interface Route {
  travelled: Place[]
  /** The rest of the way, as straight lines. Empty after the end. */
  ahead: Place[]
}

/** Null unless both coordinates are known. */
export const toPlace = (address: { latitude: number | null; longitude: number | null }): Place | null =>
  address.latitude === null || address.longitude === null
    ? null
    : { latitude: address.latitude, longitude: address.longitude }

/** Positions in the reports about a booking, oldest first, each once. */
export function toTrail(timeline: readonly TimelineEntry[], bookingId: string): Place[] {
  return timeline
    .filter((entry) => entry.booking_id === bookingId)
    .toSorted((one, other) => one.occurred_at.localeCompare(other.occurred_at))
    .flatMap(({ location }) => (location ? [location] : []))
    .filter((place, index, all) => index === 0 || !isSame(place, all[index - 1]))
}

const isSame = (one: Place, other: Place | undefined): boolean =>
  one.latitude === other?.latitude && one.longitude === other.longitude

export type Stage = 'collecting' | 'delivering' | 'returning' | 'ended'

const stages: Record<string, Stage> = {
  picked_up: 'delivering',
  en_route_to_dropoff: 'delivering',
  arrived_at_dropoff: 'delivering',
  returning: 'returning',
  delivered: 'ended',
  returned: 'ended',
  failed: 'ended',
  cancelled: 'ended',
}

/** Where the courier of a booking goes next. */
export const toStage = (bookingStatus: string): Stage => stages[bookingStatus] ?? 'collecting'

/** The way so far and the rest of it. Without a courier, the line from the pickup to the drop-off. */
export function toRoute({ pickup, dropoff, courier, trail }: Places, stage: Stage): Route {
  if (stage === 'ended') return { travelled: trail.length > 1 ? trail : [], ahead: [] }
  if (courier === null) return { travelled: [], ahead: toLine(pickup, dropoff) }
  const stops = { collecting: [pickup, dropoff], delivering: [dropoff], returning: [pickup] }[stage]
  return { travelled: toLine(...trail, courier), ahead: toLine(courier, ...stops) }
}

/** Empty unless there are two places. */
function toLine(...places: (Place | null)[]): Place[] {
  const known = places.filter((place): place is Place => place !== null)
  return known.length > 1 ? known : []
}

const EARTH_RADIUS_M = 6_371_008.8

/** Metres of the straight line, by the haversine formula on a sphere. */
export function distanceM(from: Place, to: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const north = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const share = north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(share)))
}

/** The same places without a jump over the date line: each at most 180° from the one before. */
export function unwrap(places: readonly Place[]): Place[] {
  const near: Place[] = []
  for (const { latitude, longitude } of places) {
    const before = near.at(-1)?.longitude ?? longitude
    near.push({ latitude, longitude: longitude - 360 * Math.round((longitude - before) / 360) })
  }
  return near
}

/** Between two places; `share` from 0 to 1. Slow at both ends. */
export function between(from: Place, to: Place, share: number): Place {
  const eased = share * share * (3 - 2 * share)
  const along = (start: number, end: number) => start + (end - start) * eased
  const [, near = to] = unwrap([from, to])
  return { latitude: along(from.latitude, near.latitude), longitude: along(from.longitude, near.longitude) }
}
