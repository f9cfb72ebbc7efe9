/** Cancels a job that a carrier has although no booking expects it: (look →) call. */
import type {
  CancelOutcome,
  CarrierCall,
  CarrierFailure,
  CarrierJob,
  FindJobOutcome,
} from '@waybill/carriers/carrier-adapter'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import { AppError } from '@waybill/contracts/app-error'
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import { carrierFault } from '../../operations/errors.ts'
import { cancelJob } from './carrier-cancellation.ts'
import type { Next } from './next.ts'
import type { StepTable, Work } from './work.ts'

type Recall = Work<'recall', 'look' | 'call'>

/** 1 + 2 + 4 … + 2048 s, then hourly: 24 tries take about half a day, longer than a carrier's outage. */
const BACKOFF = { firstMs: 1_000, maxMs: 3_600_000, jitter: 0.5 }
const MAX_TRIES = 24

/** Checks whether a booking has arrived since we gave it up. */
async function look(work: Work<'recall', 'look'>): Promise<Next> {
  const { desired } = work.operation
  const { attemptId, carrierCode, carrierAccountId, carrierOfferId } = desired
  const adapter = work.adapter(carrierCode)
  const ask = (call: CarrierCall): Promise<FindJobOutcome> =>
    adapter.findJob({ reference: attemptId, draftId: null, carrierOfferId }, call)
  const found = await work.callCarrier(adapter, 'find', ask, { carrierAccountId })
  if (found.kind === 'failed') return await tryAgain(work, found.failure)
  if (found.kind !== 'found' || isOver(found.job)) {
    return await work.commit(async () => ({ end: 'done', answer: null }))
  }
  const { carrierJobId } = found.job
  const parcels = found.job.parcels?.map(({ trackingNumber }) => ({ trackingNumber })) ?? null
  return await work.commit(async () => ({ to: 'call', desired: { ...desired, carrierJobId, parcels } }))
}

const isOver = ({ status }: CarrierJob): boolean => status !== 'unknown' && isFinalBookingStatus(status)

async function call(work: Work<'recall', 'call'>): Promise<Next> {
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
  const later = failure.retryAfterMs ?? backoffMs(attempts + 1, BACKOFF)
  return await work.commit(async () => ({ later, because: notRecalled(failure) }))
}

/** The carrier does not cancel the job: an operator must call it. */
const kept = (work: Recall, failure: CarrierFailure): Promise<Next> =>
  ended(work, 'kept', { end: 'failed', error: notRecalled(failure) })

async function ended(work: Recall, result: 'cancelled' | 'kept', next: Next): Promise<Next> {
  const { environmentId, shipmentId, desired } = work.operation
  const { bookingId, carrierCode, carrierJobId, attemptId } = desired
  const done = await work.commit(async () => next)
  work.dependencies.metrics.orphans.inc({ carrier_code: carrierCode, result })
  const fields = { environmentId, shipmentId, bookingId, carrierCode, carrierJobId, attemptId, result }
  if (result === 'kept') work.dependencies.log.error(fields, 'carrier.orphan_kept')
  else work.dependencies.log.warn(fields, 'carrier.orphan_cancelled')
  return done
}

const notRecalled = (failure: CarrierFailure): AppError =>
  new AppError(
    'carrier_error',
    `Carrier ${failure.carrierCode} has a job that no booking expects, and has not cancelled it.`,
    {
      carrier: carrierFault(failure),
    },
  )

export const recallSteps: StepTable<'recall'> = { look, call }
