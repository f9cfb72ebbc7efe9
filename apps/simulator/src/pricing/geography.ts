/** How far it is from door to door. Pure. */
import { createHash } from 'node:crypto'
import type { WireAddress } from '../http/wire.ts'

export interface Point {
  latitude: number
  longitude: number
}

/** IUGG mean radius R1 (Moritz, Geodetic Reference System 1980), in metres. */
const EARTH_RADIUS_M = 6_371_008.8

/**
 * Roads are longer than the straight line: tenths of it, 13 = 1.3.
 * Source: Ballou, Rahardja, Sakai, "Selected country circuity factors for road travel distance estimation",
 * Transportation Research A 36 (2002): about 1.2 to 1.4 in most countries.
 */
const CIRCUITY_TENTHS = 13

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great circle distance in metres, by the haversine formula (Sinnott, Sky & Telescope 68, 1984). */
export function greatCircleM(a: Point, b: Point): number {
  const halfLatitude = Math.sin(radians(b.latitude - a.latitude) / 2)
  const halfLongitude = Math.sin(radians(b.longitude - a.longitude) / 2)
  const h = halfLatitude ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfLongitude ** 2
  return Math.round(2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h))))
}

/** The address' own coordinates, or null. */
export const coordinatesOf = ({ latitude, longitude }: WireAddress): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/** Two numbers in -1..1 that the same words always give, however they are spaced and capitalised. */
function scatter(...words: string[]): [number, number] {
  const text = words.map((word) => word.normalize('NFC').trim().toLowerCase()).join('\n')
  const hash = createHash('sha256').update(text).digest()
  return [hash.readInt32BE(0) / 2 ** 31, hash.readInt32BE(4) / 2 ** 31]
}

/**
 * A made-up place for an address without coordinates, the same each time: countries lie anywhere, cities within
 * 1.5° of their country's point, streets within 0.04° (4 km) of their city's.
 */
export function pseudoCoordinates(address: WireAddress): Point {
  const { country, city, post_code, address_line_1 } = address
  const ofCountry = scatter(country)
  const ofCity = scatter(country, city)
  const ofStreet = scatter(country, city, post_code ?? '', address_line_1)
  return {
    latitude: ofCountry[0] * 55 + ofCity[0] * 1.5 + ofStreet[0] * 0.04,
    longitude: ofCountry[1] * 175 + ofCity[1] * 1.5 + ofStreet[1] * 0.04,
  }
}

/** Metres by road. Made-up places are used for both ends unless both have coordinates: a real one and a made-up one are no pair. */
export function roadDistanceM(pickup: WireAddress, dropoff: WireAddress): number {
  const from = coordinatesOf(pickup)
  const to = coordinatesOf(dropoff)
  const straightM =
    from && to ? greatCircleM(from, to) : greatCircleM(pseudoCoordinates(pickup), pseudoCoordinates(dropoff))
  return Math.round((straightM * CIRCUITY_TENTHS) / 10)
}
