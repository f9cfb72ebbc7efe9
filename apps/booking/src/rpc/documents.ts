/** Labels, photos and signatures, for callers with an access token or a signed URL. */
import type { CarrierAdapter, CarrierFailure, Label } from '@waybill/carriers/carrier-adapter'
import { isTimeout } from '@waybill/carriers/http/outcome'
import { matchesContentType } from '@waybill/carriers/wrappers/readable-documents'
import { transact } from '@waybill/chassis/postgres/database'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { isId } from '@waybill/contracts/ids'
import { errorDetail } from '@waybill/contracts/validation'
import type { BookingWithJob } from '../bookings/booking.ts'
import { findBooking } from '../bookings/repository.ts'
import type { Dependencies } from '../dependencies.ts'
import { storeRequestedLabel } from '../documents/commands.ts'
import { type AskedForm, chooseLabelForm, type LabelChoice, labelKey } from '../documents/label-form.ts'
import { findLabel } from '../documents/label-repository.ts'
import { findStoredMedia } from '../documents/proof-media-repository.ts'
import { assertNotErased } from '../erasure/erasure-pass.ts'
import { carrierAccount } from '../operations/carrier-requests.ts'
import { carrierFault, notConnected } from '../operations/errors.ts'

/** What a caller asks for. `signature` is empty for a caller with an access token. */
export interface Reader {
  environmentId: string
  bookingId: string
  expiresUnixSeconds: number
  signature: string
}

/**
 * A label in the requested form: from the store or, the first time and after each change of the job, from the carrier.
 * Throws `label_not_found` if neither the token's environment nor a valid signature gives access. At most 8 MiB, the
 * limit for carriers' responses.
 */
export async function getLabel(
  dependencies: Dependencies,
  context: CallContext,
  request: Reader & AskedForm,
): Promise<Label> {
  const { bookingId } = request
  const isSigned = request.signature !== ''
  const environmentId = isSigned ? request.environmentId : context.environmentId
  const mayRead = isSigned ? dependencies.signedUrls.isValidLabel(request, request, new Date()) : environmentId !== ''
  const isReadable = mayRead && isId('bkg', bookingId)
  const booking = isReadable ? await findBooking(dependencies.db, environmentId, bookingId) : undefined
  if (booking === undefined || booking.carrierJobId === null) throw labelNotFound(bookingId)
  await assertNotErased(dependencies.db, environmentId, bookingId)
  const adapter = dependencies.carriers.get(booking.carrierCode)
  if (adapter === undefined) throw notConnected(booking.carrierCode)
  const choice = chooseLabelForm(adapter.descriptor, request)
  const key = labelKey(adapter.descriptor, choice)
  const stored = await findLabel(dependencies.db, environmentId, bookingId, key)
  // Earlier versions stored any body that came with a 2xx: do not serve one that is no label.
  if (stored && matchesContentType(stored)) return stored
  const label = await fetchLabel(adapter, booking, choice, context)
  await transact(dependencies.db, (trx) => storeRequestedLabel(trx, booking, label, key))
  return label
}

async function fetchLabel(
  adapter: CarrierAdapter,
  booking: BookingWithJob,
  choice: LabelChoice,
  { requestId, deadlineAt, signal }: CallContext,
): Promise<Label> {
  const { environmentId, carrierAccountId, livemode, carrierJobId, bookingId } = booking
  const account = carrierAccount(environmentId, carrierAccountId, livemode)
  const outcome = await adapter.label({ carrierJobId, ...choice }, { account, deadlineAt, signal, requestId })
  switch (outcome.kind) {
    case 'label':
      return outcome.label
    case 'not_ready':
      throw new AppError(
        'label_not_found',
        `The carrier has not made the label of booking ${bookingId} yet. Retry later.`,
      )
    case 'no_such_label':
      throw noSuchLabel(bookingId, choice, outcome.failure)
    case 'failed':
      throw labelUnavailable(bookingId, outcome.failure)
  }
}

/** If a parcel was requested, it is the parcel that the carrier lacks: the form was checked before. */
function noSuchLabel(bookingId: string, { parcelNumber }: LabelChoice, failure: CarrierFailure): AppError {
  const [field, message, expected] =
    parcelNumber === null
      ? [
          'format',
          `The carrier has no label of booking ${bookingId} in this format and size. See labels in GET /api/v1/carriers.`,
          'must be a format and size that the carrier offers',
        ]
      : [
          'parcel',
          `The carrier has no label of booking ${bookingId} for parcel ${parcelNumber}.`,
          'must be the number of a parcel that has a label',
        ]
  return new AppError('invalid_parameter', message, {
    details: [errorDetail([field], 'not_offered', expected, 'query')],
    carrier: carrierFault(failure),
  })
}

function labelUnavailable(bookingId: string, failure: CarrierFailure): AppError {
  const carrier = carrierFault(failure)
  if (isTimeout(failure)) {
    const message = `The carrier did not return the label of booking ${bookingId} in time. Retry.`
    return new AppError('carrier_timeout', message, { carrier })
  }
  const message = `The carrier did not return the label of booking ${bookingId}.`
  if (!failure.retryable) return new AppError('carrier_error', message, { carrier })
  const retryAfterSeconds = Math.ceil((failure.retryAfterMs ?? 1_000) / 1_000)
  return new AppError('carrier_unavailable', message, { carrier, retryAfterSeconds })
}

/** A photo or the signature of the booking's proof. Anything else is `proof_not_found`. */
export async function getProofMedia(
  dependencies: Dependencies,
  context: CallContext,
  request: Reader & { name: string },
): Promise<RpcFile> {
  const { bookingId, name } = request
  const isSigned = request.signature !== ''
  const environmentId = isSigned ? request.environmentId : context.environmentId
  const mayRead = isSigned ? dependencies.signedUrls.isValidMedia(request, request, new Date()) : environmentId !== ''
  const isReadable = mayRead && isId('bkg', bookingId)
  const booking = isReadable ? await findBooking(dependencies.db, environmentId, bookingId) : undefined
  if (booking) await assertNotErased(dependencies.db, environmentId, bookingId)
  const podId = booking?.pod?.pod_id
  const stored = podId && (await findStoredMedia(dependencies.db, { environmentId, podId, name }))
  const object = stored && (await dependencies.objects.open(stored.objectKey))
  if (stored && object) return { contentType: stored.contentType, ...object }
  throw new AppError('proof_not_found', `Booking ${bookingId} has no such photo or signature, or the URL has expired.`)
}

const labelNotFound = (bookingId: string): AppError =>
  new AppError('label_not_found', `Booking ${bookingId} has no label, or the URL has expired.`)
