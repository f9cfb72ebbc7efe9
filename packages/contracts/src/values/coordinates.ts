/** Pure: coordinates that cannot be those of an address. */
import { isZoneOf, timeZoneAt } from './time-zone.ts'

/** Coordinates in degrees, and the country of their address. */
export interface CountryCoordinates {
  country: string
  latitude: number | null
  longitude: number | null
}

type Sent = { [Name in keyof CountryCoordinates]?: CountryCoordinates[Name] | undefined }

/** Error in the coordinates of an address; null: none that shows. The text goes on after the name `latitude`. */
export function coordinatesProblem({ country, latitude, longitude }: Sent): string | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  if (latitude === 0 && longitude === 0)
    return 'and longitude are both 0, a point in the Atlantic: send the coordinates of the address, or leave both out'
  if (country === undefined || !areSwapped(country, latitude, longitude)) return null
  return `and longitude are swapped: the place is not in ${country}, but latitude ${longitude} and longitude ${latitude} are`
}

/** Near the line where both are equal, a place at a border or a coast is too near the swapped one. */
const LEAST_DIFFERENCE_DEGREES = 5

/** Zones are rough at borders: in their table, Ushuaia is in Chile. */
const BORDER_DEGREES = 1

/** The place is outside the country, and inside it with latitude and longitude swapped. */
function areSwapped(country: string, latitude: number, longitude: number): boolean {
  if (Math.abs(longitude) > 90 || Math.abs(latitude - longitude) < LEAST_DIFFERENCE_DEGREES) return false
  const isIn = (north: number, east: number) => isZoneOf(country, timeZoneAt(north, east))
  if (!isIn(longitude, latitude)) return false
  const around = [-BORDER_DEGREES, 0, BORDER_DEGREES]
  const isNear = around.some((north) =>
    around.some((east) => isIn(Math.max(-90, Math.min(90, latitude + north)), longitude + east)),
  )
  return !isNear
}
