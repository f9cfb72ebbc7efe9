/**
 * One function per use case. Each takes the transaction, or answers the rows that it adds; none opens one or touches the
 * network.
 */

import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { isId } from '@waybill/contracts/ids'
import type { ClaimKind, Shipment } from '@waybill/contracts/shipment'
import type {
  CreateOnDemandShipment,
  CreateQuote,
  CreateQuoteForShipment,
  CreateShipment,
  UpdateShipment,
} from '@waybill/contracts/shipment-documents'
import { type BookingNews, hasOpinion, project, trackingEntries } from '../bookings/projection.ts'
import { advanceBooking } from '../bookings/repository.ts'
import { assertQuotable, type Claim, claim, desiredBy, type Wish } from '../claims/claim.ts'
import { endClaim, findClaim, noteBookingEnded, storeClaim } from '../claims/repository.ts'
import { type Outcome, settle } from '../claims/settle.ts'
import type { Writer } from '../db.ts'
import { assertSameShipment } from '../registrations/quote-match.ts'
import { findRegistered, findUnbooked, insertRegistration, lockFit } from '../registrations/repository.ts'
import { askToExpire, expire } from '../sweeps/expire.ts'
import { type Cause, type Decision, dispatchRequested, type ShipmentEvent } from './change.ts'
import { create, createOnDemand, type Owner } from './create.ts'
import { fingerprint } from './fingerprint.ts'
import { getShipment, notFound } from './get-shipment.ts'
import { patchFor } from './patch.ts'
import {
  insertShipment,
  insertTimeline,
  lockOverdueBookedShipments,
  lockOverdueShipments,
  lockShipment,
  lockUndispatchedShipments,
  type NewShipmentRows,
  newShipmentRows,
  updateShipment,
} from './repository.ts'

/** A shipment to be registered, with all that is written for it. */
export interface NewShipment {
  shipment: Shipment
  rows: NewShipmentRows
  events: ShipmentEvent[]
}

/** Registers a shipment that waits to be booked, or one that is dispatched at once. Both only add rows. */
export function createShipment(owner: Owner, document: CreateShipment, cause: Cause): NewShipment {
  const decision = create(owner, document, cause)
  return { ...decision, rows: newShipmentRows(decision) }
}

export function createOnDemandShipment(owner: Owner, document: CreateOnDemandShipment, cause: Cause): NewShipment {
  const decision = createOnDemand(owner, document, cause)
  const { shipment } = decision
  const claim = newClaim(shipment, { claimId: shipment.claimId as string, kind: 'dispatch', cause })
  return { ...decision, rows: newShipmentRows(decision, claim) }
}

/**
 * The shipment that a quote names. It must be equal to what the document repeats (`quote_mismatch`) and free to be
 * quoted (`shipment_not_bookable`).
 */
export async function quotedShipment(
  find: (key: Pick<Shipment, 'environmentId' | 'shipmentId'>) => Promise<Shipment>,
  environmentId: string,
  document: CreateQuoteForShipment,
): Promise<Shipment> {
  const shipment = await find({ environmentId, shipmentId: document.shipment_id })
  assertSameShipment(shipment, document)
  assertQuotable(shipment)
  return shipment
}

/**
 * The shipment of a quote that names none: the newest ready and unbooked one that fits, else a new one; the same one
 * whenever it is asked for again.
 */
export async function findOrRegister(
  trx: Writer,
  owner: Owner,
  { quoteId, document }: { quoteId: string; document: Omit<CreateQuote, 'shipment_id'> },
  cause: Cause,
): Promise<Shipment> {
  const { environmentId } = owner
  const fresh = create(owner, document, cause)
  const { merchantOrderRef } = fresh.shipment
  const fit = { environmentId, merchantOrderRef, fingerprint: fingerprint(fresh.shipment) }
  await lockFit(trx, fit)
  const found = (await findRegistered(trx, environmentId, quoteId)) ?? (await findUnbooked(trx, fit))
  const shipment = found === undefined ? await storeNew(trx, fresh) : await getShipment(trx, environmentId, found)
  await insertRegistration(trx, quoteId, shipment)
  return shipment
}

/** What an operation wants of a shipment, a PATCH still as its document. */
export type ClaimWish = Exclude<Wish, { kind: 'update' }> | { kind: 'update'; document: UpdateShipment }

export interface Claimed {
  state: 'held' | 'deferred' | 'applied'
  shipment: Shipment
  desired: Shipment | null
}

/**
 * Takes the shipment for an operation. A claim that was answered before is answered again with the present state; only
 * a dispatch that has ended may begin anew, since its courier may cancel.
 */
