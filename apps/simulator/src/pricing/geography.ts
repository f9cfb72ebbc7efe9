/** Distances from door to door. Deterministic: an address always lies in the same place. */
import { createHash } from 'node:crypto'
import type { WireAddress } from '../wire/wire.ts'
import { findCoordinates, greatCircleM, type Point } from './coordinates.ts'
import { findPlace, normaliseName } from './gazetteer.ts'

/**
 * Length of a road in tenths of the straight line: 13 is a factor of 1.3.
 * Source: Ballou, Rahardja, Sakai, "Selected country circuity factors for road travel distance estimation",
 * Transportation Research A 36 (2002), which finds 1.2 to 1.4 in most countries.
 */
const CIRCUITY_TENTHS = 13

/** Streets are within this many degrees of the centre of their city or post code area: 4 km. */
const STREET_SCATTER_DEGREES = 0.04
/** Cities that are not listed are within this many degrees of the centre of their country: 33 km. */
const UNLISTED_CITY_SCATTER_DEGREES = 0.3

/** Two numbers from -1 to 1, derived from the words. Case and surrounding white space make no difference. */
function scatter(...words: string[]): [number, number] {
  const text = words.map((word) => word.normalize('NFC').trim().toLowerCase()).join('\n')
  const hash = createHash('sha256').update(text).digest()
  return [hash.readInt32BE(0) / 2 ** 31, hash.readInt32BE(4) / 2 ** 31]
}

const move = ({ latitude, longitude }: Point, [north, east]: [number, number], degrees: number): Point => ({
  latitude: Math.max(-90, Math.min(90, latitude + north * degrees)),
  longitude: Math.max(-180, Math.min(180, longitude + east * degrees)),
})

/** The fields that say where an address is. */
type PlacedAddress = Pick<WireAddress, 'address_line_1' | 'city' | 'town' | 'post_code' | 'country'>

/** The area of a post code of the US or Canada. */
const findPostCode = ({ country, post_code }: PlacedAddress): Point | undefined =>
  post_code === null ? undefined : findPlace(country, 'postCode', post_code.trim().slice(0, 3).toLowerCase())

/** The most populous city of that name, or else of the town's name. */
const findCity = ({ country, city, town }: PlacedAddress): Point | undefined =>
  findPlace(country, 'city', normaliseName(city)) ?? findPlace(country, 'city', normaliseName(town ?? ''))

/** The middle of its post code area or city; undefined if neither is listed. */
export const findListed = (address: PlacedAddress): Point | undefined => findPostCode(address) ?? findCity(address)

/** Where an address without coordinates is: in the area of its post code, else in its city, else in the centre of its country. */
export function locate(address: PlacedAddress): Point {
  const { country, city, post_code, address_line_1 } = address
  const street = scatter(country, city, post_code ?? '', address_line_1)
  const listed = findListed(address)
  if (listed) return move(listed, street, STREET_SCATTER_DEGREES)
  const centre = findPlace(country, 'country') ?? { latitude: 0, longitude: 0 }
  return move(move(centre, scatter(country, city), UNLISTED_CITY_SCATTER_DEGREES), street, STREET_SCATTER_DEGREES)
}

/** Metres by road. */
export function roadDistanceM(pickup: WireAddress, dropoff: WireAddress): number {
  const straightM = greatCircleM(findCoordinates(pickup) ?? locate(pickup), findCoordinates(dropoff) ?? locate(dropoff))
  return Math.round((straightM * CIRCUITY_TENTHS) / 10)
}
