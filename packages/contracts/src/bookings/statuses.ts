/** Statuses of bookings and of their parcels, and what may keep either. */

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