export async function claimShipment(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  request: { claimId: string; wish: ClaimWish; ifMatch: string | null },
  cause: Cause,
): Promise<Claimed> {
  const { claimId } = request
  const shipment = await getLocked(trx, environmentId, shipmentId)
  const known = await findClaim(trx, environmentId, claimId)
  if (known !== undefined && known.shipmentId !== shipmentId) {
    throw new Error(`claim ${claimId} is of shipment ${known.shipmentId}, not of ${shipmentId}`)
  }
  if (known !== undefined && !(known.kind === 'dispatch' && known.state === 'settled')) {
    const state = known.state === 'settled' ? 'held' : known.state
    return { state, shipment, desired: desiredBy(shipment, known) }
  }
  const { wish: asked } = request
  const wish: Wish = asked.kind === 'update' ? { kind: 'update', patch: patchFor(shipment, asked.document) } : asked
  const decision = claim(shipment, { claimId, wish, ifMatch: request.ifMatch }, cause)
  const taken: Claim = { ...newClaim(shipment, { claimId, kind: wish.kind, cause }), ...remembered(wish) }
  await store(trx, shipment, decision)
  await storeClaim(trx, { ...taken, state: decision.state })
  return {
    state: decision.state,
    shipment: decision.shipment,
    desired: desiredBy(decision.shipment, { ...taken, state: decision.state }),
  }
}

export interface Settled {
  cancelRequested: boolean
  shipment: Shipment
}

/**
 * Ends a claim with its outcome; one that has ended is answered again. An operation that cannot know whether its claim
 * was taken may release it all the same.
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
  await store(trx, shipment, settlement)
  if (settlement.ended && held.state === 'held') await endClaim(trx, held, request.outcome.kind, cause.at)
  return { cancelRequested: settlement.cancelRequested, shipment: settlement.shipment }
}

/**
 * Lets the shipment follow its booking, by the latest news that say anything of it. True: they contradict a final
 * status, which stands.
 */
export async function followBooking(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  news: BookingNews,
  cause: Cause,
): Promise<boolean> {
  if (!hasOpinion(news) || !(await advanceBooking(trx, environmentId, news))) return false
  const shipment = await getLocked(trx, environmentId, shipmentId)
  const projection = project(shipment, news, cause)
  await store(trx, shipment, projection)
  if (projection.bookingEnded && shipment.claimId !== null) {
    await noteBookingEnded(trx, environmentId, shipment.claimId)
  }
  return projection.contradicted
}

/** Writes what carriers reported to the shipment's timeline. */
export async function recordTracking(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  news: BookingNews,
  cause: Cause,
): Promise<void> {
  if (news.tracking.length === 0) return
  // Locked, so that entries get their positions in the order in which they can be seen.
  const shipment = await getLocked(trx, environmentId, shipmentId)
  await insertTimeline(trx, shipment, trackingEntries(shipment, news, cause))
}

/** Asks again for couriers that were asked for longer ago than `intervalMs`; answers how many. */
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

/** Expires shipments that were to be collected before a time and that nobody booked; answers how many. */
export async function expireOverdueShipments(
  trx: Writer,
  due: { collectionBefore: Date; limit: number },
  at: Date,
): Promise<number> {
  const overdue = await lockOverdueShipments(trx, due)
  const cause = { at, requestId: null, idempotencyKey: null }
  for (const shipment of overdue) await store(trx, shipment, expire(shipment, cause))
  return overdue.length
}

/**
 * Asks the booking service to end the bookings of shipments that were to be collected before a time; answers how many.
 * A carrier that refused is asked again after `againMs`, a request that came to nothing is repeated after `repeatMs`.
 */
export async function askOverdueBookedToExpire(
  trx: Writer,
  due: { collectionBefore: Date; againMs: number; repeatMs: number; limit: number },
  at: Date,
): Promise<number> {
  const overdue = await lockOverdueBookedShipments(trx, due)
  const cause = { at, requestId: null, idempotencyKey: null }
  for (const shipment of overdue) {
    const decision = askToExpire(shipment, cause)
    const { claimId } = decision.shipment
    if (shipment.claimId === null && claimId !== null) {
      await storeClaim(trx, newClaim(shipment, { claimId, kind: 'expire', cause }))
    }
    await store(trx, shipment, decision)
  }
  return overdue.length
}

async function getLocked(trx: Writer, environmentId: string, shipmentId: string): Promise<Shipment> {
  const found = isId('shp', shipmentId) ? await lockShipment(trx, environmentId, shipmentId) : undefined
  return found ?? notFound(shipmentId)
}

async function storeNew(trx: Writer, decision: Decision): Promise<Shipment> {
  await insertShipment(trx, decision)
  await appendOutbox(trx, decision.events)
  return decision.shipment
}

async function store(trx: Writer, before: Shipment, decision: Decision): Promise<void> {
  if (decision.shipment !== before) await updateShipment(trx, before, decision.shipment)
  await insertTimeline(trx, before, decision.timeline)
  await appendOutbox(trx, decision.events)
}

const newClaim = (
  { environmentId, shipmentId }: Shipment,
  { claimId, kind, cause }: { claimId: string; kind: ClaimKind; cause: Cause },
): Claim => ({
  environmentId,
  shipmentId,
  claimId,
  kind,
  state: 'held',
  patch: null,
  reasonCode: null,
  reasonNote: null,
  bookingEnded: false,
  requestId: cause.requestId,
})

/** What of a wish its claim must know in the end. */
function remembered(wish: Wish): Partial<Claim> {
  if (wish.kind === 'update') return { patch: wish.patch }
  if (wish.kind === 'cancel') return { reasonCode: wish.reasonCode, reasonNote: wish.reasonNote }
  return {}
}
