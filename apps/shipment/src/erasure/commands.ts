/** Use cases that erase personal data. Each takes the transaction; none opens one or touches the network. */

import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { type Erasure, erasureEvent, recordErasure } from '@waybill/chassis/retention/erasures'
import { eraseEventTraces } from '@waybill/chassis/retention/prune-subjects'
import { erasedDocument } from '@waybill/contracts/erasure'
import { isId } from '@waybill/contracts/ids'
import type { Writer } from '../db.ts'
import { notFound } from '../shipments/get-shipment.ts'
import { lockShipment } from '../shipments/repository.ts'
import { assertErasable, isRecent } from './erasable.ts'
import { findErasedAt, lockShipmentsToErase, writeErased } from './repository.ts'

interface ErasureReason {
  cause: Erasure['cause']
  /** Written by the operator. */
  note: string | null
  at: Date
}

/**
 * Erases the personal data of a shipment with a final status, and publishes that the other services must do the same.
 * Idempotent: returns when it was erased first. Throws `shipment_not_found`, `shipment_not_erasable`, `shipment_busy`.
 */
export async function eraseShipment(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  reason: ErasureReason,
): Promise<Date> {
  const shipment = isId('shp', shipmentId) ? await lockShipment(trx, environmentId, shipmentId) : undefined
  if (shipment === undefined) return notFound(shipmentId)
  const erasedAt = await findErasedAt(trx, environmentId, shipmentId)
  if (erasedAt !== null) return erasedAt
  assertErasable(shipment)
  const { at, cause, note } = reason
  const subject = { environmentId, subjectType: 'shipment', subjectId: shipmentId }
  const erasure: Erasure = { ...subject, erasedAt: at, isRecent: isRecent(shipment, at), cause, note }
  await appendOutbox(trx, [erasureEvent(erasure)])
  await writeErased(trx, shipment, at)
  await recordErasure(trx, erasure, erasure.isRecent ? {} : { passes: null })
  return at
}

/** Erases up to `limit` shipments of all environments that did not change since a time. Returns how many. */
export async function eraseDueShipments(
  trx: Writer,
  due: { changedBefore: Date; limit: number },
  at: Date,
): Promise<number> {
  const shipments = await lockShipmentsToErase(trx, due)
  for (const shipment of shipments) {
    await eraseShipment(trx, shipment, { at, cause: 'retention', note: null })
  }
  return shipments.length
}

/**
 * Erases the shipment again, for writes that were in flight when it was erased, and its published events. Throws
 * `NotYet` while events wait to be published.
 */
export async function eraseAgain(trx: Writer, erasure: Erasure): Promise<void> {
  const { environmentId, subjectId, erasedAt } = erasure
  const shipment = await lockShipment(trx, environmentId, subjectId)
  if (shipment !== undefined) await writeErased(trx, shipment, erasedAt)
  await eraseEventTraces(trx, erasure, [subjectId], (document) => erasedDocument(document, environmentId))
}
