/**
 * Papers for customs. Those that a carrier makes are kept beside the label, and apart from it, so that they never delay it; for
 * other carriers, and on request, the commercial invoice is written from what the shipment declares.
 */
import { Readable } from 'node:stream'
import { crossesCustoms } from '@waybill/carriers/mapping/customs/borders'
import { carrierAddress } from '@waybill/carriers/shipment-request'
import { transact } from '@waybill/chassis/postgres/database'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { ERASED } from '@waybill/contracts/erasure'
import { errorDetail } from '@waybill/contracts/requests/validation'
import { accessAccount } from '../accounts/account-access.ts'
import type { BookingRecord } from '../bookings/booking.ts'
import type { Dependencies } from '../dependencies.ts'
import { storeRequestedLabel } from '../documents/commands.ts'
import { invoiceFile, invoiceRefusal } from '../documents/invoice.ts'
import { assertPrintable, labelNotReady, labelUnavailable } from '../documents/label-errors.ts'
import { openStoredLabel } from '../documents/label-file.ts'
import { type AskedForm, papersKey } from '../documents/label-form.ts'
import { assertNotErased } from '../erasure/erasure-pass.ts'
import { notConnected } from '../operations/errors.ts'
import { getShipment } from './reads.ts'

interface Asked extends AskedForm {
  document: string
  /** By a signed link, which is that of the label, instead of a token. */
  isSigned: boolean
}

/**
 * The papers of all parcels or of one, as PDF: from the store, or the first time from the carrier. Throws `label_not_ready` until the
 * carrier has made them, and `label_not_found` if there are none.
 */
export async function openCustomsPapers(
  dependencies: Dependencies,
  booking: BookingRecord,
  { format, size, parcel, document, isSigned }: Asked,
  context: CallContext,
): Promise<RpcFile> {
  const { db } = dependencies
  const { environmentId, bookingId } = booking
  await assertNotErased(db, environmentId, bookingId)
  assertPrintable(booking)
  if (size !== '' || !['', 'pdf'].includes(format)) throw pdfOnly(format)
  const choice = { parcel, isSigned }
  if (document === 'invoice') return await writeInvoice(dependencies, booking, choice, context)
  const adapter = dependencies.carriers.get(booking.carrierCode)
  if (adapter === undefined) throw notConnected(booking.carrierCode)
  const { customsPapers, name } = adapter.descriptor
  if (customsPapers === undefined)
    return await writeInvoice(dependencies, booking, { ...choice, onlyAbroad: true }, context)
  // Those that come with a booking are of all its parcels.
  const parcelNumber = customsPapers === 'with_booking' ? null : parcel || null
  const place = { environmentId, bookingId, key: papersKey(parcelNumber) }
  const stored = await openStoredLabel(db, place)
  if (stored) return stored
  if (customsPapers !== 'on_request') throw noPapers(bookingId, `${name} has sent no papers for customs.`)
  const access = await accessAccount(dependencies, adapter.descriptor, booking)
  if ('failure' in access) throw labelUnavailable(bookingId, access.failure)
  const { requestId, deadlineAt, signal } = context
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

interface InvoiceChoice {
  /** 0: all. */
  parcel: number
  isSigned: boolean
  /** Not for goods that cross no customs border. */
  onlyAbroad?: boolean
}

/** The commercial invoice. It names tax numbers and values, so that the link of a label does not open it. */
async function writeInvoice(
  dependencies: Dependencies,
  booking: BookingRecord,
  { parcel, isSigned, onlyAbroad = false }: InvoiceChoice,
  context: CallContext,
): Promise<RpcFile> {
  const { bookingId, shipmentId } = booking
  if (isSigned) throw noPapers(bookingId, 'an invoice needs an API key.')
  const shipment = await getShipment(dependencies, context, shipmentId)
  const { pickupAddress, dropoffAddress, parcels } = shipment
  if (dropoffAddress.address_line_1 === ERASED) throw noPapers(bookingId, 'the data of its shipment is erased.')
  const route = { pickup: carrierAddress(pickupAddress), dropoff: carrierAddress(dropoffAddress) }
  if (onlyAbroad && !crossesCustoms(route)) throw noPapers(bookingId, 'its goods cross no customs border.')
  if (parcel > parcels.length) throw noPapers(bookingId, `its shipment has no parcel ${parcel}.`)
  const parcelNumber = parcel || null
  const refusal = invoiceRefusal(shipment, parcelNumber)
  if (refusal !== null) throw noPapers(bookingId, refusal)
  const bytes = await invoiceFile(booking, shipment, { parcelNumber, signal: context.signal })
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
