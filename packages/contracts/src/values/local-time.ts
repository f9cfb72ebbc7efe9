/** Pure: instants and the dates and times that clocks at a place show. Dates are `YYYY-MM-DD`, times `HH:MM`. */
import { Temporal } from 'temporal-polyfill'

/** In the order of a week. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

const zoned = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

/** The date in UTC. */
export const utcDate = (at: Date): string => at.toISOString().slice(0, 10)

/** The date at a place. */
export const localDate = (at: Date, timeZone: string): string => zoned(at, timeZone).toPlainDate().toString()

/** The date and time at a place, to the minute: `2026-12-01T09:30`. */
export const localMinute = (at: Date, timeZone: string): string =>
  zoned(at, timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })

/**
 * The instant at which clocks at a place show a time; `24:00` is the end of the day. A time that clocks skip is counted
 * from before the change; of a time that they show twice, the first counts.
 */
export function toInstant(date: string, time: string, timeZone: string): Date {
  const isEnd = time === '24:00'
  const day = Temporal.PlainDate.from(isEnd ? addDays(date, 1) : date)
  const { epochMilliseconds } = day.toZonedDateTime({ timeZone, plainTime: isEnd ? '00:00' : time })
  return new Date(epochMilliseconds)
}

/** The same instant as a timestamp with the offset of the place: `2026-12-01T09:00:00+01:00`. */
export const toTimestamp = (date: string, time: string, timeZone: string): string =>
  zoned(toInstant(date, time, timeZone), timeZone).toString({ timeZoneName: 'never', smallestUnit: 'second' })

/** The first moment of a day at a place, which is not midnight where clocks skip it. */
export const startOfDay = (date: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds)

export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()

export const toWeekday = (date: string): Weekday => weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1] as Weekday
