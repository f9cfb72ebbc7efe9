/** A geocoder with the API of Nominatim's structured search, for the cities of the table of places. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Point } from '../pricing/coordinates.ts'
import { findListed, locate } from '../pricing/geography.ts'

const STREET_DECIMALS = 5
const LICENCE = 'Simulated streets. Cities: GeoNames, CC BY 4.0. https://www.geonames.org'

const text = z.string().max(300)
const searchQuery = z.object({
  street: text.default(''),
  city: text,
  postalcode: text.nullable().default(null),
  countrycodes: z.string().regex(/^[a-z]{2}$/),
})

const names = new Intl.DisplayNames('en', { type: 'region' })

/** Ranks are those of Nominatim: 30 for a house, 16 for a city. */
const place = ({ latitude, longitude }: Point, words: (string | null)[], rank: 16 | 30) => ({
  lat: latitude.toFixed(STREET_DECIMALS),
  lon: longitude.toFixed(STREET_DECIMALS),
  display_name: words.filter(Boolean).join(', '),
  place_rank: rank,
  addresstype: rank === 30 ? 'house' : 'city',
  licence: LICENCE,
})

export function registerGeocoder(app: FastifyInstance): void {
  app.get('/geocoder/search', async (request, reply) => {
    const query = searchQuery.safeParse(request.query)
    if (!query.success) return reply.code(400).send({ error: { code: 400, message: 'Send city and countrycodes.' } })
    const { street, city, postalcode, countrycodes } = query.data
    const country = countrycodes.toUpperCase()
    const address = { address_line_1: street, city, town: null, post_code: postalcode, country }
    const middle = findListed(address)
    if (!middle) return []
    const area = place(middle, [city, names.of(country) ?? country], 16)
    return street === ''
      ? [area]
      : [place(locate(address), [street, city, postalcode, names.of(country) ?? country], 30), area]
  })
}
