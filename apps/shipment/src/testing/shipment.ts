import { createShipmentSchema, updateShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import type { Shipment } from '@waybill/contracts/shipment'
import { addressSchema } from '@waybill/contracts/values/address'
import { aDropoffAddress, anAddress, aShipmentDocument } from '@waybill/testing/builders'
import type { Claim } from '../claims/claim.ts'
import { readPatch } from '../claims/read-patch.ts'
import type { Cause } from '../shipments/change.ts'
import { create } from '../shipments/create.ts'
import { applyPatch } from '../shipments/patch.ts'

/** For tests: the default cause of changes. */
export const cause: Cause = { at: new Date('2026-12-01T09:00:00Z'), requestId: 'req_1', idempotencyKey: null }

export const owner = {
  environmentId: 'env_1',
  merchantId: 'mer_1',
  livemode: false,
  trackingUrl: 'https://api.example.com/t/token',
}

/** For tests: an address as stored. */
export const storedAddress = (overrides: Record<string, unknown> = {}) => addressSchema.parse(anAddress(overrides))
export const storedDropoff = (overrides: Record<string, unknown> = {}) =>
  addressSchema.parse(aDropoffAddress(overrides))

/** For tests: a ready shipment of one parcel across London. */
export function aShipment(overrides: Partial<Shipment> = {}): Shipment {
  const document = createShipmentSchema.parse(aShipmentDocument())
  return { ...create(owner, document, { ...cause, at: new Date('2026-11-30T09:00:00Z') }).shipment, ...overrides }
}

/** For tests: the shipment after a PATCH of now. */
export const patched = (shipment = aShipment(), document: Record<string, unknown> = {}): Shipment =>
  applyPatch(shipment, readPatch(shipment, updateShipmentSchema.parse(document), Date.now()))

/** For tests: a claim that holds a shipment. */
export const aClaim = (shipment: Shipment, overrides: Partial<Claim> = {}): Claim => ({
  environmentId: shipment.environmentId,
  shipmentId: shipment.shipmentId,
  claimId: shipment.claimId ?? 'op_1',
  kind: shipment.claimKind ?? 'book',
  state: 'held',
  outcome: null,
  patch: null,
  reasonCode: null,
  reasonNote: null,
  bookingEnded: false,
  requestId: 'req_1',
  ...overrides,
})
