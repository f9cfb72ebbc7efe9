import { z } from 'zod'
import { publicQuoteOption, publicQuoteOptionSchema, type QuoteOption } from './quote.ts'
import { type PublicShipment, publicShipmentSchema } from './shipment.ts'

export const bookingStatuses = [
  'pending',
  'assigned',
  'reassigning',
  'en_route_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'returning',
  'delivered',
  'returned',
  'failed',
  'cancelled',
] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const finalBookingStatuses = ['delivered', 'returned', 'failed', 'cancelled'] as const
export const isFinalBookingStatus = (status: BookingStatus): boolean =>
  (finalBookingStatuses as readonly BookingStatus[]).includes(status)

export const incidentCodes = [
  'damaged',
  'lost',
  'address_not_found',
  'incorrect_address',
  'recipient_not_available',
  'recipient_refused',
  'business_closed',
  'access_restricted',
  'verification_failed',
  'customs_delay',
  'customs_documents',
  'weather',
  'vehicle_issue',
  'capacity',
  'security',
  'regulatory',
  'unknown',
] as const
export type IncidentCode = (typeof incidentCodes)[number]

export interface Driver {
  driverId: string
  name: string
  email: string
  telephone: string
}

const driverSchema = z
  .object({ driver_id: z.string(), name: z.string(), email: z.string(), telephone: z.string() })
  .meta({ id: 'Driver' })

export const publicProofOfDeliverySchema = z
  .object({
    pod_id: z.string(),
    type: z.enum(['delivery', 'pickup', 'return']),
    captured_at: z.string(),
    captured_by: z.object({ driver_id: z.string(), name: z.string() }).nullable(),
    recipient: z.object({ name: z.string(), relationship: z.string().nullable() }).nullable(),
    photos: z.array(
      z.object({ url: z.string(), content_type: z.string(), sha256: z.string(), expires_at: z.string() }),
    ),
    signature: z.object({ url: z.string(), signer_name: z.string().nullable() }).nullable(),
    pin: z.object({ required: z.boolean(), verified: z.boolean() }).nullable(),
    barcodes: z.array(
      z.object({ symbology: z.string(), value: z.string(), outcome: z.string(), scanned_at: z.string() }),
    ),
    location: z
      .object({
        latitude: z.number(),
        longitude: z.number(),
        accuracy_m: z.number().nullable(),
        distance_to_dropoff_m: z.number().nullable(),
      })
      .nullable(),
    notes: z.string().nullable(),
  })
  .meta({ id: 'ProofOfDelivery' })
/** Stored in its public shape. */
export type ProofOfDelivery = z.output<typeof publicProofOfDeliverySchema>

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
  hasLabel: boolean
  driver: Driver | null
  incident: IncidentCode | null
  failureReason: string | null
  bookedAt: Date
  cancelledAt: Date | null
  cancellationReasonCode: string | null
  cancellationReasonNote: string | null
  pod: ProofOfDelivery | null
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
    label_url: z.string().nullable(),
    tracking_url: z.string().nullable(),
    driver: driverSchema.nullable(),
    current_driver_id: z.string().nullable(),
    booked_at: z.string(),
    cancelled_at: z.string().nullable(),
    cancellation_reason_code: z.string().nullable(),
    cancellation_reason_note: z.string().nullable(),
    cancel_reason: z.string().nullable().describe('The cancellation note, or the reason code if there is no note.'),
    failure_reason: z.string().nullable(),
    incident: z.enum(incidentCodes).nullable(),
    pod: publicProofOfDeliverySchema.nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Booking' })
export type PublicBooking = z.output<typeof publicBookingSchema>

/** The only mapping of a booking to its public shape. `labelUrl` is signed by the caller; null without a label. */
export function publicBooking(booking: Booking, labelUrl: string | null): PublicBooking {
  const { driver } = booking
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
    label_url: booking.hasLabel ? labelUrl : null,
    // Copies of shipments created before tracking pages existed lack the field.
    tracking_url: booking.shipment.tracking_url ?? null,
    driver: driver && {
      driver_id: driver.driverId,
      name: driver.name,
      email: driver.email,
      telephone: driver.telephone,
    },
    current_driver_id: driver?.driverId ?? null,
    booked_at: booking.bookedAt.toISOString(),
    cancelled_at: booking.cancelledAt?.toISOString() ?? null,
    cancellation_reason_code: booking.cancellationReasonCode,
    cancellation_reason_note: booking.cancellationReasonNote,
    cancel_reason: booking.cancellationReasonNote ?? booking.cancellationReasonCode,
    failure_reason: booking.failureReason,
    incident: booking.incident,
    pod: booking.pod,
    created_at: booking.createdAt.toISOString(),
    updated_at: booking.updatedAt.toISOString(),
  }
}

export const publicDriverLocationSchema = z
  .object({
    booking_id: z.string(),
    shipment_id: z.string(),
    driver_id: z.string().nullable(),
    location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    occurred_at: z.string().nullable(),
    received_at: z.string().nullable(),
  })
  .meta({ id: 'DriverLocation' })
export type PublicDriverLocation = z.output<typeof publicDriverLocationSchema>

/** The courier's last position in its public shape. `position` is null until a report contains one. */
export function publicDriverLocation(
  { bookingId, shipmentId, driver }: Pick<Booking, 'bookingId' | 'shipmentId' | 'driver'>,
  position: { latitude: number; longitude: number; occurredAt: Date; receivedAt: Date } | null,
): PublicDriverLocation {
  return {
    booking_id: bookingId,
    shipment_id: shipmentId,
    driver_id: driver?.driverId ?? null,
    location: position && { latitude: position.latitude, longitude: position.longitude },
    occurred_at: position?.occurredAt.toISOString() ?? null,
    received_at: position?.receivedAt.toISOString() ?? null,
  }
}
