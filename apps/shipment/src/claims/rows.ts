/** Maps rows to claims and back. */
import { type NewRow, newColumns } from '@waybill/chassis/postgres/insert-rows'
import type { Selectable } from 'kysely'
import type { ClaimTable } from '../db.ts'
import type { ShipmentPatch } from '../shipments/patch.ts'
import type { Claim } from './claim.ts'

export const newClaimColumns = newColumns<ClaimTable>()([
  'environment_id',
  'claim_id',
  'shipment_id',
  'kind',
  'state',
  'outcome',
  'patch',
  'reason_code',
  'reason_note',
  'booking_ended',
  'request_id',
  'settled_at',
])

export const claimRow = (claim: Claim): NewRow<ClaimTable> => ({
  environment_id: claim.environmentId,
  claim_id: claim.claimId,
  shipment_id: claim.shipmentId,
  kind: claim.kind,
  state: claim.state,
  outcome: null,
  patch: claim.patch,
  reason_code: claim.reasonCode,
  reason_note: claim.reasonNote,
  booking_ended: claim.bookingEnded,
  request_id: claim.requestId,
  settled_at: null,
})

export const toClaim = (row: Selectable<ClaimTable>): Claim => ({
  environmentId: row.environment_id,
  claimId: row.claim_id,
  shipmentId: row.shipment_id,
  kind: row.kind,
  state: row.state,
  outcome: row.outcome,
  patch: row.patch && patchFromJson(row.patch as Record<string, unknown>),
  reasonCode: row.reason_code,
  reasonNote: row.reason_note,
  bookingEnded: row.booking_ended,
  requestId: row.request_id,
})

/** Dates of a patch are stored as JSON text. */
function patchFromJson({ collectionAt, readyAt, ...patch }: Record<string, unknown>): ShipmentPatch {
  return {
    ...patch,
    ...(typeof collectionAt === 'string' && { collectionAt: new Date(collectionAt) }),
    ...(typeof readyAt === 'string' && { readyAt: new Date(readyAt) }),
  }
}
