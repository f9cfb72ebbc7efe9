/** Documents that a carrier makes beside the label, and codes that it scans instead of one. They are kept as labels are. */
import { Readable } from 'node:stream'
import type { CarrierAdapter, CarrierCall, CarrierFailure, LabelOutcome } from '@waybill/carriers/carrier-adapter'
import { transact } from '@waybill/chassis/postgres/database'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { errorDetail } from '@waybill/contracts/requests/validation'
import { accessAccount } from '../accounts/account-access.ts'
import type { BookingRecord, BookingWithJob } from '../bookings/booking.ts'
import type { Dependencies } from '../dependencies.ts'
import { storeRequestedLabel } from '../documents/commands.ts'
import { assertPrintable, labelNotReady, labelUnavailable } from '../documents/label-errors.ts'
import { openStoredLabel } from '../documents/label-file.ts'
import { type AskedForm, CODE_KEY, usualLabelForm } from '../documents/label-form.ts'
import { assertNotErased } from '../erasure/erasure-pass.ts'
import { notConnected } from '../operations/errors.ts'

interface Wanted {
  adapter: CarrierAdapter
  /** Under which it is stored. */
  key: string
  fetch: (call: CarrierCall) => Promise<LabelOutcome>
  notReady: string
  /** In its place, if the carrier makes none. */
  without: (failure: CarrierFailure) => Promise<RpcFile>
}

/** A document from the store or, the first time and after each change of the job, from the carrier. */
export async function openCarrierDocument(
  dependencies: Dependencies,
  booking: BookingWithJob,
  { adapter, key, fetch, notReady, without }: Wanted,
  { requestId, deadlineAt, signal }: CallContext,
): Promise<RpcFile> {
  const { db } = dependencies
  const { environmentId, bookingId } = booking
  const place = { environmentId, bookingId, key }
  const stored = await openStoredLabel(db, place)
  if (stored) return stored
  const access = await accessAccount(dependencies, adapter.descriptor, booking)
  if ('failure' in access) throw labelUnavailable(bookingId, access.failure)
  const outcome = await fetch({ account: access.account, deadlineAt, signal, requestId })
  switch (outcome.kind) {
    case 'not_ready':
      throw labelNotReady(notReady)
    case 'no_such_label':
      return await without(outcome.failure)
    case 'failed':
      throw labelUnavailable(bookingId, outcome.failure)
  }
  const { contentType, bytes } = outcome.label
  await transact(db, (trx) => storeRequestedLabel(trx, booking, outcome.label, key))
  return (await openStoredLabel(db, place)) ?? { contentType, length: bytes.length, bytes: Readable.from([bytes]) }
}

/**
 * The code that the recipient of a return shows instead of a label, as PNG or PDF. Throws `label_not_ready` until the carrier has made
 * it, and `label_not_found` if it makes none.
 */
export async function openReturnCode(
  dependencies: Dependencies,
  booking: BookingRecord,
  asked: AskedForm,
  context: CallContext,
): Promise<RpcFile> {
  const { bookingId, environmentId, carrierCode } = booking
  await assertNotErased(dependencies.db, environmentId, bookingId)
  assertPrintable(booking)
  assertWhole(asked)
  const adapter = dependencies.carriers.get(carrierCode)
  if (adapter === undefined) throw notConnected(carrierCode)
  const { name, options } = adapter.descriptor
  const noCode = (why: string) => new AppError('label_not_found', `Booking ${bookingId} has no code: ${why}`)
  if (!options?.returns?.qr) throw noCode(`${name} makes none.`)
  const { carrierJobId } = booking
  const request = { carrierJobId, parcelNumber: null, ...usualLabelForm(adapter.descriptor), document: 'qr' } as const
  return await openCarrierDocument(
    dependencies,
    booking,
    {
      adapter,
      key: CODE_KEY,
      fetch: (call) => adapter.label(request, call),
      notReady: `The carrier has not made the code of booking ${bookingId} yet.`,
      async without({ message }) {
        throw noCode(message)
      },
    },
    context,
  )
}

/** Throws `invalid_parameter` for a form or a parcel, as carriers make one code in their own form. */
function assertWhole({ format, size, parcel }: AskedForm): void {
  const chosen = Object.entries({ format, size, parcel }).filter(([, value]) => value !== '' && value !== 0)
  if (chosen.length === 0) return
  const message = 'cannot be chosen for a QR code'
  throw new AppError('invalid_parameter', `${chosen.map(([field]) => field).join(' and ')} ${message}.`, {
    details: chosen.map(([field]) => errorDetail([field], 'not_offered', message, 'query')),
  })
}
