/** Where the courier of a booking is. */
import { z } from 'zod'
import type { Booking } from '../booking.ts'
import { timestampString } from '../requests/described-texts.ts'

export const publicDriverLocationSchema = z
  .object({
    booking_id: z.string(),
    shipment_id: z.string(),
    driver_id: z.string().nullable(),
    location: z
      .object({ latitude: z.number(), longitude: z.number() })
      .nullable()
      .describe('Position in degrees; null until the carrier reports one.'),
    occurred_at: timestampString('When the courier was at this position, else null.').nullable(),
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
