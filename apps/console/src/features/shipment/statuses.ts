/** Pure: how a status is shown. Statuses of a later Waybill are shown by their name. */

type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

const tones: Record<string, Tone> = {
  ready: 'neutral',
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
  awaiting_collection: 'warning',
  delivery_attempted: 'warning',
  on_hold: 'warning',
  returning: 'warning',
  delivered: 'success',
  returned: 'warning',
  failed: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
}

export const toneOf = (status: string): Tone => tones[status] ?? 'neutral'

/** "in_transit" as "In transit". */
export function readable(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const FINAL = new Set(['delivered', 'returned', 'failed', 'cancelled', 'expired'])
export const isFinal = (status: string): boolean => FINAL.has(status)
