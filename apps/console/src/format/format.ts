/** Amounts, weights and times for people. The locale and the time of now are passed in. */
import { money } from '@waybill/sdk'

/** Making a format costs a hundred times as much as using it, and a list uses it for each row. */
function kept<O, F>(make: (locale: string, options?: O) => F): (locale: string, options?: O) => F {
  const formats = new Map<string, F>()
  return (locale, options) => {
    const key = locale + JSON.stringify(options)
    const format = formats.get(key) ?? make(locale, options)
    formats.set(key, format)
    return format
  }
}

const numberFormat = kept((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
const timeFormat = kept((locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))
const relativeTimeFormat = kept((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

export const formatMoney = (amount: string, currency: string, locale: string): string =>
  money.format(amount, currency, locale)

/** "1.25 kg", "850 g" below a kilogram. */
export function formatWeight(weightKg: number, locale: string): string {
  const [value, unit] = weightKg < 1 ? [weightKg * 1_000, 'gram'] : [weightKg, 'kilogram']
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 3 }).format(value)
}

const KG_PER_POUND = 0.45359237

/** "2.5 lb" */
export const formatPounds = (weightKg: number, locale: string): string =>
  numberFormat(locale, { style: 'unit', unit: 'pound', maximumFractionDigits: 2 }).format(weightKg / KG_PER_POUND)

/** "30 × 20 × 15.5 cm" */
export function formatDimensions(sidesCm: readonly number[], locale: string): string {
  const numbers = numberFormat(locale, { maximumFractionDigits: 2 })
  return `${sidesCm.map((side) => numbers.format(side)).join(' × ')} cm`
}

/** "3.3 km", "850 m" below a kilometre. */
export function formatDistance(distanceM: number, locale: string): string {
  const [value, unit] = distanceM < 995 ? [Math.round(distanceM / 10) * 10, 'meter'] : [distanceM / 1_000, 'kilometer']
  return numberFormat(locale, { style: 'unit', unit, maximumSignificantDigits: 2 + Number(value >= 100) }).format(value)
}

export const formatNumber = (value: number, locale: string): string => numberFormat(locale).format(value)

/** "24 Nov 2026, 18:05". The zone is that of the place, such as `Europe/London`; undefined: the browser's. */
export function formatTime(iso: string, locale: string, timeZone?: string): string {
  return timeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso))
}

const DAY_MS = 86_400_000
const YEAR = { year: 'numeric' } as const
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const

/** The calendar day of a time, in days since 1970. */
function dayNumber(at: Date, timeZone?: string): number {
  const date = timeFormat('sv', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/**
 * A window of time as people say it: "today 18:04–18:24", "Tue 1 Dec 09:00–17:00", "Mon 30 Nov – Wed 2 Dec". The year is written
 * if it is another one.
 */
export function formatWindow(
  [from, to]: readonly [string, string],
  nowMs: number,
  locale: string,
  timeZone?: string,
): string {
  const [start, end, now] = [new Date(from), new Date(to), new Date(nowMs)]
  const [first, last, today] = [start, end, now].map((at) => dayNumber(at, timeZone)) as [number, number, number]
  const isThisYear = end.getUTCFullYear() === now.getUTCFullYear()
  const day = { ...DAY, ...(!isThisYear && YEAR), timeZone }
  if (first !== last) return timeFormat(locale, day).formatRange(start, end)
  const isNear = Math.abs(first - today) <= 1
  const name = isNear ? relativeTimeFormat(locale).format(first - today, 'day') : timeFormat(locale, day).format(start)
  return `${name} ${timeFormat(locale, { ...CLOCK, timeZone }).formatRange(start, end)}`
}

/** "24 Nov 2026, 18:05:09.120", for logs. */
export function formatExactTime(iso: string, locale: string, timeZone?: string): string {
  const options = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZone,
  } as const
  return timeFormat(locale, options).format(new Date(iso))
}

/** "24 Nov 2026" of a date without a time, such as a collection date. */
export function formatDate(date: string, locale: string): string {
  return timeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "5 minutes ago", "in 2 hours". */
export function formatRelativeTime(iso: string, nowMs: number, locale: string): string {
  const seconds = Math.round((Date.parse(iso) - nowMs) / 1_000)
  const relative = relativeTimeFormat(locale)
  const [unit, size] = units.find(([, inSeconds]) => Math.abs(seconds) >= inSeconds) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / size), unit)
}

/** The name of a country, by its ISO 3166-1 alpha-2 code. What is no such code is shown as it is. */
export function formatCountry(code: string, locale: string): string {
  if (!/^[a-z]{2}$/i.test(code)) return code
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  return names.of(code.toUpperCase()) ?? code
}
