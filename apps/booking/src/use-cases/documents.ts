/** Labels, photos and signatures, for callers with an access token or a signed URL. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CarrierAdapter, CarrierFailure, Label } from '@waybill/carriers/carrier-adapter'
import { FORM_UNAVAILABLE } from '@waybill/carriers/wrappers/readable-documents'
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { transact } from '@waybill/chassis/postgres/database'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { isId } from '@waybill/contracts/ids'
import { errorDetail } from '@waybill/contracts/requests/validation'
import { accessAccount } from '../accounts/account-access.ts'
import type { BookingRecord, BookingWithJob } from '../bookings/booking.ts'
import { findBooking } from '../bookings/repository.ts'
import type { Dependencies } from '../dependencies.ts'
import { revokeLinks, storeRequestedLabel } from '../documents/commands.ts'
import { assertPrintable, labelNotReady, labelUnavailable } from '../documents/label-errors.ts'
import { openStoredLabel } from '../documents/label-file.ts'
import { type AskedForm, chooseLabelForm, type LabelChoice, labelKey } from '../documents/label-form.ts'
import { fetchSizedLabel, isSizeKept, mayBeLarger, otherSize } from '../documents/label-size.ts'
import { markPrinted } from '../documents/prints.ts'
import { findStoredMedia } from '../documents/proof-media-repository.ts'
import type { Signed } from '../documents/signed-urls.ts'
import { assertNotErased } from '../erasure/erasure-pass.ts'
import { carrierFault, notConnected } from '../operations/errors.ts'
import { openReturnCode } from './carrier-document.ts'
import { isPaper, openCustomsPapers } from './customs-papers.ts'
import { getBookingRecord } from './reads.ts'

/** Requested document. `signature` is empty for a caller with an access token. */
interface Reader {
  environmentId: string
  bookingId: string
  expiresUnixSeconds: number
  signature: string
}

/**
 * A label in the requested form: from the store or, the first time and after each change of the job, from the carrier.
 * Throws `label_not_available` if the booking is cancelled: a parcel with that label would be returned or lost. Throws
 * `label_not_ready` until the carrier has made it, and `label_not_found` if neither the token's environment nor a valid
 * signature gives access. At most 8 MiB, the limit for carriers' responses; only a part of it is in memory while it is being
 * sent.
 */
export async function getLabel(
  dependencies: Dependencies,
  context: CallContext,
  request: Reader & AskedForm & { document: string },
): Promise<RpcFile> {
  const { bookingId } = request
  const booking = await findReadable(dependencies, context, request, dependencies.signedUrls.verifyLabel)
  if (booking === undefined) throw labelNotFound(bookingId)
  if (request.document === 'qr') return await openReturnCode(dependencies, booking, request, context)
  if (isPaper(request.document))
    return await openCustomsPapers(dependencies, booking, { ...request, isSigned: request.signature !== '' }, context)
  return await openLabelFile(dependencies, booking, request, context)
}

/** The same for a booking that the caller may read. */
export async function openLabelFile(
  dependencies: Dependencies,
  booking: BookingRecord,
  request: AskedForm,
  context: CallContext,
): Promise<RpcFile> {
  const { environmentId, bookingId } = booking
  await assertNotErased(dependencies.db, environmentId, bookingId)
  assertPrintable(booking)
  const adapter = getAdapter(dependencies, booking.carrierCode)
  const { descriptor } = adapter
  const choice = chooseLabelForm(descriptor, request)
  const key = labelKey(descriptor, choice)
  const place = { environmentId, bookingId, key }
  // Without a size, the carrier's is served.
  const mustFit = request.size === '4x6' && mayBeLarger(adapter)
  const stored = await openStoredLabel(dependencies.db, place)
  if (stored && !mustFit) return stored
  const { contentType, bytes } = stored
    ? { contentType: stored.contentType, bytes: await buffer(stored.bytes) }
    : await fetchLabel(dependencies, booking, choice, context)
  if (mustFit && !(await isSizeKept(adapter, choice, { bytes, environmentId })))
    throw noSuchLabel(bookingId, choice, otherSize(adapter))
  await transact(dependencies.db, (trx) => storeRequestedLabel(trx, booking, { contentType, bytes }, key))
  // A label is not stored if the carrier's job changed in between.
  const whole = { contentType, length: bytes.length, bytes: Readable.from([bytes]) }
  return (await openStoredLabel(dependencies.db, place)) ?? whole
}

function getAdapter({ carriers }: Dependencies, carrierCode: string): CarrierAdapter {
  const adapter = carriers.get(carrierCode)
  if (adapter) return adapter
  throw notConnected(carrierCode)
}

