/** Pure: points on the earth and their distance. */
import type { WireAddress } from '../wire/wire.ts'

export interface Point {
  latitude: number
  longitude: number
}

/** IUGG mean radius R1 (Moritz, Geodetic Reference System 1980), in metres. */
const EARTH_RADIUS_M = 6_371_008.8

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great circle distance in metres, by the haversine formula (Sinnott, Sky & Telescope 68, 1984). */
export function greatCircleM(a: Point, b: Point): number {
  const halfLatitude = Math.sin(radians(b.latitude - a.latitude) / 2)
  const halfLongitude = Math.sin(radians(b.longitude - a.longitude) / 2)
  const h = halfLatitude ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfLongitude ** 2
  return Math.round(2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h))))
}

/** The coordinates that the address gives, or null. */
export const findCoordinates = ({ latitude, longitude }: WireAddress): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }
