/** Where cities, post code areas and countries are. data/NOTICE describes the table, its source and its licence. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Point } from './coordinates.ts'

/** The kind of a place is the sign between its country and its name. */
const signs = { city: '=', postCode: '#', country: '!' } as const

let loaded: Map<string, string> | undefined

/** Read when the first distance without coordinates is asked for. Latitude and longitude stay text until then. */
function getTable(): Map<string, string> {
  if (loaded) return loaded
  const lines = readFileSync(join(import.meta.dirname, '../../data/places.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
  loaded = new Map(lines.map((line): [string, string] => [line.slice(0, line.indexOf('\t')), line]))
  return loaded
}

/** Lower case, without accents, with one space between words. "Saint" and "St." are the same. */
export const normaliseName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\bsaint\b/g, 'st')

/** The place of that country and name; a country itself has no name. Undefined if it is not listed. */
export function findPlace(country: string, kind: keyof typeof signs, name = ''): Point | undefined {
  const [, latitude, longitude] = getTable().get(`${country}${signs[kind]}${name}`)?.split('\t') ?? []
  if (latitude === undefined) return undefined
  return { latitude: Number(latitude) / 100, longitude: Number(longitude) / 100 }
}
