/** Distances from door to door. Deterministic: an address always lies in the same place. */
import { createHash } from 'node:crypto'
import type { WireAddress } from '../http/wire.ts'
import { findCoordinates, greatCircleM, type Point } from './coordinates.ts'

/**
 * Length of a road in tenths of the straight line: 13 is a factor of 1.3.
 * Source: Ballou, Rahardja, Sakai, "Selected country circuity factors for road travel distance estimation",
 * Transportation Research A 36 (2002), which finds 1.2 to 1.4 in most countries.
 */
const CIRCUITY_TENTHS = 13

/** Two numbers from -1 to 1, derived from the words. Case and surrounding white space make no difference. */
function scatter(...words: string[]): [number, number] {
  const text = words.map((word) => word.normalize('NFC').trim().toLowerCase()).join('\n')
  const hash = createHash('sha256').update(text).digest()
  return [hash.readInt32BE(0) / 2 ** 31, hash.readInt32BE(4) / 2 ** 31]
}

/**
 * An invented place for an address without coordinates: countries are anywhere, cities within 1.5° of their country's
 * point, streets within 0.04° (4 km) of their city's.
 */
export function inventCoordinates(address: WireAddress): Point {
  const { country, city, post_code, address_line_1 } = address
  const countryOffset = scatter(country)
  const cityOffset = scatter(country, city)
  const streetOffset = scatter(country, city, post_code ?? '', address_line_1)
  return {
    latitude: countryOffset[0] * 55 + cityOffset[0] * 1.5 + streetOffset[0] * 0.04,
    longitude: countryOffset[1] * 175 + cityOffset[1] * 1.5 + streetOffset[1] * 0.04,
  }
}

/** Metres by road. Unless both ends have coordinates, both places are invented: a real and an invented one do not match. */
export function roadDistanceM(pickup: WireAddress, dropoff: WireAddress): number {
  const from = findCoordinates(pickup)
  const to = findCoordinates(dropoff)
  const straightM =
    from && to ? greatCircleM(from, to) : greatCircleM(inventCoordinates(pickup), inventCoordinates(dropoff))
  return Math.round((straightM * CIRCUITY_TENTHS) / 10)
}
