/** Pure: how a status of a shipment or booking is shown. One of a later Waybill is neutral, and shown by its name. */
import type { Shipment } from '@waybill/sdk'
import type { Tone } from '../ui/badge.tsx'

const tones: Record<string, Tone> = {
  ready: 'neutral',
  to_book: 'warning',
  held: 'danger',
  booked: 'accent',
  pending: 'neutral',
  assigned: 'accent',
  reassigning: 'warning',
  en_route_to_pickup: 'accent',
  arrived_at_pickup: 'accent',
  picked_up: 'accent',
  in_transit: 'accent',
  en_route_to_dropoff: 'accent',
  arrived_at_dropoff: 'accent',
  out_for_delivery: 'accent',
  awaiting_collection: 'accent',
  delivery_attempted: 'warning',
  on_hold: 'warning',
  returning: 'warning',
  delivered: 'success',
  returned: 'neutral',
  failed: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
}

export const toTone = (status: string): Tone => tones[status] ?? 'neutral'

/** "in_transit" and "cancelBooking" as "In transit" and "Cancel booking". */
export function readable(code: string): string {
  const words = code.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const FINAL = new Set(['delivered', 'returned', 'failed', 'cancelled', 'expired'])
export const isFinal = (status: string): boolean => FINAL.has(status)

/** A shipment that is ready waits to be booked, or for its carrier, or is kept from it by the team. */
export const shownStatus = ({
  status,
  booking_id,
  dispatch,
  hold,
}: Pick<Shipment, 'status' | 'booking_id' | 'dispatch' | 'hold'>): string => {
  if (status !== 'ready' || dispatch !== null) return status
  if (hold !== null) return 'held'
  return booking_id === null ? 'to_book' : 'booked'
}
