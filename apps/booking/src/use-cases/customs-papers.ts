/** Papers for customs that a carrier makes: kept beside the label, and apart from it, so that they never delay it. */
import { Readable } from 'node:stream'
import { transact } from '@waybill/chassis/postgres/database'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { errorDetail } from '@waybill/contracts/requests/validation'
import { accessAccount } from '../accounts/account-access.ts'
import type { BookingRecord } from '../bookings/booking.ts'
import type { Dependencies } from '../dependencies.ts'
import { storeRequestedLabel } from '../documents/commands.ts'
import { assertPrintable, labelNotReady, labelUnavailable } from '../documents/label-errors.ts'
import { openStoredLabel } from '../documents/label-file.ts'
import { type AskedForm, papersKey } from '../documents/label-form.ts'
import { assertNotErased } from '../erasure/erasure-pass.ts'
import { notConnected } from '../operations/errors.ts'

/**
 * The papers of all parcels or of one, as PDF: from the store, or the first time from the carrier. Throws `label_not_ready` until the
 * carrier has made them, and `label_not_found` if it makes none.
 */
export async function openCustomsPapers(
  dependencies: Dependencies,
  booking: BookingRecord,
  { format, size, parcel }: AskedForm,
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

const noPapers = (bookingId: string, why: string): AppError =>
  new AppError('label_not_found', `Booking ${bookingId} has no such papers: ${why}`)

function pdfOnly(format: string): AppError {
  const field = ['', 'pdf'].includes(format) ? 'size' : 'format'
  const message = field === 'size' ? 'cannot be chosen for papers for customs' : 'must be pdf for papers for customs'
  return new AppError('invalid_parameter', `${field} ${message}.`, {
    details: [errorDetail([field], 'not_offered', message, 'query')],
  })
}
