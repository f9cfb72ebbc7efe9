/** Parcels of a booking: the label, number, status and price of each, with their mapping to the public shape. */
import { z } from 'zod'
import { decimalString } from '../requests/described-texts.ts'
import { type Money, moneyText } from '../values/money.ts'
import { type RefundStatus, refundTransitions } from './refund.ts'
import {
  type BookingStatus,
  bookingStatuses,
  type IncidentCode,
  incidentCodes,
  isFinalBookingStatus,
} from './statuses.ts'

/** The carrier's reports of one parcel of several. Null in any field: none. */
export interface BookedParcel {
  /** The carrier's id of the parcel, by which call-backs name it; absent: they name the job. */
  carrierParcelId?: string
  trackingNumber: string | null
  trackingUrl: string | null
  /** Null: that of the booking. */
  status: Exclude<BookingStatus, 'pending'> | null
  incident: IncidentCode | null
  price: Money | null
  refund: RefundStatus | null
}

export const publicBookedParcelSchema = z
  .object({
    parcel_id: z.string(),
    number: z.int().describe('Position among the parcels of the shipment, from 1: the `parcel` of labels.'),
    status: z
      .enum(bookingStatuses)
      .describe('Where this parcel is. The status of the booking follows from those of all its parcels.'),
    incident: z.enum(incidentCodes).nullable().describe('What keeps this parcel, else null.'),
    tracking_number: z.string().nullable().describe('Null: the carrier gives this parcel none.'),
    carrier_tracking_url: z.string().nullable(),
    label_url: z
      .string()
      .nullable()
      .describe("A signed link to this parcel's label; null without one, and once the parcel is cancelled."),
    price: z
      .object({ amount: decimalString("The parcel's part of the price."), currency: z.string() })
      .nullable()
      .describe('Null: the carrier states one price for all parcels.'),
    refund_status: z
      .string()
      .nullable()
      .describe(
        `What becomes of the price of a cancelled label: ${Object.keys(refundTransitions).join(', ')}. More may be added. Null: nothing is to be paid back.`,
      ),
  })
  .meta({ id: 'BookedParcel' })
/** The part of a parcel that its recipient sees. */
export const carriedParcelSchema = publicBookedParcelSchema.pick({
  number: true,
  status: true,
  incident: true,
  tracking_number: true,
  carrier_tracking_url: true,
})
export type CarriedParcel = z.output<typeof carriedParcelSchema>
type PublicBookedParcel = z.output<typeof publicBookedParcelSchema>

/** A booking as far as its parcels follow from it. */
interface Bearer {
  status: BookingStatus
  incident: IncidentCode | null
  trackingNumber: string | null
  carrierTrackingUrl: string | null
  shipment: { parcels: readonly { parcel_id: string }[] }
  parcels?: readonly BookedParcel[] | null
}

/** The status of a parcel: its own, unless the booking has ended and the parcel has not. */
export function parcelStatus({ status }: Pick<Bearer, 'status'>, known: BookedParcel | undefined): BookingStatus {
  const own = known?.status ?? null
  return own === null || (isFinalBookingStatus(status) && !isFinalBookingStatus(own)) ? status : own
}

/** The parcels of a booking. `labelUrl`: of all labels; null without any. */
export function publicBookedParcels(booking: Bearer, labelUrl: string | null): PublicBookedParcel[] {
  const { parcels } = booking.shipment
  return parcels.map(({ parcel_id }, index) => {
    const known = booking.parcels?.[index]
    const isFirst = index === 0
    const status = parcelStatus(booking, known)
    const ownLabelUrl = labelUrl !== null && parcels.length > 1 ? `${labelUrl}&parcel=${index + 1}` : labelUrl
    return {
      parcel_id,
      number: index + 1,
      status,
      incident: known ? known.incident : booking.incident,
      tracking_number: known?.trackingNumber ?? (isFirst ? booking.trackingNumber : null),
      carrier_tracking_url: known?.trackingUrl ?? (isFirst ? booking.carrierTrackingUrl : null),
      label_url: status === 'cancelled' ? null : ownLabelUrl,
      price: known?.price ? { amount: moneyText(known.price), currency: known.price.currency } : null,
      refund_status: known?.refund ?? null,
    }
  })
}
