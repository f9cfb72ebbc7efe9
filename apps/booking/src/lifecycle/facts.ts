import { inOneTrip } from '@waybill/chassis/postgres/pipelining'
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import { type CarrierAttempt, lockAttemptByJob, noteReportedJob } from '../attempts/repository.ts'
import type { BookingRecord } from '../bookings/booking.ts'
import { follow, hasMedia, proofIsWhole, silently } from '../bookings/changes.ts'
import { anotherCourierUntil, deriveShipmentStatus } from '../bookings/consequences.ts'
import type { BookingRecorder } from '../bookings/recorder.ts'
import { lockBooking, lockedBooking, selectBookingToLock } from '../bookings/repository.ts'
import type { Trx } from '../db.ts'
import { isMediaDue } from '../documents/proof-media-repository.ts'
import { type FactsOfBooking, factsReported, insertFacts, selectFacts, toFacts } from '../facts/repository.ts'
import type { Fact, FactSource } from '../facts/stored-fact.ts'
import { nextDispatch } from '../operations/operation.ts'
import { proveActiveJob, recallJob } from '../operations/recall-commands.ts'
import { insertOperation } from '../operations/repository.ts'
import { contradicts } from './contradiction.ts'
import { driverLocationEvent } from './driver-location.ts'
import { foldReports, foldUntilEach } from './parcel-folding.ts'

/** Silence after which a carrier that sends call-backs is polled. */
const SILENCE_MS = 5 * 60_000
/** Interval after which a carrier that cannot send call-backs, or has sent none for the account yet, is polled. */
const NO_CALLBACK_POLL_MS = 30_000

/** Time after a carrier's last report until it is polled. */
export const silenceMs = ({ callbackUrl, isSilent }: { callbackUrl: string | null; isSilent: boolean }): number =>
  callbackUrl === null || isSilent ? NO_CALLBACK_POLL_MS : SILENCE_MS

/** The result of ingesting a batch of facts. */
export interface Ingested {
  /** Number of facts that were new. */
  accepted: number
  /** The operation to wake: it waits to learn whether this job exists, or it recalls the job. */
  waitingOpId: string | null
  /** An operation that looks for another courier was inserted. */
  dispatchedAgain: boolean
  /** The facts contradict how we ended the booking or its attempt: the job may go on unobserved. */
  contradicted: boolean
  /** Proofs whose media are worth fetching, since the booking shows them; null: any proof of the job. */
  podIds: readonly string[] | null
}

const nothing = { waitingOpId: null, dispatchedAgain: false, contradicted: false, podIds: null }

/**
 * Stores the facts of one job, each once, and folds them into its booking. The caller holds the job's lock.
 * Facts of an unknown job are stored until an attempt claims the job. Facts of an attempt in doubt prove its job, and
 * its operation is woken. Facts of a job that was not the one booked change no booking; a live one is recalled.
 */
export async function ingestFacts(
  trx: Trx,
  source: FactSource,
  facts: readonly [Fact, ...Fact[]],
  recorder: BookingRecorder,
): Promise<Ingested> {
  const [{ carrierJobId, reference }] = facts
  const attempt = await lockAttemptByJob(trx, source, { carrierJobId, reference })
  const isBooked = attempt?.state === 'accepted' && attempt.carrierJobId === carrierJobId
  const accepted = await insertFacts(trx, source, isBooked ? attempt.bookingId : null, facts)
  if (attempt === undefined) return { ...nothing, accepted }
  if (attempt.state === 'sending' || attempt.state === 'unknown') {
    await noteReportedJob(trx, attempt, carrierJobId)
    return { ...nothing, accepted, waitingOpId: attempt.opId }
  }
  if (!isBooked) return await ingestUnbookedJob(trx, attempt, facts, accepted)
  const [rows, known] = await inOneTrip(trx, [selectBookingToLock(trx, attempt), selectFacts(trx, attempt)])
  const before = lockedBooking(rows, attempt.bookingId)
  if (!before.settled) return { ...nothing, accepted }
  if (accepted === 0) return { ...nothing, accepted, podIds: shownPodIds(before) }
  const after = await foldIntoBooking(trx, before, recorder, { facts: toFacts(known) })
  const livesOn = after.closedByUs && proveActiveJob(facts, after.cancelledAt)
  return {
    accepted,
    waitingOpId: livesOn ? await recallJob(trx, after, attempt, carrierJobId) : null,
    dispatchedAgain: anotherCourierUntil(before, after) !== null,
    contradicted: after.closedByUs && facts.some((fact) => contradicts(after, fact)),
    podIds: shownPodIds(after),
  }
}

