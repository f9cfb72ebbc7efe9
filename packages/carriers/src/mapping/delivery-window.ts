/** Pure: when an offer of a parcel carrier delivers, from the estimates that it gives. */
import type { EtaPrecision } from '@waybill/contracts/quotes/quote-option'
import { addDays, localDate, toInstant, toWeekday } from '@waybill/contracts/values/local-time'
import { getTimeZone } from '@waybill/contracts/values/time-zone'
import type { QuoteRequest } from '../carrier-adapter.ts'

/** When parcels are delivered on a day without a time. */
const DAY_STARTS = '08:00'
const DAY_ENDS = '20:00'

interface DeliveryWindow {
  etaFromAt: Date
  etaToAt: Date
  etaPrecision: EtaPrecision
}

const DATE = /^\d{4}-\d{2}-\d{2}/
/** Midnight stands for a date without a time. */
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}(T00:00(:00(\.0+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/
const ZONE = /(Z|[+-]\d{2}:?\d{2})$/

/** The window of a day at the place. */
export const dayWindow = (date: string, timeZone: string): { fromAt: Date; toAt: Date } => ({
  fromAt: toInstant(date, DAY_STARTS, timeZone),
  toAt: toInstant(date, DAY_ENDS, timeZone),
})

/** A date or a time in ISO 8601 as a window at the place; null: it is neither. A time without a zone is local. */
export function toWindow(stated: string | null, timeZone: string): (DeliveryWindow & { isDay: boolean }) | null {
  if (stated === null || !DATE.test(stated) || !isDate(stated.slice(0, 10))) return null
  const day = dayWindow(stated.slice(0, 10), timeZone)
  if (DATE_ONLY.test(stated)) {
    return { etaFromAt: day.fromAt, etaToAt: day.toAt, etaPrecision: 'day', isDay: true }
  }
  const clock = /T(\d{2}:\d{2})/.exec(stated)?.[1]
  const at = ZONE.test(stated) || clock === undefined ? new Date(stated) : instantOfText(stated, clock, timeZone)
  if (at === null || Number.isNaN(at.getTime())) return null
  // Carriers state the time by which they deliver.
  const { fromAt } = dayWindow(localDate(at, timeZone), timeZone)
  return { etaFromAt: fromAt < at ? fromAt : at, etaToAt: at, etaPrecision: 'time', isDay: false }
}

const isDate = (date: string): boolean => !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) && isReal(date)
/** Date.parse takes 2026-02-31 for 3 March. */
const isReal = (date: string): boolean => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)

const instantOfText = (stated: string, clock: string, timeZone: string): Date | null =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(clock) ? toInstant(stated.slice(0, 10), clock, timeZone) : null

/** The date so many working days later. Nothing is counted on Saturdays and Sundays, so that no estimate is too early. */
export function addWorkingDays(date: string, days: number): string {
  let [day, left] = [date, days]
  while (left > 0) {
    day = addDays(day, 1)
    if (!['saturday', 'sunday'].includes(toWeekday(day))) left--
  }
  return day
}

/** Arrival of an offer, as stated by the carrier. */
export interface Estimate {
  /** Dates or times in ISO 8601, the best first; null and what cannot be read are passed over. */
  stated: readonly (string | null)[]
  /** Working days in transit; null: the carrier does not say. */
  transitDays: number | null
  /** The longest transit in working days that the carrier publishes for the service. */
  longestTransitDays: number
}

/** By the first date that can be read, else the days in transit, else the longest published transit. */
export function deliveryWindow(
  { stated, transitDays, longestTransitDays }: Estimate,
  { pickup, dropoff, readyAt }: Pick<QuoteRequest, 'pickup' | 'dropoff' | 'readyAt'>,
): DeliveryWindow {
  const zone = getTimeZone(dropoff)
  for (const date of stated) {
    const window = toWindow(date, zone)
    if (window === null) continue
    const { etaFromAt, etaToAt, etaPrecision } = window
    return { etaFromAt, etaToAt, etaPrecision }
  }
  const shipDate = localDate(readyAt, getTimeZone(pickup))
  const { fromAt, toAt } = dayWindow(addWorkingDays(shipDate, transitDays ?? longestTransitDays), zone)
  return { etaFromAt: fromAt, etaToAt: toAt, etaPrecision: transitDays === null ? 'table' : 'day' }
}

/** The day on which the parcels are handed over, at the pickup. */
export const plannedShipDate = ({ pickup, readyAt }: Pick<QuoteRequest, 'pickup' | 'readyAt'>): string =>
  localDate(readyAt, getTimeZone(pickup))
