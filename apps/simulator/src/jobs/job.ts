/** A job and its steps. Deterministic: the time comes in as data. */
import { magicMishap } from '../faults/magic-values.ts'
import { CarrierProblem } from '../problem.ts'
import type { JobBody } from '../wire/wire.ts'
import { chargesAfterCancellation, type WireCharge } from './charge.ts'
import { assignDriver, type Driver } from './drivers.ts'
import { createFact, type FactBody } from './fact.ts'
import {
  type Code,
  codeByIncident,
  detailByIncident,
  detours,
  findPath,
  type Incident,
  isCancellable,
  isOver,
  nextCode,
} from './journey.ts'

export interface Job {
  jobId: string
  carrierCode: string
  carrierAccountId: string
  idempotencyKey: string
  requestHash: string
  reference: string
  trackingNumber: string
  request: JobBody
  code: Code
  driver: Driver
  driversCount: number
  factsCount: number
  etaFromAt: Date
  etaToAt: Date
  /** For changes since the booking, oldest first. */
  charges: WireCharge[]
  createdAt: Date
  /** When the courier takes the next step; null: only when an operator advances the job. */
  nextStepAt: Date | null
}

/** A changed job and its new facts, in the order in which they happened. */
export interface Change {
  job: Job
  facts: FactBody[]
}

/** `at`: the time of a change. `stepMs`: time until the courier's next step; 0: none follows. */
export interface Clock {
  at: Date
  stepMs: number
}

const unchanged = (job: Job): Change => ({ job, facts: [] })

/** Adds a fact. The state of the job is unchanged, and `code` need not be a state. */
function addFact(change: Change, code: string, detail: string | null, clock: Clock): Change {
  const { job, facts } = change
  const factsCount = job.factsCount + 1
  // Facts of the same moment are a millisecond apart, so that their times give their order.
  const occurredAt = new Date(clock.at.getTime() + facts.length)
  const fact = createFact(job, { id: `${job.jobId}-${factsCount}`, code, detail, occurredAt })
  return { job: { ...job, factsCount }, facts: [...facts, fact] }
}

/** Moves the job to a state and adds the fact. */
function enter(change: Change, code: Code, detail: string | null, clock: Clock): Change {
  const { job } = change
  const swapped = code === 'DRIVER_SWAP'
  const driver = swapped ? assignDriver(job.carrierCode, job.jobId, job.driversCount) : job.driver
  const moves = clock.stepMs > 0 && !isOver(code)
  const next: Job = {
    ...job,
    code,
    driver,
    driversCount: job.driversCount + (swapped ? 1 : 0),
    nextStepAt: moves ? new Date(clock.at.getTime() + pauseMs(job, code, clock)) : null,
  }
  return addFact({ ...change, job: next }, code, detail, clock)
}

/** How late a courier is whom a magic value delays. */
const LATE_PICKUP_MS = 30 * 60_000

/** Time until the next step: a late courier stays on the way to the pickup. */
const pauseMs = ({ carrierCode, request }: Job, code: Code, { stepMs }: Clock): number =>
  code === 'TO_PICKUP' && magicMishap(carrierCode, request) === 'late_pickup' ? LATE_PICKUP_MS : stepMs

/** The first fact of a new job names the driver. */
export const accept = (job: Job, clock: Clock): Change => enter(unchanged(job), 'ACCEPTED', null, clock)

/** The mishap that a magic value asks for; a single parcel is not delivered in part. */
function possibleMishap({ carrierCode, request }: Job) {
  const mishap = magicMishap(carrierCode, request)
  return mishap === 'partial_delivery' && request.parcels.length === 1 ? null : mishap
}

/** The next step, or the mishap that a magic value asks for. A job that is over is unchanged. */
export function step(job: Job, clock: Clock): Change {
  const mishap = possibleMishap(job)
  const detour = mishap && detours[mishap]
  if (detour?.from === job.code && !(mishap === 'driver_swap' && job.driversCount > 1)) {
    return enter(unchanged(job), detour.to, detour.incident && detailByIncident[detour.incident], clock)
  }
  const code = nextCode(job.code)
  return code ? enter(unchanged(job), code, null, clock) : unchanged(job)
}

/** Moves the job through all states up to the target. Throws 422 `not_reachable` if there is no path. */
export function advanceTo(job: Job, target: Code, clock: Clock): Change {
  const path = findPath(job.code, target)
  if (!path)
    throw new CarrierProblem(
      422,
      'not_reachable',
      `Job ${job.jobId} is ${job.code}; ${target} cannot be reached from there.`,
    )
  return path.reduce((change, code) => enter(change, code, null, clock), unchanged(job))
}

/** Moves the job to the state in which the incident occurs. Throws 422 `job_over` for a job that is over. */
export function meetIncident(job: Job, incident: Incident, clock: Clock): Change {
  if (isOver(job.code))
    throw new CarrierProblem(
      422,
      'job_over',
      `Job ${job.jobId} is ${job.code}; no incident can happen to a job that is over.`,
    )
  const target = codeByIncident[incident] ?? job.code
  const path = findPath(job.code, target) ?? []
  const before = path.slice(0, -1).reduce((change, code) => enter(change, code, null, clock), unchanged(job))
  return enter(before, target, detailByIncident[incident], clock)
}

/** Adds a fact with any code, known or not. The job is unchanged. */
export const announce = (job: Job, code: string, clock: Clock): Change => addFact(unchanged(job), code, null, clock)

/** Idempotent. A courier who has set out costs a fee. Throws 422 `too_late` once the goods are collected. */
export function cancel(job: Job, clock: Clock): Change {
  if (job.code === 'CANCELLED') return unchanged(job)
  if (!isCancellable(job.code))
    throw new CarrierProblem(422, 'too_late', `Job ${job.jobId} is ${job.code} and cannot be cancelled.`)
  const isOnTheWay = job.request.service === COURIER && job.code !== 'ACCEPTED'
  const charges = isOnTheWay ? chargesAfterCancellation(job, clock.at) : job.charges
  return enter(unchanged({ ...job, charges }), 'CANCELLED', null, clock)
}

/** The service whose courier is paid for setting out. */
const COURIER = 'swift_now'