/** A job of an attempt that was refused or that booked another job: recalled if its facts show it alive. */
async function ingestUnbookedJob(
  trx: Trx,
  attempt: CarrierAttempt,
  facts: readonly [Fact, ...Fact[]],
  accepted: number,
): Promise<Ingested> {
  const [{ carrierJobId }] = facts
  const unshown = { ...nothing, accepted, podIds: [] }
  const isAlive = proveActiveJob(facts, null)
  // A second job contradicts the booking even after it has ended; the job of a refused attempt only while alive.
  if (accepted === 0 || (!isAlive && attempt.state === 'refused')) return unshown
  if (!isAlive) return { ...unshown, contradicted: true }
  const booking = await lockBooking(trx, attempt.environmentId, attempt.bookingId)
  return { ...unshown, waitingOpId: await recallJob(trx, booking, attempt, carrierJobId), contradicted: true }
}

/**
 * A settled booking never shows another proof later: it shows the last one, or none if we closed it first. One of several parcels shows
 * the proof of one once all have ended.
 */
const shownPodIds = ({ pod, status, shipment }: BookingRecord): string[] | null => {
  if (shipment.parcels.length > 1 && !isFinalBookingStatus(status)) return null
  return pod ? [pod.pod_id] : []
}

/**
 * Moves the locked booking to where all its facts put it, and emits events with the new ones. If the courier of an
 * on-demand booking gave up before pickup, inserts an operation that looks for another, in the same transaction.
 * `changed`: the booking with a change that has no event, which is stored with that. `facts`: read since it was locked.
 */
export async function foldIntoBooking(
  trx: Trx,
  before: BookingRecord,
  recorder: BookingRecorder,
  { changed = before, facts }: { changed?: BookingRecord; facts: FactsOfBooking },
): Promise<BookingRecord> {
  const { all, unreported } = facts
  if (unreported.length === 0) {
    return changed === before ? before : await recorder.update(trx, before, silently(changed))
  }
  const tracking = foldReports(all, changed)
  const change = follow(changed, tracking, recorder.at)
  const news = {
    shipmentStatus: deriveShipmentStatus(change.booking, tracking.condition),
    facts: withStatuses(change.booking, facts),
  }
  const followed = await recorder.update(trx, before, change, {
    news,
    further: [factsReported(trx, before)],
    position: driverLocationEvent(change.booking, facts, recorder.at),
    ...nextPoll(before, change.booking),
  })
  const after = await announceStoredProof(trx, before, followed, recorder)
  const untilAt = anotherCourierUntil(before, after)
  if (untilAt !== null) await insertOperation(trx, nextDispatch(after, untilAt))
  return after
}

/** A booking that had ended before is polled for its refund only. */
function nextPoll(before: BookingRecord, after: BookingRecord) {
  if (!isFinalBookingStatus(after.status)) return { afterNewsInMs: SILENCE_MS }
  return isFinalBookingStatus(before.status) ? {} : { trackingInMs: null }
}

/** The new reports, each with what the reports until then mean for the shipment. */
const withStatuses = (booking: BookingRecord, { all, unreported }: FactsOfBooking) =>
  foldUntilEach(all, unreported, booking).map(([fact, { status, pickedUp, condition }]) => {
    return { ...fact, shipmentStatus: status && deriveShipmentStatus({ ...booking, status, pickedUp }, condition) }
  })

/** The photos and the signature of a proof may be stored before the carrier reports the delivery. */
async function announceStoredProof(
  trx: Trx,
  before: BookingRecord,
  after: BookingRecord,
  recorder: BookingRecorder,
): Promise<BookingRecord> {
  const { status, pod, environmentId } = after
  if (status !== 'delivered' || before.status === 'delivered' || pod === null || !hasMedia(pod)) return after
  if (await isMediaDue(trx, environmentId, pod.pod_id)) return after
  return await recorder.update(trx, after, proofIsWhole(after, recorder.at))
}
