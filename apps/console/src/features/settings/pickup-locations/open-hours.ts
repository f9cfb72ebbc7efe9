/** Pure: opening hours by weekday, in words. */

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof WEEKDAYS)[number]
/** Local times, `HH:MM`. */
export interface Interval {
  from: string
  to: string
}
export type WeeklyHours = Record<Weekday, readonly Interval[]>

/** Days in a row with the same hours. Closed days are left out. */
interface DaysWithHours {
  first: Weekday
  last: Weekday
  intervals: readonly Interval[]
}

/** The days of a week, those with the same hours together. */
function groupDays(hours: WeeklyHours): DaysWithHours[] {
  const groups: (DaysWithHours & { text: string })[] = []
  let isNext = false
  for (const day of WEEKDAYS) {
    const intervals = hours[day]
    const text = JSON.stringify(intervals)
    const before = groups.at(-1)
    if (intervals.length === 0) isNext = false
    else if (isNext && before?.text === text) before.last = day
    else groups.push({ first: day, last: day, intervals, text })
    if (intervals.length > 0) isNext = true
  }
  return groups.map(({ first, last, intervals }) => ({ first, last, intervals }))
}

/** 2024-01-01 was a Monday. */
const toDate = (day: Weekday) => new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)))

export const weekdayName = (day: Weekday, locale: string, length: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(toDate(day))

/** "Mon – Fri 09:00–18:00, Sat 10:00–14:00" */
export const describeHours = (hours: WeeklyHours, locale: string): string =>
  groupDays(hours)
    .map(({ first, last, intervals }) => {
      const days = [...new Set([first, last])].map((day) => weekdayName(day, locale, 'short')).join(' – ')
      return `${days} ${intervals.map(({ from, to }) => `${from}–${to}`).join(' + ')}`
    })
    .join(', ')
