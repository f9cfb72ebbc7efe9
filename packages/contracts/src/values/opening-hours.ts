/** Pure: when a place is open. */
import { addDays, localDate, toInstant, toWeekday, type Weekday, weekdays } from './local-time.ts'

/** Local times `HH:MM`; `to` may be `24:00`. */
export interface Interval {
  from: string
  to: string
}
export type WeeklyHours = Readonly<Record<Weekday, readonly Interval[]>>

export interface OpeningHours {
  timeZone: string
  weekly: WeeklyHours
  /** Whether the place is closed on a local date whatever the weekday: a public holiday, or closed for another reason. */
  isClosed: (date: string) => boolean
}

/** The same hours from Monday to Friday, closed at the weekend. */
export const onWorkingDays = (hours: Interval): WeeklyHours =>
  Object.fromEntries(
    weekdays.map((day) => [day, day === 'saturday' || day === 'sunday' ? [] : [hours]]),
  ) as unknown as WeeklyHours

/** The hours of a pickup about which nothing is known. */
export const defaultCollectionHours: WeeklyHours = onWorkingDays({ from: '09:00', to: '18:00' })

/** Longer than any week of holidays and any season. */
const MOST_DAYS = 400
/** The last moment after which every date still has a year of four digits in every time zone. */
const LAST_MS = Date.parse('9998-01-01T00:00:00Z')

/**
 * The moment itself if the place is open then, else the next opening. A place that does not open within 400 days is taken
 * to be open.
 */
export function nextOpening({ timeZone, weekly, isClosed }: OpeningHours, at: Date): Date {
  if (at.getTime() > LAST_MS) return at
  const today = localDate(at, timeZone)
  for (let day = 0; day <= MOST_DAYS; day += 1) {
    const date = day === 0 ? today : addDays(today, day)
    const hours = weekly[toWeekday(date)]
    if (hours.length === 0 || isClosed(date)) continue
    const opening = hours
      .map(({ from, to }) => ({ from: toInstant(date, from, timeZone), to: toInstant(date, to, timeZone) }))
      .filter(({ to }) => to > at)
      .sort((one, other) => one.from.getTime() - other.from.getTime())[0]
    if (opening) return opening.from > at ? opening.from : at
  }
  return at
}
