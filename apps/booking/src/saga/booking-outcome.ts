/** Pure: what carriers' answers prove about a booking, and how an unknown outcome is found out. */

import type { BookOutcome, CarrierFailure, CarrierJob, FindJobOutcome } from '@waybill/carriers/carrier-adapter'
import type { BookRecovery } from '@waybill/carriers/carrier-descriptor'
import { isRejectedBeforeProcessing } from '@waybill/carriers/http/outcome'
import type { FailureReason } from '@waybill/contracts/shipments/failure-reason'

/** Conclusion from the answer to a booking call. */
type Booked =
  | { kind: 'accepted'; job: CarrierJob }
  | { kind: 'refused'; failure: CarrierFailure }
  | { kind: 'unknown'; failure: CarrierFailure | null }

/** `isFirst`: no call of this attempt was made before, so a call that was not sent or not processed proves that no job exists. */
export function afterBooking(outcome: BookOutcome, isFirst: boolean): Booked {
  switch (outcome.kind) {
    case 'booked':
      return { kind: 'accepted', job: outcome.job }
    case 'refused':
      return {
        kind: isFirst || !isRejectedBeforeProcessing(outcome.failure) ? 'refused' : 'unknown',
        failure: outcome.failure,
      }
    case 'not_sent':
      return { kind: isFirst ? 'refused' : 'unknown', failure: outcome.failure }
    case 'unknown':
      return { kind: 'unknown', failure: outcome.failure }
  }
}

/** An attempt of unknown outcome. */
interface DoubtfulAttempt {
  sentAt: Date
  /** Committed before the call; null where the carrier has no drafts. */
  draftId: string | null
  /** The job that a call-back named. */
  reportedJobId: string | null
  notFoundSeen: number
}

/** How to find out the outcome of a booking call. */
type RecoveryPlan = 'send_again' | 'look_up' | 'wait'

export function recoveryPlan(recovery: BookRecovery, attempt: DoubtfulAttempt, now: Date): RecoveryPlan {
  // A call-back has named the job: looking it up adds details, sending again is not needed.
  if (attempt.reportedJobId !== null) return 'look_up'
  switch (recovery.kind) {
    case 'same_key': {
      // A margin of a tenth for clock differences: with an expired key, the carrier would make a second job.
      const ageMs = now.getTime() - attempt.sentAt.getTime()
      return ageMs < recovery.keyLifetimeMs * 0.9 ? 'send_again' : 'look_up'
    }
    case 'lookup_by_reference':
      return 'look_up'
    case 'prepared_id':
      // Without a draft id the call was made without one; a draft bought now may be a second job.
      return attempt.draftId === null ? 'look_up' : 'send_again'
    case 'none':
      return 'wait'
  }
}

/** Whether the carrier never proves that it does not have a booking, so that only an operator can say so. */
export const neverProvesAbsence = (recovery: BookRecovery): boolean =>
  recovery.kind === 'none' || (recovery.kind === 'lookup_by_reference' && recovery.settleMs === null)

/** Conclusion from the answer to a lookup. */
export type LookedUp = Booked | { kind: 'not_found_once' }

/** "Not found" is proof only if the carrier's descriptor says so, after its settle time, and the second time. */
export function afterLookup(
  outcome: FindJobOutcome,
  recovery: BookRecovery,
  attempt: DoubtfulAttempt & { carrierCode: string },
  now: Date,
): LookedUp {
  if (outcome.kind === 'found') return { kind: 'accepted', job: outcome.job }
  if (attempt.reportedJobId !== null) return { kind: 'accepted', job: bareJob(attempt.reportedJobId) }
  if (outcome.kind === 'failed') return { kind: 'unknown', failure: outcome.failure }
  if (outcome.kind === 'refused') return outcome
  const ageMs = now.getTime() - attempt.sentAt.getTime()
  if (recovery.kind !== 'lookup_by_reference' || recovery.settleMs === null || ageMs < recovery.settleMs) {
    return { kind: 'unknown', failure: null }
  }
  if (attempt.notFoundSeen === 0) return { kind: 'not_found_once' }
  return { kind: 'refused', failure: neverArrived(attempt.carrierCode) }
}

/** A job known only by its id. Label and driver follow later. */
const bareJob = (carrierJobId: string): CarrierJob => ({
  carrierJobId,
  trackingNumber: null,
  status: 'assigned',
  driver: null,
  label: null,
  etaFromAt: null,
  etaToAt: null,
})

/** Failure code of a booking that never reached the carrier. */
export const NEVER_ARRIVED = 'never_arrived' satisfies FailureReason

const neverArrived = (carrierCode: string): CarrierFailure => ({
  carrierCode,
  code: NEVER_ARRIVED,
  message: 'The booking never reached the carrier.',
  httpStatus: null,
  retryable: true,
  retryAfterMs: null,
})
