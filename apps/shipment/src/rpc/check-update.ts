/** Documents about a stored shipment that their schemas refuse: all wrong fields, judged with the shipment. */
import {
  type CreateQuoteForShipment,
  createQuoteForShipmentSchema,
  updateShipmentSchema,
} from '@waybill/contracts/requests/shipment-documents'
import { readDocument, withOthers } from '@waybill/contracts/requests/validation'
import type { Reader } from '../db.ts'
import { quoteProblems } from '../registrations/quote-match.ts'
import { patchProblems } from '../shipments/patch.ts'
import { findShipment } from '../shipments/repository.ts'
import { parseJson } from './codec.ts'

/** Throws `validation_error`, also with what the stored shipment does not allow; nothing if the schema accepts the document. */
export async function checkUpdate(
  db: Reader,
  environmentId: string,
  { shipment_id: shipmentId, document }: { shipment_id: string; document: Buffer },
): Promise<Record<string, never>> {
  const read = readDocument(updateShipmentSchema, parseJson(document))
  if (read.ok) return {}
  const shipment = await findShipment(db, environmentId, shipmentId)
  throw withOthers(read.error, shipment ? patchProblems(shipment, read.accepted, Date.now()) : [])
}

/** Reads the document of a quote that names a shipment. Throws `validation_error`. */
export async function readQuoteOfShipment(
  db: Reader,
  environmentId: string,
  given: unknown,
): Promise<CreateQuoteForShipment> {
  const read = readDocument(createQuoteForShipmentSchema, given)
  if (read.ok) return read.document
  const { shipment_id: shipmentId } = read.accepted
  const shipment = shipmentId === undefined ? undefined : await findShipment(db, environmentId, shipmentId)
  throw withOthers(read.error, shipment ? quoteProblems(shipment, read.accepted, read.error.details) : [])
}
