/** Shipments under a claim, and the ends of claims. */
import type { ClaimKind, Shipment } from '@waybill/contracts/shipment'
import type { Claim } from '../claims/claim.ts'
import { type Outcome, settle } from '../claims/settle.ts'
import { aClaim, aShipment, cause } from './shipment.ts'

export const heldBy = (claimKind: ClaimKind, overrides: Partial<Shipment> = {}) =>
  aShipment({ claimKind, claimId: 'op_1', ...overrides })
export const requested: Partial<Shipment> = {
  cancelRequested: true,
  cancellationRequestedAt: cause.at,
  cancellationReasonCode: 'customer_request',
  cancellationReasonNote: 'Twice',
}
export const noCancellation = {
  cancelRequested: false,
  cancellationRequestedAt: null,
  cancellationReasonCode: null,
  cancellationReasonNote: null,
}
export const free = { claimId: null, claimKind: null, cancelRequested: false }

export const booked: Outcome = { kind: 'booked', bookingId: 'bkg_1' }
export const released: Outcome = { kind: 'released' }
export const updated: Outcome = { kind: 'updated' }
export const cancelled: Outcome = { kind: 'cancelled', reasonCode: 'fraud', reasonNote: null }
export const noCourier: Outcome = { kind: 'dispatch_failed', reason: 'no_courier_available' }
export const pending: Outcome = { kind: 'cancellation_pending' }

export const end = (shipment: Shipment, outcome: Outcome, claim: Partial<Claim> = {}, cancellationRefused = false) =>
  settle(shipment, aClaim(shipment, claim), { outcome, cancellationRefused, cause })
export const readTypes = ({ events }: { events: { type: string }[] }) => events.map(({ type }) => type)
