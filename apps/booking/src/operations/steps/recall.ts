/** Takes back a job that lives at a carrier though nobody here waits for it: (look →) call. */
import type {
  CancelOutcome,
  CarrierCall,
  CarrierFailure,
  CarrierJob,
  FindJobOutcome,
} from '@waybill/carriers/carrier-adapter'
import { backoffMs } from '@waybill/chassis/process/backoff'
import { AppError } from '@waybill/contracts/app-error'
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import { carrierFault, type StepOf } from '../operation.ts'
import { cancelJob } from './claims.ts'
import type { Next, Work } from './work.ts'

type Recall = Work<'recall'>

/** 1 + 2 + 4 … + 2048 s, then every hour: about half a day, in which an outage of the carrier is over. */
const BACKOFF = { firstMs: 1_000, maxMs: 3_600_000, jitter: 0.5 }
const MAX_TRIES = 24

/** The booking had not arrived when we gave it up: has it since? */
async function look(work: Recall): Promise<Next> {
  const { attemptId, carrierCode, carrierAccountId } = work.operation.desired
  const adapter = work.adapter(carrierCode)
  const ask = (call: CarrierCall): Promise<FindJobOutcome> =>
    adapter.findJob({ reference: attemptId, draftId: null }, call)
  const found = await work.callCarrier(adapter, 'find', ask, { carrierAccountId })
  if (found.kind === 'failed') return await tryAgain(work, found.failure)
  if (found.kind === 'not_found' || isOver(found.job)) {
    return await work.commit(async () => ({ end: 'done', answer: null }))
  }
  const { carrierJobId } = found.job
  return await work.commit(async () => ({ to: 'call', desired: { carrierJobId } }))
}

const isOver = ({ status }: CarrierJob): boolean => status !== 'unknown' && isFinalBookingStatus(status)

/** Has it cancelled. */
async function call(work: Recall): Promise<Next> {
  const outcome: CancelOutcome = await cancelJob(work, work.operation.desired, {
    reasonCode: 'not_booked',
    reasonNote: null,
  })
  switch (outcome.kind) {
    case 'cancelled':
      return await ended(work, 'cancelled', { end: 'done', answer: null })
    case 'refused':
      return await kept(work, outcome.failure)
    case 'unknown':
    case 'not_sent':
      return await tryAgain(work, outcome.failure)
  }
}

async function tryAgain(work: Recall, failure: CarrierFailure): Promise<Next> {
  const { attempts } = work.operation
  if (attempts + 1 >= MAX_TRIES) return await kept(work, failure)
  return { later: failure.retryAfterMs ?? backoffMs(attempts + 1, BACKOFF), because: notTakenBack(failure) }
}

/** The carrier will not: a person must talk to it. */
const kept = (work: Recall, failure: CarrierFailure): Promise<Next> =>
  ended(work, 'kept', { end: 'failed', error: notTakenBack(failure) })

async function ended(work: Recall, result: 'cancelled' | 'kept', next: Next): Promise<Next> {
  const { environmentId, shipmentId, bookingId, desired } = work.operation
  const { carrierCode, carrierJobId, attemptId } = desired
  const done = await work.commit(async () => next)
  work.dependencies.metrics.orphans.inc({ carrier_code: carrierCode, result })
  const fields = { environmentId, shipmentId, bookingId, carrierCode, carrierJobId, attemptId, result }
  if (result === 'kept') work.dependencies.log.error(fields, 'carrier.orphan_kept')
  else work.dependencies.log.warn(fields, 'carrier.orphan_cancelled')
  return done
}

const notTakenBack = (failure: CarrierFailure): AppError =>
  new AppError(
    'carrier_error',
    `Carrier ${failure.carrierCode} has a job that nobody waits for, and has not cancelled it.`,
    {
      carrier: carrierFault(failure),
    },
  )

export const recallSteps = { look, call } satisfies Record<StepOf<'recall'>, (work: Recall) => Promise<Next>>
