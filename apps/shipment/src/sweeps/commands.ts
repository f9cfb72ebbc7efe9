/** Use cases that are due by time. Each takes the transaction; none opens one or touches the network. */
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { newClaim } from '../claims/claim.ts'
import { claimInsert } from '../claims/repository.ts'
import type { Writer } from '../db.ts'
import { dispatchRequested } from '../shipments/change.ts'
import { storeChange } from '../shipments/commands.ts'
import { askToExpire, expire } from './expire.ts'
import { lockOverdueBookedShipments, lockOverdueShipments, lockUndispatchedShipments } from './repository.ts'

/** Requests couriers again that were last requested longer ago than `intervalMs`. Returns how many. */
export async function repeatDispatchRequests(
  trx: Writer,
  due: { intervalMs: number; limit: number },
  at: Date,
): Promise<number> {
  const waiting = await lockUndispatchedShipments(trx, due)
  await appendOutbox(
    trx,
    waiting.map(({ shipment, requestId }) => dispatchRequested(shipment, { at, requestId, idempotencyKey: null })),
  )
  return waiting.length
}

/** Expires unbooked shipments whose collection date is before a time. Returns how many. */
export async function expireOverdueShipments(
  trx: Writer,
  due: { collectionBefore: Date; limit: number },
  at: Date,
): Promise<number> {
  const overdue = await lockOverdueShipments(trx, due)
  const cause = { at, requestId: null, idempotencyKey: null }
  for (const shipment of overdue) await storeChange(trx, shipment, expire(shipment, cause))
  return overdue.length
}

/**
 * Asks the booking service to cancel the bookings of shipments whose collection date is before a time. Returns how many.
 * A booking whose carrier refused is asked for again after `againMs`, a request without an outcome after `repeatMs`.
 */
export async function askOverdueBookedToExpire(
  trx: Writer,
  due: { collectionBefore: Date; againMs: number; repeatMs: number; limit: number },
  at: Date,
): Promise<number> {
  const overdue = await lockOverdueBookedShipments(trx, due)
  const cause = { at, requestId: null, idempotencyKey: null }
  for (const shipment of overdue) {
    const change = askToExpire(shipment, cause)
    const { claimId } = change.shipment
    const isNew = shipment.claimId === null && claimId !== null
    const taken = isNew ? [claimInsert(trx, newClaim(shipment, { claimId, kind: 'expire', cause }))] : []
    await storeChange(trx, shipment, change, taken)
  }
  return overdue.length
}
