/** Pure: when the delivery is expected, from what the carrier and the courier's position say. */
import { type Booking, type Eta, publicEta } from '@waybill/contracts/booking'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { distanceM } from '@waybill/contracts/values/distance'
import { addDays, localDate, startOfDay } from '@waybill/contracts/values/local-time'
import { getTimeZone } from '@waybill/contracts/values/time-zone'
import type { AcceptedChange, BookingRecord, Tracking } from './booking.ts'

const MINUTE_MS = 60_000

/** Services that promise a window of this length at most are couriers: they drive straight to the door. */
const COURIER_WINDOW_MS = 180 * MINUTE_MS

/** Smaller moves are not announced. */
const COURIER_THRESHOLD_MS = 2 * MINUTE_MS
const PARCEL_THRESHOLD_MS = 15 * MINUTE_MS

/**
 * A road is 1.3 times as long as the straight line: Ballou, Rahardja, Sakai, "Selected country circuity factors for road
 * travel distance estimation", Transportation Research A 36 (2002).
 */
const CIRCUITY = 1.3

/** Assumed: 25 km/h for the last 10 km, as in the centres of large cities, and 60 km/h before. */
const IN_TOWN_M = 10_000
const IN_TOWN_MS_PER_M = 3_600_000 / 25_000
const BEFORE_TOWN_MS_PER_M = 3_600_000 / 60_000

/** A courier may be a fifth faster or a third slower, and needs up to 5 minutes to find the door. */
const FASTEST = 0.8
const SLOWEST = 1.33
const AT_THE_DOOR_MS = 5 * MINUTE_MS

type Expected = Pick<Booking, 'eta' | 'quoteOption' | 'shipment'>

/**
 * The ETA that follows from the reports: the carrier's own, or that of a later position of a courier on the way to the
 * drop-off. The ETA stays as it is if neither says anything new, or if it moves by less than the threshold.
 */
export function etaAfter(booking: Expected, tracking: Tracking): Eta | null {
  const { reportedEta } = tracking
  const byPosition = etaFromPosition(booking, tracking)
  const latest = byPosition && (!reportedEta || byPosition.updatedAt > reportedEta.updatedAt) ? byPosition : reportedEta
  // A report from before an accepted change of the job does not undo its window.
  if (!latest || (booking.eta && latest.updatedAt < booking.eta.updatedAt)) return booking.eta
  return booking.eta && hardlyMoved(booking, booking.eta, latest) ? booking.eta : latest
}

/** The ETA after the carrier has accepted a change with a window; that of before if it hardly moves. */
export function etaAfterChange(booking: Expected, window: AcceptedChange['window'], at: Date): Eta | null {
  const { etaFrom, etaTo } = booking.quoteOption
  if (window === null || hardlyMoved(booking, booking.eta ?? { fromAt: etaFrom, toAt: etaTo }, window))
    return booking.eta
  return { ...window, updatedAt: at, source: 'carrier' }
}

/** Until when the goods are awaited; null: they are not, or no longer. Afterwards the booking is late. */
interface DueTimes {
  pickupBy: Date | null
  deliveryBy: Date | null
}

/** The delivery is due until its ETA, the pickup until the end of its day or until the delivery may begin. */
export function dueTimes(booking: BookingRecord): DueTimes {
  const eta = publicEta(booking)
  // Nobody knows when a recipient sends a return.
  const isAwaited = booking.pickedUp || booking.shipment.direction !== 'return'
  if (eta === null || !isAwaited) return { pickupBy: null, deliveryBy: null }
  const { shipment, bookedAt } = booking
  const [pickupMs, from] = [endOfCollection(shipment, bookedAt).getTime(), new Date(eta.from)]
  return {
    pickupBy: booking.pickedUp ? null : new Date(Math.min(pickupMs, from.getTime())),
    deliveryBy: new Date(eta.to),
  }
}

/** The end of the day of collection, or of the day of the booking if that is later; null: as if it was booked before. */
export function endOfCollection(
  { collection_date: date, pickup_address }: Pick<PublicShipment, 'collection_date' | 'pickup_address'>,
  bookedAt: Date | null,
): Date {
  const zone = getTimeZone({ ...pickup_address, province: null })
  const bookedOn = bookedAt === null ? date : localDate(bookedAt, zone)
  return startOfDay(addDays(date > bookedOn ? date : bookedOn, 1), zone)
}

const isCourier = ({ quoteOption: { etaFrom, etaTo } }: Expected): boolean =>
  etaTo.getTime() - etaFrom.getTime() <= COURIER_WINDOW_MS

function etaFromPosition(booking: Expected, { status, position, condition }: Tracking): Eta | null {
  if (status !== 'en_route_to_dropoff' || condition !== null || position === null || !isCourier(booking)) return null
  const straightM = distanceM(position, booking.shipment.dropoff_address)
  if (straightM === null) return null
  const roadM = straightM * CIRCUITY
  const travelMs = Math.min(roadM, IN_TOWN_M) * IN_TOWN_MS_PER_M + Math.max(0, roadM - IN_TOWN_M) * BEFORE_TOWN_MS_PER_M
  const after = (ms: number) => new Date(Math.round((position.at.getTime() + ms) / MINUTE_MS) * MINUTE_MS)
  return {
    fromAt: after(travelMs * FASTEST),
    toAt: after(travelMs * SLOWEST + AT_THE_DOOR_MS),
    updatedAt: position.at,
    source: 'position',
  }
}

type Window = Pick<Eta, 'fromAt' | 'toAt'>

function hardlyMoved(booking: Expected, before: Window, after: Window): boolean {
  const thresholdMs = isCourier(booking) ? COURIER_THRESHOLD_MS : PARCEL_THRESHOLD_MS
  const moved = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime()) > thresholdMs
  return !moved(before.fromAt, after.fromAt) && !moved(before.toAt, after.toAt)
}
