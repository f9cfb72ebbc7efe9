/** Scan forms of one API key at EasyPost: a shipment is in one at most. */
import type { z } from 'zod'
import { newId, type ShipmentObject, seconds } from './bodies.ts'
import { notFound, refuse } from './refusals.ts'
import type { scanFormRequest } from './schemas.ts'
import { type AccountBook, getShipment } from './store.ts'

export interface ScanFormObject {
  id: string
  status: 'creating' | 'created' | 'failed'
  form_url: string | null
  [field: string]: unknown
}

export function createScanForm(
  book: AccountBook,
  { scan_form: { shipments } }: z.output<typeof scanFormRequest>,
  fileUrl: (shipmentId: string, format: string) => string,
): ScanFormObject {
  const found = shipments.map(({ id }) => getShipment(book, id))
  const [first] = found
  if (!first) throw refuse(422, 'SCANFORM.SHIPMENTS.REQUIRED', 'A scan form needs shipments.')
  // It does not say which.
  if (found.some(isUnfit)) throw refuse(422, 'SCANFORM.SHIPMENTS.INVALID', 'Not all of the shipments can be added.')
  const at = seconds(new Date())
  const made: ScanFormObject = {
    id: newId('sf'),
    object: 'ScanForm',
    created_at: at,
    updated_at: at,
    mode: book.mode,
    status: 'creating',
    message: null,
    address: first.from_address,
    tracking_codes: found.map(({ tracking_code }) => tracking_code),
    form_url: null,
    form_file_type: null,
    batch_id: newId('batch'),
  }
  for (const shipment of found) shipment.scan_form = made
  book.scanForms.set(made.id, { form: made, url: fileUrl(first.id, 'pdf') })
  return made
}

const isUnfit = ({ postage_label, refund_status, scan_form }: ShipmentObject): boolean =>
  !postage_label || refund_status !== null || (scan_form ?? null) !== null

/** It is made when it is read. */
export function getScanForm({ scanForms }: AccountBook, id: string): ScanFormObject {
  const found = scanForms.get(id)
  if (!found) throw notFound()
  return Object.assign(found.form, { status: 'created', form_url: found.url, form_file_type: 'application/pdf' })
}
