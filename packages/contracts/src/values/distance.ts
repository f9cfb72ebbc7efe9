/** Pure: distances on the globe. */

interface Place {
  latitude: number | null
  longitude: number | null
}

/** IUGG mean radius R1 (Moritz, Geodetic Reference System 1980), in metres. */
const EARTH_RADIUS_M = 6_371_008.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * Metres between two places as the crow flies, rounded; null unless the coordinates of both are known.
 * Haversine formula (Sinnott, "Virtues of the Haversine", Sky & Telescope 68, 1984): exact on a sphere however near the
 * places are; the Earth's flattening makes it wrong by half a percent at most.
 */
export function distanceM(a: Place, b: Place): number | null {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return null
  const halfLatitude = Math.sin(radians(b.latitude - a.latitude) / 2)
  const halfLongitude = Math.sin(radians(b.longitude - a.longitude) / 2)
  const cosines = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
  const haversine = halfLatitude ** 2 + cosines * halfLongitude ** 2
  return Math.round(2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(haversine))))
}
