/** Use cases that give a quote its shipment. Each takes the transaction; none opens one or touches the network. */
import type { Shipment } from '@waybill/contracts/shipment'
import type { CreateQuote, CreateQuoteForShipment } from '@waybill/contracts/shipment-documents'
import { assertQuotable } from '../claims/claim.ts'
import type { Writer } from '../db.ts'
import type { Cause } from '../shipments/change.ts'
import { storeNew } from '../shipments/commands.ts'
import { create, type Owner } from '../shipments/create.ts'
import { fingerprint } from '../shipments/fingerprint.ts'
import { getShipment } from '../shipments/get-shipment.ts'
import { assertSameShipment } from './quote-match.ts'
import { findRegistered, findUnbooked, insertRegistration, lockFit } from './repository.ts'

/**
 * The shipment that a quote names. Throws `quote_mismatch` if the document repeats other values than the shipment has,
 * `shipment_not_bookable` if the shipment cannot be quoted.
 */
export async function getQuotedShipment(
  get: (key: Pick<Shipment, 'environmentId' | 'shipmentId'>) => Promise<Shipment>,
  environmentId: string,
  document: CreateQuoteForShipment,
): Promise<Shipment> {
  const shipment = await get({ environmentId, shipmentId: document.shipment_id })
  assertSameShipment(shipment, document)
  assertQuotable(shipment)
  return shipment
}

/**
 * The shipment of a quote that names none: the newest ready and unbooked one that fits, else a new one. Idempotent by
 * the quote's id.
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
