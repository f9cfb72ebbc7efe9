/**
 * Papers for customs. Those that a carrier makes are kept beside the label, and apart from it, so that they never delay it; for
 * other carriers, and on request, the commercial invoice is written from what the shipment declares.
 */
import { Readable } from 'node:stream'
import { transact } from '@waybill/chassis/postgres/database'
import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { errorDetail } from '@waybill/contracts/requests/validation'
import { shipmentFromMessage } from '@waybill/contracts/shipment'
import { accessAccount } from '../accounts/account-access.ts'
import type { BookingRecord } from '../bookings/booking.ts'
import type { Dependencies } from '../dependencies.ts'
import { storeRequestedLabel } from '../documents/commands.ts'
import { invoiceFile } from '../documents/invoice.ts'
import { assertPrintable, labelNotReady, labelUnavailable } from '../documents/label-errors.ts'
import { openStoredLabel } from '../documents/label-file.ts'
import { type AskedForm, papersKey } from '../documents/label-form.ts'
import { assertNotErased } from '../erasure/erasure-pass.ts'
import { notConnected } from '../operations/errors.ts'

/**
 * The papers of all parcels or of one, as PDF: from the store, or the first time from the carrier. Throws `label_not_ready` until the
 * carrier has made them, and `label_not_found` if there are none.
 */
export async function openCustomsPapers(
  dependencies: Dependencies,
  booking: BookingRecord,
  { format, size, parcel, document }: AskedForm & { document: string },
  { requestId, deadlineAt, signal }: CallContext,
): Promise<RpcFile> {
  const { db } = dependencies
  const { environmentId, bookingId } = booking
  await assertNotErased(db, environmentId, bookingId)
  assertPrintable(booking)
  if (size !== '' || !['', 'pdf'].includes(format)) throw pdfOnly(format)
  const adapter = dependencies.carriers.get(booking.carrierCode)
  if (adapter === undefined) throw notConnected(booking.carrierCode)
  const { customsPapers, name } = adapter.descriptor
  if (document === 'invoice' || customsPapers === undefined)
    return await writeInvoice(dependencies, booking, { parcel, requestId, deadlineAt })
  // Those that come with a booking are of all its parcels.
  const parcelNumber = customsPapers === 'with_booking' ? null : parcel || null
  const place = { environmentId, bookingId, key: papersKey(parcelNumber) }
  const stored = await openStoredLabel(db, place)
  if (stored) return stored
  if (customsPapers !== 'on_request') throw noPapers(bookingId, `${name} has sent no papers for customs.`)
  const access = await accessAccount(dependencies, adapter.descriptor, booking)
  if ('failure' in access) throw labelUnavailable(bookingId, access.failure)
  const outcome = await adapter.label(
    { carrierJobId: booking.carrierJobId, parcelNumber, format: 'pdf', size: '4x6', document: 'customs' },
    { account: access.account, deadlineAt, signal, requestId },
  )
  switch (outcome.kind) {
    case 'not_ready':
      throw labelNotReady(
        `The carrier has no papers for customs of booking ${bookingId}. It may make them later, or none.`,
      )
    case 'no_such_label':
      throw noPapers(bookingId, outcome.failure.message)
    case 'failed':
      throw labelUnavailable(bookingId, outcome.failure)
  }
  const { contentType, bytes } = outcome.label
  await transact(db, (trx) => storeRequestedLabel(trx, booking, outcome.label, place.key))
  return (await openStoredLabel(db, place)) ?? { contentType, length: bytes.length, bytes: Readable.from([bytes]) }
}

async function writeInvoice(
  { shipments }: Dependencies,
  booking: BookingRecord,
  { parcel, requestId, deadlineAt }: { parcel: number; requestId: string; deadlineAt: Date },
): Promise<RpcFile> {
  const { environmentId, merchantId, livemode, bookingId, shipmentId } = booking
  const timeoutMs = Math.max(1, deadlineAt.getTime() - Date.now())
  // A signed link names no merchant.
  const context = contextMessage(systemContext({ environmentId, merchantId, livemode, requestId, timeoutMs }))
  const shipment = shipmentFromMessage(await shipments.Find({ context, shipment_id: shipmentId }))
  const parcels = shipment.parcels.filter((_, index) => parcel === 0 || index + 1 === parcel)
  if (parcels.length === 0) throw noPapers(bookingId, `its shipment has no parcel ${parcel}.`)
  const bytes = await invoiceFile(booking, shipment, parcels)
  if (bytes === null) throw noPapers(bookingId, 'the parcels of its shipment list no items.')
  return { contentType: 'application/pdf', length: bytes.length, bytes: Readable.from([bytes]) }
}

const noPapers = (bookingId: string, why: string): AppError =>
  new AppError('label_not_found', `Booking ${bookingId} has no such papers: ${why}`)

function pdfOnly(format: string): AppError {
  const field = ['', 'pdf'].includes(format) ? 'size' : 'format'
  const message = field === 'size' ? 'cannot be chosen for papers for customs' : 'must be pdf for papers for customs'
  return new AppError('invalid_parameter', `${field} ${message}.`, {
    details: [errorDetail([field], 'not_offered', message, 'query')],
  })
}
