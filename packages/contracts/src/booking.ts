import { z } from 'zod'
import { type BookedParcel, publicBookedParcelSchema, publicBookedParcels } from './bookings/booked-parcel.ts'
import { type Charge, publicCharge, publicChargeSchema } from './bookings/charge.ts'
import { type ProofOfDelivery, publicProofOfDeliverySchema } from './bookings/proof-of-delivery.ts'
import { publicRefund, publicRefundSchema, type Refund } from './bookings/refund.ts'
import {
  type BookingStatus,
  bookingStatuses,
  type IncidentCode,
  incidentCodes,
  isFinalBookingStatus,
} from './bookings/statuses.ts'
import { publicQuoteOption, publicQuoteOptionSchema, type QuoteOption } from './quotes/quote-option.ts'
import { timestampString } from './requests/described-texts.ts'
import { type PublicShipment, publicShipmentSchema } from './shipment.ts'
import { failureReasonSchema } from './shipments/failure-reason.ts'

export type { BookingStatus, IncidentCode } from './bookings/statuses.ts'
export { bookingStatuses, finalBookingStatuses, incidentCodes, isFinalBookingStatus } from './bookings/statuses.ts'

export interface Driver {
  driverId: string
  name: string
  email: string
  telephone: string
  /** Absent: none, as in bookings from before there were PINs. */
  telephonePin?: string
}

const driverSchema = z
  .object({
    driver_id: z.string(),
    name: z.string(),
    email: z.string().describe('Empty: not known.'),
    telephone: z.string().describe('Empty: not known.'),
    telephone_pin: z.string().describe('Asked for by the number, which several couriers share. Empty: none.'),
  })
  .meta({ id: 'Driver' })

/** Where an ETA comes from: the option that was booked, the carrier's reports, or the courier's position. */
const etaSources = ['quote', 'carrier', 'position'] as const

/** When the delivery is expected. */
export interface Eta {
  fromAt: Date
  toAt: Date
  /** When it was estimated. */
  updatedAt: Date
  source: (typeof etaSources)[number]
}

const publicEtaSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    updated_at: z.string(),
    source: z
      .string()
      .describe(
        "Where it comes from: `quote` (the option that was booked), `carrier` (the carrier's reports) or `position` (the courier's position). More may be added.",
      ),
  })
  .meta({ id: 'Eta' })
type PublicEta = z.output<typeof publicEtaSchema>

/** The ETA in its public shape; null once the booking has ended or the goods go back. */
export function publicEta(booking: Pick<Booking, 'status' | 'eta' | 'quoteOption' | 'bookedAt'>): PublicEta | null {
  if (isFinalBookingStatus(booking.status) || booking.status === 'returning') return null
  const { etaFrom: fromAt, etaTo: toAt } = booking.quoteOption
  const eta: Eta = booking.eta ?? { fromAt, toAt, updatedAt: booking.bookedAt, source: 'quote' }
  return {
    from: eta.fromAt.toISOString(),
    to: eta.toAt.toISOString(),
    updated_at: eta.updatedAt.toISOString(),
    source: eta.source,
  }
}

/** A booking as the booking service stores it. */
export interface Booking {
  environmentId: string
  bookingId: string
  merchantId: string
  livemode: boolean
  shipmentId: string
  /** The booking service's copy of the public shipment. */
  shipment: PublicShipment
  quoteId: string
  quoteOption: QuoteOption
  status: BookingStatus
  carrierCode: string
  carrierAccountId: string
  carrierJobId: string | null
  /** By which the carrier's own site tracks the parcel; null: the carrier has none, or it is not known. */
  trackingNumber: string | null
  /** The carrier's own tracking page, which may show the recipient's address. */
  carrierTrackingUrl: string | null
  hasLabel: boolean
  /** When the label was first printed; null: it was not, or it has been replaced since. */
  printedAt: Date | null
  printCount: number
  driver: Driver | null
  incident: IncidentCode | null
  failureReason: string | null
  bookedAt: Date
  /** Since when it is to be cancelled, also before the carrier can be asked; null: it is not, or the carrier refused. */
  cancellationRequestedAt: Date | null
  cancelledAt: Date | null
  cancellationReasonCode: string | null
  cancellationReasonNote: string | null
  pod: ProofOfDelivery | null
  /** From the carrier's reports or the courier's position; null: that of the option. */
  eta: Eta | null
  /** Charges and credits of the carrier since the booking, oldest first. */
  charges: readonly Charge[]
  /** For a cancelled label; absent or null: nothing is to be paid back. */
  refund?: Refund | null
  /** One entry for each of several parcels; null or absent: the carrier has said nothing of any. */
  parcels?: readonly BookedParcel[] | null
  /** Number of events emitted so far; also the ETag. */
  sequence: number
  createdAt: Date
  updatedAt: Date
}

