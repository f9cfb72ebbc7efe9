/** Pure: requests to a server with the API of Nominatim 4, and its answers (https://nominatim.org/release-docs/latest/api/Search/). */
import type { PublicAddressLocation, precisions } from '@waybill/contracts/carrier-accounts/address-location'
import type { Address } from '@waybill/contracts/values/address'
import { cutText } from '@waybill/contracts/values/text'
import { z } from 'zod'

const MOST_CANDIDATES = 5
const MOST_LABEL_LENGTH = 300

/** The query strings to try until one has a result: with the street, then the place alone. Without names and contacts. */
export function toQueries({ address_line_1: street, city, province, post_code, country }: Address): string[] {
  const state = province?.replace(/^[A-Za-z]{2}-/, '') ?? null
  const place = { city, state, postalcode: post_code, countrycodes: country.toLowerCase() }
  return [{ street, ...place }, place].map((fields) => {
    const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null)
    return new URLSearchParams([
      ...given,
      ['format', 'jsonv2'],
      ['layer', 'address'],
      ['limit', String(MOST_CANDIDATES)],
    ]).toString()
  })
}

const degrees = (most: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
    .transform(Number)
    .pipe(z.number().min(-most).max(most))

const placesSchema = z
  .array(
    z.object({
      lat: degrees(90),
      lon: degrees(180),
      display_name: z.string(),
      place_rank: z.number().catch(0),
      addresstype: z.string().catch(''),
      licence: z.string().nullable().catch(null),
    }),
  )
  .max(50)

/** Null: not an answer of Nominatim. */
export function readPlaces(text: string): PublicAddressLocation | null {
  const parsed = placesSchema.safeParse(parseJson(text))
  if (!parsed.success) return null
  const candidates = parsed.data.slice(0, MOST_CANDIDATES).map(({ lat, lon, display_name, ...place }) => ({
    latitude: lat,
    longitude: lon,
    label: cutText(display_name, MOST_LABEL_LENGTH),
    precision: toPrecision(place),
  }))
  const licence = parsed.data[0]?.licence ?? null
  return { candidates, attribution: licence === null ? null : cutText(licence, MOST_LABEL_LENGTH) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Source of the ranks: https://nominatim.org/release-docs/latest/customize/Ranking/. Streets are 26 and 27, houses 30. */
function toPrecision({
  place_rank: rank,
  addresstype,
}: {
  place_rank: number
  addresstype: string
}): (typeof precisions)[number] {
  if (addresstype === 'postcode') return 'post_code'
  if (rank >= 28) return 'building'
  if (rank >= 26) return 'street'
  return rank >= 13 ? 'city' : 'region'
}
