/** Pure: what a booking adds to the costs of its week. */
import type { BookingStatus } from '@waybill/contracts/booking'
import { type Charge, withReversals } from '@waybill/contracts/bookings/charge'
import { addDays, toWeekday, weekdays } from '@waybill/contracts/values/local-time'

/** A booking, as far as costs depend on it. */
export interface CostedBooking {
  /** As the booking last showed its shipment: YYYY-MM-DD. */
  collectionDate: string
  carrierCode: string
  serviceCode: string
  currency: string
  exponent: number
  amountMinor: number
  taxMinor: number
  /** Until when the delivery was promised. */
  promisedAt: Date
  status: BookingStatus
  /** A carrier has taken the job. */
  hasJob: boolean
  /** The goods have left the merchant. */
  pickedUp: boolean
  /** When the carrier delivered by its last report of it; null: it has not, or the time is unknown. */
  deliveredAt: Date | null
  cancelledAt: Date | null
  charges: readonly Charge[]
  parcels: number
}

/** The figures of a week, carrier, service and currency, all of which add up. */
export const figureNames = [
  'amount_minor',
  'tax_minor',
  'charges_minor',
  'cancelled_minor',
  'bookings',
  'parcels',
  'delivered',
  'on_time',
  'late',
  'returned',
  'failed',
  'cancelled',
  'refused',
] as const
export type Figures = Record<(typeof figureNames)[number], number>

export interface CostLine extends Figures {
  /** Monday of the week. */
  week: string
  carrier_code: string
  service_code: string
  currency: string
  exponent: number
}

const none = Object.fromEntries(figureNames.map((name) => [name, 0])) as Figures

/** Monday of the week of a date. */
export const toWeek = (date: string): string => addDays(date, -weekdays.indexOf(toWeekday(date)))

/**
 * A line for each currency and exponent. None while no carrier has been found.
 * A booking that ended before the pickup owes no price, only what the carrier charged for that.
 */
export function costLines(booking: CostedBooking): CostLine[] {
  const { hasJob, status } = booking
  if (!hasJob) return status === 'failed' ? [newLine(booking, booking, { refused: 1 })] : []
  const isVoid = endedWithoutPickup(booking)
  const price = isVoid
    ? { cancelled_minor: booking.amountMinor }
    : { amount_minor: booking.amountMinor, tax_minor: booking.taxMinor, parcels: booking.parcels }
  const counted = newLine(booking, booking, { ...price, ...outcome(booking), bookings: 1 })
  return addLines([counted, ...dueCharges(booking).map((charge) => chargeLine(booking, charge))])
}

const endedWithoutPickup = ({ status, pickedUp }: CostedBooking): boolean =>
  !pickedUp && (status === 'cancelled' || status === 'failed')

function outcome(booking: CostedBooking): Partial<Figures> {
  const { status, pickedUp, deliveredAt, promisedAt } = booking
  switch (status) {
    case 'delivered':
      return {
        delivered: 1,
        on_time: Number(deliveredAt !== null && deliveredAt <= promisedAt),
        late: Number(deliveredAt !== null && deliveredAt > promisedAt),
      }
    case 'returned':
      return { returned: 1 }
    case 'failed':
      return { failed: 1 }
    case 'cancelled':
      return pickedUp ? { failed: 1 } : { cancelled: 1 }
    default:
      return {}
  }
}

/** Adjustments of a price that is not due are not due either, as in the answers about the booking. */
const dueCharges = (booking: CostedBooking): readonly Charge[] =>
  endedWithoutPickup(booking)
    ? withReversals(booking.charges, booking.cancelledAt ?? booking.promisedAt)
    : booking.charges

const chargeLine = (booking: CostedBooking, charge: Charge): CostLine =>
  newLine(booking, charge, {
    amount_minor: charge.amountMinor,
    tax_minor: charge.taxMinor,
    charges_minor: charge.amountMinor,
  })

const newLine = (
  { collectionDate, carrierCode, serviceCode }: CostedBooking,
  { currency, exponent }: { currency: string; exponent: number },
  figures: Partial<Figures>,
): CostLine => ({
  ...none,
  ...figures,
  week: toWeek(collectionDate),
  carrier_code: carrierCode,
  service_code: serviceCode,
  currency,
  exponent,
})

/** The lines that take away what the given ones add. */
export const negated = (lines: readonly CostLine[]): CostLine[] =>
  lines.map((line) => {
    const after = { ...line }
    for (const name of figureNames) after[name] = 0 - line[name]
    return after
  })

/** One line for each key, without lines of nothing. */
export function addLines(lines: readonly CostLine[]): CostLine[] {
  const byKey = Map.groupBy(lines, ({ week, carrier_code, service_code, currency, exponent }) =>
    JSON.stringify([week, carrier_code, service_code, currency, exponent]),
  )
  return [...byKey.values()]
    .map(([first, ...others]) => {
      const sum = { ...(first as CostLine) }
      for (const other of others) for (const name of figureNames) sum[name] += other[name]
      return sum
    })
    .filter((line) => figureNames.some((name) => line[name] !== 0))
}
