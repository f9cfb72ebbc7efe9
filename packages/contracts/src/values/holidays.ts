/**
 * Public holidays by country and province, from the package date-holidays. They are an aid: no list of them is complete. The
 * services that use this module depend on the package; the images of the others have 14 MB less.
 */
import { createRequire } from 'node:module'
import type Holidays from 'date-holidays'
import type { Address } from './address.ts'
import { addDays, localDate, toInstant } from './local-time.ts'
import { plainName } from './time-zone.ts'

type Library = typeof Holidays

const require = createRequire(import.meta.url)
let library: Library | undefined
// Loaded when it is first needed: it takes 90 ms and 9 MB.
function getLibrary(): Library {
  library ??= require('date-holidays') as Library
  return library
}

/** The package knows these years. */
const FIRST_YEAR = 1970
const LAST_YEAR = 2100
/** Lists of a year that are kept. */
const MOST_LISTS = 500

const lists = new Map<string, ReadonlySet<string>>()

/**
 * Whether a local date is a public holiday at a place. Without a province that the package knows, those of the whole
 * country count. No date is one in a country that the package does not know.
 */
export function listHolidays(
  { country, province }: Pick<Address, 'country' | 'province'>,
  timeZone: string,
): (date: string) => boolean {
  return (date) => {
    const year = Number(date.slice(0, 4))
    if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return false
    const region = province === null ? undefined : listRegions(country).get(plainName(province))
    return toList({ country, region, timeZone, year }).has(date)
  }
}

interface ListKey {
  country: string
  region: string | undefined
  timeZone: string
  year: number
}

/** The public holidays of a year, kept since making the list takes 10 ms. */
function toList({ country, region, timeZone, year }: ListKey): ReadonlySet<string> {
  const key = JSON.stringify([country, region, timeZone, year])
  const known = lists.get(key)
  if (known) return known
  const Library = getLibrary()
  const calendar = region === undefined ? new Library(country) : new Library(country, region)
  calendar.setTimezone(timeZone)
  const holidays = calendar.getHolidays(year).filter(({ type }) => type === 'public')
  const list = new Set(holidays.flatMap((holiday) => listDays(holiday, timeZone)))
  const [oldest] = lists.keys()
  if (lists.size >= MOST_LISTS && oldest !== undefined) lists.delete(oldest)
  lists.set(key, list)
  return list
}

/** The days whose noon is within the holiday: some begin in the evening before, some in the afternoon. */
function listDays({ start, end }: { start: Date; end: Date }, timeZone: string): string[] {
  const days: string[] = []
  for (let date = localDate(start, timeZone); ; date = addDays(date, 1)) {
    const noon = toInstant(date, '12:00', timeZone)
    if (noon >= end) return days
    if (noon > start) days.push(date)
  }
}

const regions = new Map<string, ReadonlyMap<string, string>>()

/** The package's codes of a country's provinces, by code and by name. */
function listRegions(country: string): ReadonlyMap<string, string> {
  const known = regions.get(country)
  if (known) return known
  const states = (new (getLibrary())().getStates(country) as Record<string, string> | undefined) ?? {}
  const found = new Map(
    Object.entries(states).flatMap(([code, title]) =>
      [code, `${country} ${code}`, title].map((name) => [plainName(name), code] as const),
    ),
  )
  regions.set(country, found)
  return found
}
