/** Use cases that take and end claims. Each takes the transaction; none opens one or touches the network. */
import type { Shipment } from '@waybill/contracts/shipment'
import type { UpdateShipment } from '@waybill/contracts/shipment-documents'
import type { Writer } from '../db.ts'
import type { Cause } from '../shipments/change.ts'
import { getLocked, storeChange } from '../shipments/commands.ts'
import { toPatch } from '../shipments/patch.ts'
import { type Claim, claim, desiredShipment, type Intent, newClaim } from './claim.ts'
import { endClaim, findClaim, storeClaim } from './repository.ts'
import { type Outcome, settle } from './settle.ts'

/** What an operation wants to do with a shipment; a PATCH is still the merchant's document. */
export type RequestedIntent = Exclude<Intent, { kind: 'update' }> | { kind: 'update'; document: UpdateShipment }

export interface Claimed {
  state: 'held' | 'deferred' | 'applied'
  shipment: Shipment
  /** The shipment as it will be when the update that holds it succeeds; null for other claims. */
  desired: Shipment | null
}

/**
 * Takes the shipment for an operation. Idempotent: a known claim is answered with the shipment's current state. Only a
 * dispatch that has been settled may start again, since its courier may cancel.
 */
export async function claimShipment(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  request: { claimId: string; intent: RequestedIntent; ifMatch: string | null },
  cause: Cause,
): Promise<Claimed> {
  const { claimId, intent: requested, ifMatch } = request
  const shipment = await getLocked(trx, environmentId, shipmentId)
  const known = await findClaim(trx, environmentId, claimId)
  if (known !== undefined && known.shipmentId !== shipmentId) {
    throw new Error(`claim ${claimId} belongs to shipment ${known.shipmentId}, not to ${shipmentId}`)
  }
  if (known !== undefined && !(known.kind === 'dispatch' && known.state === 'settled')) {
    const state = known.state === 'settled' ? 'held' : known.state
    return { state, shipment, desired: desiredShipment(shipment, known) }
  }
  const intent: Intent =
    requested.kind === 'update' ? { kind: 'update', patch: toPatch(shipment, requested.document) } : requested
  const change = claim(shipment, { claimId, intent, ifMatch }, cause)
  const { state } = change
  const taken: Claim = {
    ...newClaim(shipment, { claimId, kind: intent.kind, cause }),
    ...claimPayload(intent),
    state,
  }
  await storeChange(trx, shipment, change)
  await storeClaim(trx, taken)
  return { state, shipment: change.shipment, desired: desiredShipment(change.shipment, taken) }
}

export interface Settled {
  cancelRequested: boolean
  shipment: Shipment
}

/**
 * Ends a claim with its outcome. Idempotent: a claim that has ended is answered again. Releasing an unknown claim is a
 * no-op, for an operation that cannot know whether its claim was taken.
 */
export async function settleClaim(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  request: { claimId: string; outcome: Outcome; cancellationRefused: boolean },
  cause: Cause,
): Promise<Settled> {
  const shipment = await getLocked(trx, environmentId, shipmentId)
  const held = await findClaim(trx, environmentId, request.claimId)
  if (held === undefined && request.outcome.kind === 'released') return { cancelRequested: false, shipment }
  if (held?.shipmentId !== shipmentId) throw new Error(`shipment ${shipmentId} has no claim ${request.claimId}`)
  const settlement = settle(shipment, held, { ...request, cause })
  await storeChange(trx, shipment, settlement)
  if (settlement.ended && held.state === 'held') await endClaim(trx, held, request.outcome.kind, cause.at)
  return { cancelRequested: settlement.cancelRequested, shipment: settlement.shipment }
}

/** The part of an intent that is needed when its claim ends. */
function claimPayload(intent: Intent): Partial<Claim> {
  if (intent.kind === 'update') return { patch: intent.patch }
  if (intent.kind === 'cancel') return { reasonCode: intent.reasonCode, reasonNote: intent.reasonNote }
  return {}
}
