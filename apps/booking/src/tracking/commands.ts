/** What carriers report: kept first, then folded into the booking. */

import { isFinalBookingStatus } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import type { BookingRecord } from '../bookings/booking.ts'
import { follow } from '../bookings/changes.ts'
import { anotherCourierUntil, shipmentStatusOf } from '../bookings/consequences.ts'
import { type Cause, recordChange } from '../bookings/recorder.ts'
import { lockBooking, scheduleAfterNews, scheduleTracking } from '../bookings/repository.ts'
import type { Trx } from '../db.ts'
import type { LabelUrls } from '../documents/signed-urls.ts'
import { lockAttemptOfJob, noteReportedJob } from '../operations/attempt-repository.ts'
import { straight } from '../operations/operation.ts'
import { recallJob, tellOfLife } from '../operations/recall-commands.ts'
import { insertOperation } from '../operations/repository.ts'
import { type Fact, type FactSource, foldFacts } from './facts.ts'
import { tellPosition } from './position.ts'
import { insertFacts, listFacts, lockJob, markFactsReported } from './repository.ts'

/** A carrier that is silent for this long is asked. */
const SILENCE_MS = 5 * 60_000
/** One that cannot report is asked this soon. */
const UNTOLD_MS = 30_000

/** How long after the last news a carrier is asked for more. */
export const silenceMs = ({ callbackUrl }: { callbackUrl: string | null }): number =>
  callbackUrl === null ? UNTOLD_MS : SILENCE_MS

/** What came of a carrier's report. */
export interface Ingested {
  /** Facts that were new. */
  accepted: number
  /** The operation that waits to learn whether this job was made, or that is to take it back. */
  waitingOpId: string | null
  /** Another courier is looked for. */
  dispatchedAgain: boolean
  /** The facts contradict how we ended the booking or its attempt: a job may go on that nobody waits for. */
  contradicted: boolean
  /** Proofs of the job whose photos are of use, since the booking shows them; null: any that it may come to show. */
  podIds: readonly string[] | null
}

/**
 * Keeps facts of one job, each once, and folds them into its booking. Facts of a job that no attempt is known to have
 * made are kept for the day it is; those of an attempt in doubt tell its operation that there is a job. Those of another
 * job than the one that was booked move nothing: it is recalled if it lives, as one that was refused is.
 */
export async function ingestFacts(
  trx: Trx,
  source: FactSource,
  facts: readonly [Fact, ...Fact[]],
  labelUrls: LabelUrls,
  at: Date,
): Promise<Ingested> {
  const [{ carrierJobId, reference }] = facts
  await lockJob(trx, source, carrierJobId)
  const attempt = await lockAttemptOfJob(trx, source, { carrierJobId, reference })
  const isBooked = attempt?.state === 'accepted' && attempt.carrierJobId === carrierJobId
  const accepted = await insertFacts(trx, source, isBooked ? attempt.bookingId : null, facts)
  const nothing = { accepted, waitingOpId: null, dispatchedAgain: false, contradicted: false, podIds: null }
  if (attempt === undefined) return nothing
  if (attempt.state === 'sending' || attempt.state === 'unknown') {
    await noteReportedJob(trx, attempt, carrierJobId)
    return { ...nothing, waitingOpId: attempt.opId }
  }
  if (!isBooked) {
    const lives = tellOfLife(facts, null)
    const unshown = { ...nothing, podIds: [] }
    // That a second job was made is news, even at its end; one that was refused is only if it is there.
    if (accepted === 0 || (!lives && attempt.state === 'refused')) return unshown
    if (!lives) return { ...unshown, contradicted: true }
    const other = await lockBooking(trx, source.environmentId, attempt.bookingId)
    return { ...unshown, waitingOpId: await recallJob(trx, other, attempt, carrierJobId), contradicted: true }
  }
  const before = await lockBooking(trx, source.environmentId, attempt.bookingId)
  if (!before.settled) return nothing
  if (accepted === 0) return { ...nothing, podIds: podIdsOf(before) }
  const after = await foldIntoBooking(trx, before, { at, requestId: null, idempotencyKey: null }, labelUrls)
  const livesOn = after.closedByUs && tellOfLife(facts, after.cancelledAt)
  return {
    ...nothing,
    waitingOpId: livesOn ? await recallJob(trx, after, attempt, carrierJobId) : null,
    dispatchedAgain: anotherCourierUntil(before, after) !== null,
    contradicted: after.closedByUs && facts.some(({ status }) => status !== 'unknown' && status !== after.status),
    podIds: podIdsOf(after),
  }
}

/** A proof that a settled booking does not show never will be: it shows the last, or none if we closed it before. */
const podIdsOf = ({ pod }: BookingRecord): string[] => (pod ? [pod.pod_id] : [])

/**
 * Moves the locked booking to where all its facts say it is, and tells of those that are new. An on-demand one whose
 * courier gave up before pickup gets an operation that looks for another, in the same transaction.
 */
export async function foldIntoBooking(
  trx: Trx,
  before: BookingRecord,
  cause: Cause,
  labelUrls: LabelUrls,
): Promise<BookingRecord> {
  const { environmentId, bookingId } = before
  const facts = await listFacts(trx, environmentId, bookingId)
  const { all, unreported } = facts
  if (unreported.length === 0) return before
  const tracking = foldFacts(all)
  const decision = follow(before, tracking, cause.at)
  const shipmentStatus = shipmentStatusOf(decision.booking, tracking.condition)
  const news = { shipmentStatus, facts: unreported }
  const after = await recordChange(trx, before, decision, { cause, labelUrls, news })
  await tellPosition(trx, after, facts, cause.at)
  await markFactsReported(trx, environmentId, bookingId)
  if (isFinalBookingStatus(after.status)) await scheduleTracking(trx, after, null)
  else await scheduleAfterNews(trx, after, SILENCE_MS)
  const untilAt = anotherCourierUntil(before, after)
  if (untilAt !== null) await dispatchAgain(trx, after, untilAt)
  return after
}

async function dispatchAgain(trx: Trx, booking: BookingRecord, untilAt: Date): Promise<void> {
  const opId = newId('op')
  await insertOperation(trx, {
    environmentId: booking.environmentId,
    opId,
    kind: 'dispatch',
    shipmentId: booking.shipmentId,
    claimId: opId,
    step: 'reclaim',
    desired: {
      quote: null,
      option: null,
      shipment: null,
      ...straight,
      untilAt,
      quoteId: newId('qte'),
      candidates: [],
      rounds: 0,
    },
    context: {
      merchantId: booking.merchantId,
      livemode: booking.livemode,
      requestId: null,
      idempotencyKey: null,
      ifMatch: null,
      traceparent: null,
    },
  })
}
