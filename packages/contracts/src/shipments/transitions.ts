/** Pure: statuses of a shipment. */
import { isFinalShipmentStatus, type ShipmentStatus, shipmentStatuses } from '../shipment.ts'

/** From any status that is not final. */
const always = ['on_hold', 'returning', 'delivered', 'cancelled', 'failed'] as const

/** Statuses that each status can change to in one step. */
export const transitions = {
  ready: ['in_transit', 'expired', ...always],
  in_transit: ['out_for_delivery', 'awaiting_collection', 'delivery_attempted', ...always],
  out_for_delivery: ['awaiting_collection', 'delivery_attempted', ...always],
  awaiting_collection: ['in_transit', ...always],
  delivery_attempted: ['in_transit', ...always],
  // Ready again when the booking ends while the goods are still with the merchant.
  on_hold: ['ready', 'in_transit', 'returning', 'delivered', 'cancelled', 'failed'],
  returning: ['returned', 'on_hold', 'delivered', 'cancelled', 'failed'],
  // A final status changes only if the carrier corrects it.
  delivered: ['returned'],
  failed: ['delivered', 'returned'],
  returned: [],
  cancelled: [],
  expired: [],
} as const satisfies Record<ShipmentStatus, readonly ShipmentStatus[]>

/** Any status may follow one that a later version has added: this version does not know what it means. */
const stepsFrom = (from: ShipmentStatus): readonly ShipmentStatus[] => transitions[from] ?? shipmentStatuses

/** Whether the table allows the step. */
export const isTransition = (from: ShipmentStatus, to: ShipmentStatus): boolean => stepsFrom(from).includes(to)

/**
 * Whether carriers' facts can move a shipment from one status to another, in one step or in several through statuses that
 * are not final: carriers may skip statuses.
 */
export function isReachable(from: ShipmentStatus, to: ShipmentStatus): boolean {
  const seen = new Set<ShipmentStatus>([from])
  const open: ShipmentStatus[] = [from]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (isTransition(at, to)) return true
    for (const next of stepsFrom(at)) {
      if (isFinalShipmentStatus(next) || seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return false
}
