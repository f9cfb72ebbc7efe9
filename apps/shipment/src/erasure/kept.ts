/** Keeps erased shipments without new personal data. */
import { AppError } from '@waybill/contracts/app-error'
import type { Shipment } from '@waybill/contracts/shipment'
import type { Writer } from '../db.ts'
import { findErasedAt } from './repository.ts'

/** Throws `data_erased`: nobody would erase what is written later. */
export async function assertKept(
  trx: Writer,
  { environmentId, shipmentId }: Pick<Shipment, 'environmentId' | 'shipmentId'>,
): Promise<void> {
  if ((await findErasedAt(trx, environmentId, shipmentId)) === null) return
  throw new AppError('data_erased', `The personal data of shipment ${shipmentId} was erased. Nothing is added to it.`)
}
