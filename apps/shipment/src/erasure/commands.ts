/** Ends the personal data of shipments. Each function takes the transaction; none opens one or touches the network. */

import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { type Erasure, erasureEvent, recordErasure } from '@waybill/chassis/retention/erasures'
import { eraseEventTraces } from '@waybill/chassis/retention/prune-subjects'
import { AppError } from '@waybill/contracts/app-error'
import { erasedDocument } from '@waybill/contracts/erasure'
import { isId } from '@waybill/contracts/ids'
import type { Writer } from '../db.ts'
import { lockShipment } from '../shipments/repository.ts'
import { assertErasable, isRecent } from './erasable.ts'
import { findErasedAt, lockShipmentsToErase, writeErased } from './repository.ts'

export interface WhyErased {
  cause: Erasure['cause']
  /** The operator's words. */
  note: string | null
  at: Date
}

/**
 * Erases the personal data of a shipment that has ended, and tells the other services to. Answers when it was done, the
 * first time. Throws `shipment_not_found`, `shipment_not_erasable`, `shipment_busy`.
 */
export async function eraseShipment(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  why: WhyErased,
): Promise<Date> {
  const shipment = isId('shp', shipmentId) ? await lockShipment(trx, environmentId, shipmentId) : undefined
  if (shipment === undefined) throw new AppError('shipment_not_found', `There is no shipment ${shipmentId}.`)
  const erasedAt = await findErasedAt(trx, environmentId, shipmentId)
  if (erasedAt !== null) return erasedAt
  assertErasable(shipment)
  const { at, cause, note } = why
  const subject = { environmentId, subjectType: 'shipment', subjectId: shipmentId }
  const erasure: Erasure = { ...subject, erasedAt: at, isRecent: isRecent(shipment, at), cause, note }
  await appendOutbox(trx, [erasureEvent(erasure)])
  await writeErased(trx, shipment, at)
  await recordErasure(trx, erasure, erasure.isRecent ? {} : { passes: null })
  return at
}

/** Erases up to `limit` shipments of which nothing was heard since a time; answers how many. Of all environments. */
export async function eraseForgotten(
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

/** A pass over what was told of the shipment, and once more over itself, for what was under way when it was erased. Throws `NotYet` while events wait to be told. */
export async function eraseAgain(trx: Writer, erasure: Erasure): Promise<void> {
  const { environmentId, subjectId, erasedAt } = erasure
  const shipment = await lockShipment(trx, environmentId, subjectId)
  if (shipment !== undefined) await writeErased(trx, shipment, erasedAt)
  await eraseEventTraces(trx, erasure, [subjectId], (document) => erasedDocument(document, environmentId))
}
