/** The use cases of labels and proofs. Each takes the caller's transaction; none opens one or calls the network. */
import type { Label } from '@waybill/carriers/carrier-adapter'
import { findErasure } from '@waybill/chassis/retention/erasures'
import type { BookingRecord } from '../bookings/booking.ts'
import { proofIsWhole, withLabel, withNewLinks, withoutValidLabel, withProofMedia } from '../bookings/changes.ts'
import type { BookingRecorder } from '../bookings/recorder.ts'
import { lockBooking, lockBookingWithJob } from '../bookings/repository.ts'
import type { Trx } from '../db.ts'
import { scheduleTracking } from '../facts/schedule-repository.ts'
import { USUAL_LABEL } from './label-form.ts'
import { dropLabels, storeLabel } from './label-repository.ts'
import { withMedia } from './proof-media.ts'
import { isMediaDue, type MediaToFetch, markMediaFailed, markMediaStored } from './proof-media-repository.ts'

/** Invalidates all labels after the carrier's job changed, including requested ones, and schedules a new one if there was one or one is due. */
export async function renewLabel(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBookingWithJob(trx, environmentId, bookingId)
  await dropLabels(trx, before)
  const booking = await recorder.update(trx, before, withoutValidLabel(before))
  if (booking.labelDue) await scheduleTracking(trx, booking, 0)
}

/** A booking as it was when its label was requested. */
type LabelledBooking = Pick<BookingRecord, 'environmentId' | 'bookingId' | 'labelRevision'>

/** Stores the label that was due. A label requested before the carrier's job changed again is dropped. */
export async function addLabel(
  trx: Trx,
  { environmentId, bookingId, labelRevision }: LabelledBooking,
  label: Label,
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBooking(trx, environmentId, bookingId)
  if (before.carrierJobId === null || before.labelRevision !== labelRevision) return
  // Versions before migration 0008 do not drop labels when the job changes. Delete this in the next release.
  await dropLabels(trx, before, { keepPapers: true })
  await storeLabel(trx, before, label, USUAL_LABEL)
  await recorder.update(trx, before, withLabel(before, recorder.at))
}

/** Stores a label that a reader requested, unless the carrier's job changed after the request. */
export async function storeRequestedLabel(
  trx: Trx,
  { environmentId, bookingId, labelRevision }: LabelledBooking,
  label: Label,
  key: string,
): Promise<void> {
  const booking = await lockBooking(trx, environmentId, bookingId)
  if (booking.labelRevision === labelRevision) await storeLabel(trx, booking, label, key)
}

/** Revokes every URL of the booking's label and proof that was issued before. The booking after it has new ones. */
export async function revokeLinks(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const before = await lockBooking(trx, environmentId, bookingId)
  return await recorder.update(trx, before, withNewLinks(before))
}

/** Notes that a photo or a signature is in the object store, and adds it to the booking's proof. */
export async function addProofMedia(
  trx: Trx,
  media: MediaToFetch,
  stored: { objectKey: string; sha256: string; contentType: string },
  recorder: BookingRecorder,
): Promise<void> {
  const { environmentId, bookingId, podId, name, signerName } = media
  // Locked first: of two that are stored at one time, the second sees the other.
  const before = await lockBooking(trx, environmentId, bookingId)
  await markMediaStored(trx, media, stored)
  if (before.pod === null || (await findErasure(trx, environmentId, bookingId))) return
  const proof = withMedia(before.pod, { name, signerName, ...stored })
  const isWhole = !(await isMediaDue(trx, environmentId, podId))
  await recorder.update(trx, before, withProofMedia(before, podId, { proof, isWhole }, recorder.at))
}

/** Gives up fetching a photo or a signature. The proof is ready if it was the last one. */
export async function giveUpProofMedia(trx: Trx, media: MediaToFetch, recorder: BookingRecorder): Promise<void> {
  const { environmentId, bookingId, podId } = media
  const before = await lockBooking(trx, environmentId, bookingId)
  await markMediaFailed(trx, media)
  if (before.pod?.pod_id !== podId || (await findErasure(trx, environmentId, bookingId))) return
  if (await isMediaDue(trx, environmentId, podId)) return
  await recorder.update(trx, before, proofIsWhole(before, recorder.at))
}
