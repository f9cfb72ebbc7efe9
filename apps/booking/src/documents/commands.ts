/** The use cases of labels and proofs. Each takes the caller's transaction; none opens one or calls the network. */
import type { Label } from '@waybill/carriers/carrier-adapter'
import { findErasure } from '@waybill/chassis/retention/erasures'
import type { BookingRecord } from '../bookings/booking.ts'
import { withLabel, withoutValidLabel, withProofMedia } from '../bookings/changes.ts'
import type { BookingRecorder } from '../bookings/recorder.ts'
import { lockBooking, lockBookingWithJob } from '../bookings/repository.ts'
import type { Trx } from '../db.ts'
import { scheduleTracking } from '../tracking/schedule-repository.ts'
import { USUAL_LABEL } from './label-form.ts'
import { dropLabels, storeLabel } from './label-repository.ts'
import { type StoredMedia, withMedia } from './proof-media.ts'

/** Invalidates all labels after the carrier's job changed, including requested ones, and schedules a new one. */
export async function renewLabel(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBookingWithJob(trx, environmentId, bookingId)
  await dropLabels(trx, before)
  const booking = await recorder.update(trx, before, withoutValidLabel(before))
  await scheduleTracking(trx, booking, 0)
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
  await dropLabels(trx, before)
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

/** Adds a photo or a signature, now in the object store, to the booking's proof. */
export async function addProofMedia(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  media: StoredMedia & { podId: string },
  recorder: BookingRecorder,
): Promise<void> {
  const before = await lockBooking(trx, environmentId, bookingId)
  if (before.pod === null || (await findErasure(trx, environmentId, bookingId))) return
  const decision = withProofMedia(before, media.podId, withMedia(before.pod, media), recorder.at)
  await recorder.update(trx, before, decision)
}
