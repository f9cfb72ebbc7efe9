/** The addresses that the vendors' servers know, as the postal service writes them. */

export interface PostalAddress {
  street: string
  city: string
  state: string
  zip: string
  isHome: boolean
  latitude: number
  longitude: number
}

const known: readonly PostalAddress[] = [
  {
    street: '388 TOWNSEND ST',
    city: 'SAN FRANCISCO',
    state: 'CA',
    zip: '94107-1670',
    isHome: false,
    latitude: 37.77566,
    longitude: -122.39469,
  },
  {
    street: '179 N HARBOR DR',
    city: 'REDONDO BEACH',
    state: 'CA',
    zip: '90277-2506',
    isHome: true,
    latitude: 33.84311,
    longitude: -118.39412,
  },
]
/** A house with flats, which an address without its flat does not name. */
export const FLATS = '10 MANY DOORS WAY'
const flats = [1, 2, 3].map((number): PostalAddress => {
  const place = { city: 'SAN FRANCISCO', state: 'CA', zip: '94107-2000', isHome: true }
  return { street: `${FLATS} APT ${number}`, ...place, latitude: 37.77, longitude: -122.39 }
})

/** Those that the street and its number may mean: none, one, or several. */
export function lookUpAddress(street: string | null | undefined): PostalAddress[] {
  const wanted = (street ?? '')
    .toUpperCase()
    .replaceAll(/[^\dA-Z ]/g, '')
    .replaceAll(/\bSTREET\b/g, 'ST')
    .replaceAll(/\bDRIVE\b/g, 'DR')
    .replaceAll(/\bNORTH\b/g, 'N')
  return wanted === FLATS ? flats : [...known, ...flats].filter((address) => address.street === wanted)
}