async function fetchLabel(
  dependencies: Dependencies,
  booking: BookingWithJob,
  choice: LabelChoice,
  { requestId, deadlineAt, signal }: CallContext,
): Promise<Label> {
  const { carrierJobId, bookingId, carrierCode } = booking
  const adapter = getAdapter(dependencies, carrierCode)
  const access = await accessAccount(dependencies, adapter.descriptor, booking)
  if ('failure' in access) throw labelUnavailable(bookingId, access.failure)
  const { account } = access
  const outcome = await fetchSizedLabel(
    adapter,
    { carrierJobId, ...choice },
    { account, deadlineAt, signal, requestId },
  )
  switch (outcome.kind) {
    case 'label':
      return outcome.label
    case 'not_ready':
      throw labelNotReady(`The carrier has not made the label of booking ${bookingId} yet.`)
    case 'no_such_label':
      throw noSuchLabel(bookingId, choice, outcome.failure)
    case 'failed':
      throw labelUnavailable(bookingId, outcome.failure)
  }
}

/** If a parcel was requested, it is the parcel that the carrier lacks. Otherwise the form for all parcels. */
function noSuchLabel(bookingId: string, { parcelNumber }: LabelChoice, failure: CarrierFailure): AppError {
  if (failure.code === FORM_UNAVAILABLE) {
    const message = `The label of booking ${bookingId} does not exist in this format: ${failure.message}`
    const expected = 'must be the format in which the carrier made the label'
    return new AppError('invalid_parameter', message, {
      details: [errorDetail(['format'], 'not_offered', expected, 'query')],
      carrier: carrierFault(failure),
    })
  }
  const [field, message, expected] =
    parcelNumber === null
      ? [
          'format',
          `The carrier has no label of all parcels of booking ${bookingId} in this format and size: ${failure.message}`,
          'must be a format that the carrier has for all parcels; `parcel` names a single one',
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

/** A photo or the signature of the booking's proof. Anything else is `proof_not_found`. */
export async function getProofMedia(
  dependencies: Dependencies,
  context: CallContext,
  request: Reader & { name: string },
): Promise<RpcFile> {
  const { bookingId, name } = request
  const booking = await findReadable(dependencies, context, request, dependencies.signedUrls.verifyMedia)
  if (booking === undefined) throw mediaNotFound(bookingId)
  const { environmentId, pod } = booking
  await assertNotErased(dependencies.db, environmentId, bookingId)
  const stored = pod && (await findStoredMedia(dependencies.db, { environmentId, podId: pod.pod_id, name }))
  const object = stored && (await dependencies.objects.open(stored.objectKey))
  if (stored && object) return { contentType: stored.contentType, ...object }
  throw mediaNotFound(bookingId)
}

/** The booking, if the token's environment or a valid signature gives access to it. A forged one reads no row. */
async function findReadable<R extends Reader>(
  { db }: Dependencies,
  context: CallContext,
  request: R,
  verify: (ref: R, signed: Signed, now: Date) => number | null,
): Promise<BookingRecord | undefined> {
  const isSigned = request.signature !== ''
  const environmentId = isSigned ? request.environmentId : context.environmentId
  const version = isSigned ? verify(request, request, new Date()) : null
  const mayRead = isSigned ? version !== null : environmentId !== ''
  if (!mayRead || !isId('bkg', request.bookingId)) return undefined
  const booking = await findBooking(db, environmentId, request.bookingId)
  return isSigned && booking?.linksVersion !== version ? undefined : booking
}

/** Notes that the label was printed, and answers the booking. */
export async function markLabelPrinted(
  { db, codec, recorder }: Dependencies,
  context: CallContext,
  bookingId: string,
): Promise<Answer> {
  const { environmentId, requestId, idempotencyKey } = context
  return await answerOnce(db, context, async (trx) => {
    await getBookingRecord(trx, environmentId, bookingId)
    const change = recorder({ at: new Date(), requestId, idempotencyKey })
    return codec.toAnswer(await markPrinted(trx, { environmentId, bookingId }, change), 200)
  })
}

/** Revokes the URLs of the booking's label and proof that were issued before, and answers the booking with new ones. */
export async function revokeDocumentLinks(
  dependencies: Dependencies,
  context: CallContext,
  bookingId: string,
): Promise<Answer> {
  const { db, codec, recorder } = dependencies
  const { environmentId, requestId, idempotencyKey } = context
  return await answerOnce(db, context, async (trx) => {
    await getBookingRecord(trx, environmentId, bookingId)
    const booking = await revokeLinks(
      trx,
      { environmentId, bookingId },
      recorder({ at: new Date(), requestId, idempotencyKey }),
    )
    return codec.toAnswer(booking, 200)
  })
}

const mediaNotFound = (bookingId: string): AppError =>
  new AppError(
    'proof_not_found',
    `Booking ${bookingId} has no such photo or signature, or the URL has expired or was revoked.`,
  )

const labelNotFound = (bookingId: string): AppError =>
  new AppError('label_not_found', `Booking ${bookingId} has no label, or the URL has expired or was revoked.`)