export const publicBookingSchema = z
  .object({
    booking_id: z.string(),
    merchant_id: z.string(),
    environment_id: z.string(),
    shipment_id: z.string(),
    shipment: publicShipmentSchema,
    quote_option: publicQuoteOptionSchema,
    status: z.enum(bookingStatuses),
    carrier_code: z.string(),
    carrier_job_id: z.string().nullable(),
    tracking_number: z.string().nullable(),
    carrier_tracking_url: z.string().nullable(),
    label_url: z.string().nullable(),
    printed_at: timestampString(
      'When the label was first marked as printed; null: it was not, or the carrier has made a new label since.',
    ).nullable(),
    print_count: z.int().describe('How often the label was marked as printed, reprints included.'),
    tracking_url: z.string().nullable(),
    driver: driverSchema.nullable(),
    current_driver_id: z.string().nullable(),
    booked_at: z.string(),
    cancellation_requested_at: timestampString(
      'When the cancellation of the booking was requested, also while the booking is `pending`; null if there is none, or if the carrier refused. If the shipment is cancelled while the booking is pending, the booking has it once the carrier has answered.',
    ).nullable(),
    cancelled_at: z.string().nullable(),
    cancellation_reason_code: z.string().nullable(),
    cancellation_reason_note: z.string().nullable(),
    cancel_reason: z.string().nullable().describe('The cancellation note, or the reason code if there is no note.'),
    failure_reason: failureReasonSchema.nullable().describe('Why the booking is `failed`, else null.'),
    incident: z.enum(incidentCodes).nullable(),
    eta: publicEtaSchema.nullable().describe('When the delivery is expected; null once the booking has ended.'),
    pod: publicProofOfDeliverySchema.nullable(),
    charges: z.array(publicChargeSchema),
    refund: publicRefundSchema.nullable().describe('For its label.'),
    parcels: z
      .array(publicBookedParcelSchema)
      .describe('The parcels of the shipment in their order, with the label, number, status and price of each.'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Booking' })
export type PublicBooking = z.output<typeof publicBookingSchema>

/** The only mapping of a booking to its public shape. `labelUrl` is signed by the caller; null without a label. */
export function publicBooking(booking: Booking, labelUrl: string | null): PublicBooking {
  const { driver } = booking
  // A parcel with the label of a cancelled booking would be returned or lost.
  const validLabelUrl = booking.hasLabel && booking.status !== 'cancelled' ? labelUrl : null
  return {
    booking_id: booking.bookingId,
    merchant_id: booking.merchantId,
    environment_id: booking.environmentId,
    shipment_id: booking.shipmentId,
    shipment: booking.shipment,
    quote_option: publicQuoteOption(booking.quoteOption),
    status: booking.status,
    carrier_code: booking.carrierCode,
    carrier_job_id: booking.carrierJobId,
    tracking_number: booking.trackingNumber,
    carrier_tracking_url: booking.carrierTrackingUrl,
    label_url: validLabelUrl,
    printed_at: booking.printedAt?.toISOString() ?? null,
    print_count: booking.printCount,
    // Copies of shipments created before tracking pages existed lack the field.
    tracking_url: booking.shipment.tracking_url ?? null,
    driver: driver && {
      driver_id: driver.driverId,
      name: driver.name,
      email: driver.email,
      telephone: driver.telephone,
      telephone_pin: driver.telephonePin ?? '',
    },
    current_driver_id: driver?.driverId ?? null,
    booked_at: booking.bookedAt.toISOString(),
    cancellation_requested_at: booking.cancellationRequestedAt?.toISOString() ?? null,
    cancelled_at: booking.cancelledAt?.toISOString() ?? null,
    cancellation_reason_code: booking.cancellationReasonCode,
    cancellation_reason_note: booking.cancellationReasonNote,
    cancel_reason: booking.cancellationReasonNote ?? booking.cancellationReasonCode,
    failure_reason: booking.failureReason,
    incident: booking.incident,
    eta: publicEta(booking),
    pod: booking.pod,
    charges: booking.charges.map(publicCharge),
    refund: booking.refund ? publicRefund(booking.refund, booking.quoteOption) : null,
    parcels: publicBookedParcels(booking, validLabelUrl),
    created_at: booking.createdAt.toISOString(),
    updated_at: booking.updatedAt.toISOString(),
  }
}
