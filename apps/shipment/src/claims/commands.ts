/** Use cases that take and end claims. Each takes the transaction; none opens one or touches the network. */
import { AppError } from '@waybill/contracts/app-error'
import { isId } from '@waybill/contracts/ids'
import type { UpdateShipment } from '@waybill/contracts/requests/shipment-documents'
import type { ClaimKind, Shipment } from '@waybill/contracts/shipment'
import type { Writer } from '../db.ts'
import type { Cause } from '../shipments/change.ts'
import { storeChange } from '../shipments/commands.ts'
import { notFound } from '../shipments/get-shipment.ts'
import {
  type Claim,
  type ClaimChange,
  claim,
  desiredShipment,
  endedClaim,
  endsClaim,
  type Intent,
  newClaim,
} from './claim.ts'
import { readPatch } from './read-patch.ts'
import { claimEnd, claimInsert, lockWithClaim, storeDeadClaim } from './repository.ts'
import { type Outcome, settle } from './settle.ts'

/** Left of the caller's time to commit and to answer. */
const COMMIT_RESERVE_MS = 300

/** Request of an operation for a shipment; a PATCH is still the merchant's document. */
export type RequestedIntent = Exclude<Intent, { kind: 'update' }> | { kind: 'update'; document: UpdateShipment }

export interface Claimed {
  state: ClaimChange['state']
  shipment: Shipment
  /** The shipment as it will be when the update that holds it succeeds; null for other claims. */
  desired: Shipment | null
}

/** The claim is refused. A refusal is stored, so it must be committed before it is thrown. */
interface Refused {
  refusal: AppError
}

interface ClaimWish {
  claimId: string
  kind: ClaimKind
  /** Reads the intent of a new claim. Throws the validation errors of a PATCH document. */
  readIntent(): RequestedIntent
  ifMatch: string | null
  /** When the caller stops waiting. */
  deadlineAt: Date
}

/**
 * Takes the shipment for an operation. Idempotent: a known claim is answered with the shipment's current state. A claim
 * has one life: one that has ended, was refused or was released before it was taken is refused, however late its call
 * arrives. Throws `upstream_timeout` without effect if the caller no longer waits.
 */
export async function claimShipment(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  wish: ClaimWish,
  cause: Cause,
): Promise<Claimed | Refused> {
  const { claimId, kind, deadlineAt } = wish
  const { shipment, known } = await getLockedWithClaim(trx, { environmentId, shipmentId }, claimId)
  if (known !== undefined && known.shipmentId !== shipmentId) {
    throw new Error(`claim ${claimId} belongs to shipment ${known.shipmentId}, not to ${shipmentId}`)
  }
  if (known !== undefined) return answerKnown(shipment, known, wish, cause)
  assertInTime(deadlineAt, cause)
  const decided = decide(shipment, wish, cause)
  if ('refusal' in decided) {
    const { requestId } = cause
    if (endsClaim(kind, decided.refusal)) {
      await storeDeadClaim(trx, { environmentId, shipmentId, claimId, requestId }, { outcome: 'refused', kind })
    }
    return decided
  }
  const { change, intent } = decided
  const { state } = change
  const taken: Claim = { ...newClaim(shipment, { claimId, kind, cause }), ...claimPayload(intent), state }
  await storeChange(trx, shipment, change, [claimInsert(trx, taken)])
  return { state, shipment: change.shipment, desired: desiredShipment(change.shipment, taken) }
}

/** Throws `shipment_not_found`. */
async function getLockedWithClaim(
  trx: Writer,
  key: { environmentId: string; shipmentId: string },
  claimId: string,
): Promise<{ shipment: Shipment; known: Claim | undefined }> {
  if (!isId('shp', key.shipmentId)) notFound(key.shipmentId)
  const { shipment, known } = await lockWithClaim(trx, key, claimId)
  return { shipment: shipment ?? notFound(key.shipmentId), known }
}

/** A refused claim is refused for the same reason as long as that applies. */
function answerKnown(shipment: Shipment, known: Claim, wish: ClaimWish, cause: Cause): Claimed | Refused {
  const { state } = known
  if (state !== 'settled') return { state, shipment, desired: desiredShipment(shipment, known) }
  const again = known.outcome === 'refused' ? decide(shipment, wish, cause) : null
  return again !== null && 'refusal' in again ? again : { refusal: endedClaim(shipment, wish.kind) }
}

function decide(
  shipment: Shipment,
  { claimId, readIntent, ifMatch }: ClaimWish,
  cause: Cause,
): { change: ClaimChange; intent: Intent } | Refused {
  try {
    const requested = readIntent()
    const intent: Intent =
      requested.kind === 'update'
        ? {
            kind: 'update',
            patch: readPatch(shipment, requested.document, cause.at.getTime()),
          }
        : requested
    return { change: claim(shipment, { claimId, intent, ifMatch }, cause), intent }
  } catch (error) {
    if (error instanceof AppError) return { refusal: error }
    throw error
  }
}

/**
 * Checked while the shipment is locked: a call that was delayed must not act for an operation that may have gone on.
 * Throws `upstream_timeout`.
 */
function assertInTime(deadlineAt: Date, { at }: Cause): void {
  if (deadlineAt.getTime() - Date.now() >= COMMIT_RESERVE_MS) return
  const waitedMs = Date.now() - at.getTime()
  throw new AppError(
    'upstream_timeout',
    `The call waited ${waitedMs} ms, until its deadline. Nothing was changed. Retry.`,
  )
}

export interface Settled {
  cancelRequested: boolean
  shipment: Shipment
}

/**
 * Ends a claim with its outcome. Idempotent: a claim that has ended is answered again. An unknown claim can be released,
 * by an operation that cannot know whether its claim was taken: it can then never be taken.
 */
export async function settleClaim(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  request: { claimId: string; outcome: Outcome; cancellationRefused: boolean },
  cause: Cause,
): Promise<Settled> {
  const key = { environmentId, shipmentId }
  const { shipment, known: held } = await getLockedWithClaim(trx, key, request.claimId)
  if (held === undefined && request.outcome.kind === 'released') {
    const dead = { environmentId, shipmentId, claimId: request.claimId, requestId: cause.requestId }
    await storeDeadClaim(trx, dead, { outcome: 'released', kind: null })
    return { cancelRequested: false, shipment }
  }
  if (held?.shipmentId !== shipmentId) throw new Error(`shipment ${shipmentId} has no claim ${request.claimId}`)
  const settlement = settle(shipment, held, { ...request, cause })
  const ends = settlement.ended && held.state === 'held'
  const end = ends ? [claimEnd(trx, held, request.outcome.kind, cause.at)] : []
  await storeChange(trx, shipment, settlement, end)
  return { cancelRequested: settlement.cancelRequested, shipment: settlement.shipment }
}

/** The part of an intent that is needed when its claim ends. */
function claimPayload(intent: Intent): Partial<Claim> {
  if (intent.kind === 'update') return { patch: intent.patch }
  if (intent.kind === 'cancel') return { reasonCode: intent.reasonCode, reasonNote: intent.reasonNote }
  return {}
}
