/** A job and all that can happen to it. Pure: time and numbers come in as data. */
import { isDeepStrictEqual } from 'node:util'
import { magicMishap } from '../faults/fault.ts'
import type { JobBody, UpdateBody } from '../http/wire.ts'
import { CarrierProblem } from '../problem.ts'
import { type Driver, driverFor } from './drivers.ts'
import { type FactBody, factOf } from './fact.ts'
import {
  type Code,
  codeOfIncident,
  detailByIncident,
  detours,
  type Incident,
  isCancellable,
  isCollected,
  isOver,
  isUpdatable,
  nextCode,
  wayTo,
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
  createdAt: Date
  /** When it moves on by itself; null: only when told to. */
  nextStepAt: Date | null
}

/** A change of a job and what the carrier tells about it, in order of happening. */
export interface Change {
  job: Job
  facts: FactBody[]
}

/** When something happens, and how long until the courier moves on by himself; 0: never. */
export interface Clock {
  at: Date
  stepMs: number
}

const nothing = (job: Job): Change => ({ job, facts: [] })

/** One more fact; `code` may be a word that is no state, which then leaves the state as it is. */
function happened(change: Change, code: string, detail: string | null, clock: Clock): Change {
  const { job, facts } = change
  const factsCount = job.factsCount + 1
  // Several facts of one moment are a millisecond apart, so that their order is in their times.
  const occurredAt = new Date(clock.at.getTime() + facts.length)
  const fact = factOf(job, { id: `${job.jobId}-${factsCount}`, code, detail, occurredAt })
  return { job: { ...job, factsCount }, facts: [...facts, fact] }
}

function entered(change: Change, code: Code, detail: string | null, clock: Clock): Change {
  const { job } = change
  const swapped = code === 'DRIVER_SWAP'
  const driver = swapped ? driverFor(job.carrierCode, job.jobId, job.driversCount) : job.driver
  const moves = clock.stepMs > 0 && !isOver(code)
  const next: Job = {
    ...job,
    code,
    driver,
    driversCount: job.driversCount + (swapped ? 1 : 0),
    nextStepAt: moves ? new Date(clock.at.getTime() + clock.stepMs) : null,
  }
  return happened({ ...change, job: next }, code, detail, clock)
}

/** The job taken: its first fact names the driver. */
export const accept = (job: Job, clock: Clock): Change => entered(nothing(job), 'ACCEPTED', null, clock)

/** One step on, or the mishap that its magic value asks for; nothing if it is over. */
export function step(job: Job, clock: Clock): Change {
  const mishap = magicMishap(job.carrierCode, job.request)
  const detour = mishap && detours[mishap]
  if (detour?.from === job.code && !(mishap === 'driver_swap' && job.driversCount > 1)) {
    return entered(nothing(job), detour.to, detour.incident && detailByIncident[detour.incident], clock)
  }
  const code = nextCode(job.code)
  return code ? entered(nothing(job), code, null, clock) : nothing(job)
}

/** On to a state, through all that lie between. Throws 422 `not_reachable` where no way leads there. */
export function advanceTo(job: Job, target: Code, clock: Clock): Change {
  const way = wayTo(job.code, target)
  if (!way) throw new CarrierProblem(422, 'not_reachable', `job ${job.jobId} is ${job.code}; no way leads to ${target}`)
  return way.reduce((change, code) => entered(change, code, null, clock), nothing(job))
}

/** Something goes wrong, in the state where such a thing shows. */
export function meet(job: Job, incident: Incident, clock: Clock): Change {
  if (isOver(job.code))
    throw new CarrierProblem(422, 'job_over', `job ${job.jobId} is ${job.code}; nothing can happen to it`)
  const target = codeOfIncident[incident] ?? job.code
  const way = wayTo(job.code, target) ?? []
  const before = way.slice(0, -1).reduce((change, code) => entered(change, code, null, clock), nothing(job))
  return entered(before, target, detailByIncident[incident], clock)
}

/** A fact with any code, even one that nobody knows; the job stays as it is. */
export const announce = (job: Job, code: string, clock: Clock): Change => happened(nothing(job), code, null, clock)

/** Cancelled, or nothing if it is so already. Throws 422 `too_late` once the goods are collected. */
export function cancel(job: Job, clock: Clock): Change {
  if (job.code === 'CANCELLED') return nothing(job)
  if (!isCancellable(job.code))
    throw new CarrierProblem(422, 'too_late', `job ${job.jobId} is ${job.code} and cannot be cancelled`)
  return entered(nothing(job), 'CANCELLED', null, clock)
}

/** The job with a new route, time and notes. Throws 422 `too_late` under way to the door; the pickup stands once collected. */
export function update(job: Job, desired: UpdateBody): Change {
  const request: JobBody = { ...job.request, ...desired }
  if (isDeepStrictEqual(request, job.request)) return nothing(job)
  const pickupOf = ({ pickup, ready_at }: JobBody) => ({ pickup, ready_at })
  const pickupIsPast = isCollected(job.code) && !isDeepStrictEqual(pickupOf(request), pickupOf(job.request))
  if (!isUpdatable(job.code) || pickupIsPast) {
    throw new CarrierProblem(422, 'too_late', `job ${job.jobId} is ${job.code} and takes no such change`)
  }
  return { job: { ...job, request }, facts: [] }
}
