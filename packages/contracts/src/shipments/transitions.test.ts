import { expect, test } from 'vitest'
import { isFinalShipmentStatus, type ShipmentStatus, shipmentStatuses } from '../shipment.ts'
import { isReachable, isTransition, transitions } from './transitions.ts'

/** The transitions as a table: a row for each status, a column for each next status. */
const drawn: Record<ShipmentStatus, ShipmentStatus[]> = {
  ready: ['in_transit', 'on_hold', 'returning', 'delivered', 'failed', 'cancelled', 'expired'],
  in_transit: [
    ...(['out_for_delivery', 'awaiting_collection', 'delivery_attempted'] as const),
    ...(['on_hold', 'returning', 'delivered', 'failed', 'cancelled'] as const),
  ],
  out_for_delivery: [
    ...(['awaiting_collection', 'delivery_attempted'] as const),
    ...(['on_hold', 'returning', 'delivered', 'failed', 'cancelled'] as const),
  ],
  awaiting_collection: ['in_transit', 'on_hold', 'returning', 'delivered', 'failed', 'cancelled'],
  delivery_attempted: ['in_transit', 'on_hold', 'returning', 'delivered', 'failed', 'cancelled'],
  on_hold: ['ready', 'in_transit', 'returning', 'delivered', 'failed', 'cancelled'],
  returning: ['on_hold', 'delivered', 'returned', 'failed', 'cancelled'],
  delivered: ['returned'],
  returned: [],
  failed: ['delivered', 'returned'],
  cancelled: [],
  expired: [],
}

test('any status can follow one that only a later version knows', () => {
  const newer = 'at_customs' as ShipmentStatus
  for (const status of shipmentStatuses) expect(isReachable(newer, status)).toBe(true)
  expect(isReachable('delivered', newer)).toBe(false)
})

const everyPair = shipmentStatuses.flatMap((from) => shipmentStatuses.map((to) => [from, to] as const))

test.each(everyPair)('%s → %s is allowed only if the table has it', (from, to) => {
  expect(isTransition(from, to)).toBe(drawn[from].includes(to))
})

test('final statuses have no transition except corrections', () => {
  const corrections: readonly ShipmentStatus[] = ['delivered', 'returned']
  const final = shipmentStatuses.filter((status) => transitions[status].every((next) => corrections.includes(next)))
  expect(final).toEqual(shipmentStatuses.filter(isFinalShipmentStatus))
})

test.each([
  ['ready', 'out_for_delivery'],
  ['ready', 'returned'],
  ['on_hold', 'awaiting_collection'],
  ['out_for_delivery', 'in_transit'],
  ['in_transit', 'ready'],
] as const)('carriers may skip what lies between %s and %s', (from, to) => {
  expect(isTransition(from, to)).toBe(false)
  expect(isReachable(from, to)).toBe(true)
})

test.each([
  ['delivered', 'in_transit'],
  ['failed', 'in_transit'],
  ['cancelled', 'delivered'],
  ['expired', 'in_transit'],
  ['returned', 'delivered'],
] as const)('no facts lead from %s back to %s', (from, to) => {
  expect(isReachable(from, to)).toBe(false)
})
