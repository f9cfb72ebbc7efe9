/** Where the places of the world are. data/NOTICE describes the table, its source and its licence. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Point } from './coordinates.ts'

/** The kind of a place is the sign between its country and its name. */
type PlaceKind = 'city' | 'postCode' | 'province' | 'country'
const signs: Readonly<Record<PlaceKind, string>> = { city: '=', postCode: '#', province: '@', country: '!' }

interface Place extends Point {
  /** Code of the state or province, or empty. */
  province: string
}

const path = join(import.meta.dirname, '../../data/places.tsv')
const LINE_END = 0x0a

let loaded: Buffer | undefined

/** 3 MB outside of the heap, read when the first distance without coordinates is asked for and kept as they are. */
function getTable(): Buffer {
  loaded ??= readFileSync(path)
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

/** The places of that country and name, most populous first. */
export function findPlaces(country: string, kind: PlaceKind, name: string): Place[] {
  const table = getTable()
  const prefix = Buffer.from(`${country}${signs[kind]}${name}\t`)
  const places: Place[] = []
  let start = findFirstLine(table, prefix)
  while (table.subarray(start, start + prefix.length).equals(prefix)) {
    const end = table.indexOf(LINE_END, start)
    const [province = '', latitude, longitude] = table.toString('utf8', start + prefix.length, end).split('\t')
    places.push({ province, latitude: Number(latitude) / 100, longitude: Number(longitude) / 100 })
    start = end + 1
  }
  return places
}

/** Start of the first line that is not less than the prefix. The lines are in the order of their bytes. */
function findFirstLine(table: Buffer, prefix: Buffer): number {
  let low = 0
  let high = table.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = table.lastIndexOf(LINE_END, middle - 1) + 1
    const end = table.indexOf(LINE_END, middle)
    if (table.subarray(start, start + prefix.length).compare(prefix) < 0) low = end + 1
    else high = start
  }
  return low
}
