/** The promised delivery window, within the hours in which a service delivers. Deterministic. */
import { listHolidays } from '@waybill/contracts/values/holidays'
import { addDays, localDate, startOfDay, toInstant } from '@waybill/contracts/values/local-time'
import { nextOpening, type OpeningHours, onWorkingDays } from '@waybill/contracts/values/opening-hours'
import { getTimeZone } from '@waybill/contracts/values/time-zone'
import type { QuoteBody, WireAddress } from '../wire/wire.ts'
import { estimateArrival, toWritableDate, windowMs } from './tariff.ts'

const DAY_MS = 86_400_000
/** Parcels are delivered at these hours, from Monday to Friday, and not on public holidays. */
const PARCEL_HOURS = { from: '08:00', to: '20:00' }
/** A van arrives by `to` on any day, and is not promised after `lastFrom`. */
const VAN_HOURS = { from: '08:00', lastFrom: '20:00', to: '21:00' }
/** Where every date still has a year of four digits. */
const LAST_MS = Date.parse('9990-01-01T00:00:00Z')

/** How long an offer stays good that is made at the last moment. */
const LAST_OFFER_MS = 15 * 60_000

export interface DeliveryWindow {
  fromAt: Date
  toAt: Date
  /** Until when it can be promised; null: as long as the price is valid. */
  bookableUntilAt: Date | null
}

/**
 * The window that a service promises, in the time zone of the drop-off: couriers on demand at any time, vans on the local day
 * of the pickup, parcels from 08:00 to 20:00 on working days. Null if it is too late for a van: too late to book one if
 * `isBooking`, else too late to offer one, which is 15 minutes before.
 */
export function promiseDelivery(
  serviceCode: string,
  request: QuoteBody,
  { at, isBooking }: { at: Date; isBooking: boolean },
): DeliveryWindow | null {
  const { startAt, arrivesAt } = estimateArrival(serviceCode, request, at)
  const toAt = toWritableDate(arrivesAt.getTime() + windowMs(serviceCode))
  if (serviceCode === 'swift_now' || toAt.getTime() > LAST_MS) return { fromAt: arrivesAt, toAt, bookableUntilAt: null }
  if (serviceCode === 'van_same_day') {
    const window = sameDay(request, startAt, arrivesAt)
    return at <= window.bookableUntilAt && (isBooking || arrivesAt <= window.latest) ? window : null
  }
  const hours = parcelHours(request.dropoff)
  const fromAt = nextOpening(hours, arrivesAt)
  const workingDays = Math.round(windowMs(serviceCode) / DAY_MS)
  return { fromAt, toAt: endOfParcelWindow(hours, fromAt, workingDays), bookableUntilAt: null }
}

/** Why a service that takes the transport does not offer it now. */
export const tooLate = {
  code: 'not_in_time',
  message: `Arrives on the day of the pickup, by ${VAN_HOURS.to} local time. It is too late for that.`,
}

function sameDay({ pickup, dropoff }: QuoteBody, startAt: Date, arrivesAt: Date) {
  const date = localDate(startAt, getTimeZone(pickup))
  const zone = getTimeZone(dropoff)
  const earliest = toInstant(date, VAN_HOURS.from, zone)
  const latest = toInstant(date, VAN_HOURS.lastFrom, zone)
  const end = toInstant(date, VAN_HOURS.to, zone)
  const fromAt = new Date(Math.min(Math.max(arrivesAt.getTime(), earliest.getTime()), latest.getTime()))
  const toAt = new Date(Math.min(fromAt.getTime() + windowMs('van_same_day'), end.getTime()))
  const journeyMs = arrivesAt.getTime() - startAt.getTime()
  return { fromAt, toAt, latest, bookableUntilAt: new Date(latest.getTime() - journeyMs + LAST_OFFER_MS) }
}

function parcelHours(dropoff: WireAddress): OpeningHours {
  const timeZone = getTimeZone(dropoff)
  return { timeZone, weekly: onWorkingDays(PARCEL_HOURS), isClosed: listHolidays(dropoff, timeZone) }
}

/** The end of the delivery hours, a number of working days later. */
function endOfParcelWindow(hours: OpeningHours, fromAt: Date, workingDays: number): Date {
  let date = localDate(fromAt, hours.timeZone)
  for (let days = 0; days < workingDays; days += 1) {
    date = localDate(nextOpening(hours, startOfDay(addDays(date, 1), hours.timeZone)), hours.timeZone)
  }
  return toInstant(date, PARCEL_HOURS.to, hours.timeZone)
}
