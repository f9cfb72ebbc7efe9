/** Use cases of jobs and drafts. Each takes the transaction; none touches the network. */
import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { CarrierDescriptor, CarrierService } from '@waybill/carriers/carrier-descriptor'
import type { Transaction } from 'kysely'
import type { SimulatorDatabase } from '../db.ts'
import { promiseDelivery, tooLate } from '../pricing/delivery-window.ts'
import { openOffer } from '../pricing/sealed-offer.ts'
import { CarrierProblem } from '../problem.ts'
import type { JobBody, UpdateBody } from '../wire/wire.ts'
import { insertDraft, takeDraft } from './draft-repository.ts'
import { assignDriver } from './drivers.ts'
import { accept, type Change, type Clock, cancel, type Job, step } from './job.ts'
import { assertServed, update } from './job-update.ts'
import { findJobByKey, insertFacts, insertJob, lockDueJobs, lockJob, saveChanges } from './repository.ts'

type Trx = Transaction<SimulatorDatabase>

const STEP_BATCH = 50

export interface Caller {
  carrier: CarrierDescriptor
  carrierAccountId: string
}

interface BookInput extends Caller {
  idempotencyKey: string
  body: JobBody
  simulatorKey: string
}

/**
 * Fingerprint of a booking: requests with one key must have the same. It leaves out the callback URL, which may change, and
 * fields that older callers did not send: a booking whose outcome was unknown during an upgrade is still found by its key.
 */
export const requestHash = ({ callback_url: _, ...request }: JobBody): string =>
  createHash('sha256').update(JSON.stringify(request, withoutNewFields)).digest('hex')

const withoutNewFields = (name: string, value: unknown) => (name === 'town' || name === 'on_demand' ? undefined : value)

/** The job of this account and key. Idempotent. Throws 422 if the carrier does not take the transport. */
export async function bookJob(trx: Trx, input: BookInput, clock: Clock): Promise<Job> {
  const { carrierAccountId, idempotencyKey } = input
  const known = await findJobByKey(trx, carrierAccountId, idempotencyKey)
  if (known) return assertSameRequest(known, input.body)
  const change = accept(createJob(input, clock.at), clock)
  if (await insertJob(trx, change.job)) {
    await insertFacts(trx, [change])
    return change.job
  }
  const winner = await findJobByKey(trx, carrierAccountId, idempotencyKey)
  if (!winner) throw new Error(`the job of key ${idempotencyKey} can neither be inserted nor found`)
  return assertSameRequest(winner, input.body)
}

/** Stores a draft and returns its id. Throws 422 if the carrier does not take the transport. */
export async function draftJob(trx: Trx, input: Omit<BookInput, 'idempotencyKey'>, at: Date): Promise<string> {
  const { carrier, carrierAccountId, body } = input
  checkService(input, at)
  const draftId = `drf_${randomUUID()}`
  const { carrierCode } = carrier
  await insertDraft(trx, { draftId, carrierCode, carrierAccountId, request: body, createdAt: at })
  return draftId
}

/** The job of a draft, whose id is its key. Idempotent. Throws 404 if there is no such draft or job. */
export async function purchaseDraft(
  trx: Trx,
  input: Omit<BookInput, 'idempotencyKey' | 'body'> & { draftId: string },
  clock: Clock,
): Promise<Job> {
  const { carrier, carrierAccountId, draftId } = input
  const body = await takeDraft(trx, { draftId, carrierCode: carrier.carrierCode, carrierAccountId })
  if (body) return await bookJob(trx, { ...input, idempotencyKey: draftId, body }, clock)
  const bought = await findJobByKey(trx, carrierAccountId, draftId)
  if (bought) return bought
  throw new CarrierProblem(404, 'draft_unknown', `There is no draft ${draftId}.`)
}

function assertSameRequest(job: Job, body: JobBody): Job {
  if (job.requestHash === requestHash(body)) return job
  throw new CarrierProblem(422, 'key_reused', 'The idempotency key was used with a different request.')
}

/** The requested service, checked against the route and the offer. Throws 422. */
function checkService(
  { carrier, carrierAccountId, body, simulatorKey }: Omit<BookInput, 'idempotencyKey'>,
  at: Date,
): CarrierService {
  const service = getService(carrier, body.service)
  assertServed(service, body)
  if (body.offer_id !== null) {
    const offer = openOffer(simulatorKey, body.offer_id, carrierAccountId, at)
    if (offer === 'expired') throw new CarrierProblem(422, 'offer_expired', 'The offer has expired.')
    if (offer === 'unknown' || offer.service !== body.service) {
      throw new CarrierProblem(422, 'offer_unknown', 'The offer was not made to this account for this service.')
    }
  }
  return service
}

function createJob(input: BookInput, at: Date): Job {
  const { carrier, carrierAccountId, idempotencyKey, body } = input
  const service = checkService(input, at)
  const jobId = createTrackingNumber(carrier.name)
  const window = promiseDelivery(service.serviceCode, body, { at, isBooking: true })
  if (window === null) throw new CarrierProblem(422, tooLate.code, tooLate.message)
  return {
    jobId,
    carrierCode: carrier.carrierCode,
    carrierAccountId,
    idempotencyKey,
    requestHash: requestHash(body),
    reference: body.reference,
    trackingNumber: jobId,
    request: body,
    code: 'ACCEPTED',
    driver: assignDriver(carrier.carrierCode, jobId),
    driversCount: 1,
    factsCount: 0,
    etaFromAt: window.fromAt,
    etaToAt: window.toAt,
    charges: [],
    createdAt: at,
    nextStepAt: null,
  }
}

/** Names the job and is printed on its label: the carrier's initials and twelve digits. Code 128 packs digits in pairs, so an even number is shortest. */
const createTrackingNumber = (carrierName: string): string =>
  carrierName.replaceAll(/[^A-Z]/g, '') + String(randomInt(10 ** 12)).padStart(12, '0')

function getService(carrier: CarrierDescriptor, serviceCode: string): CarrierService {
  const service = carrier.services.find((candidate) => candidate.serviceCode === serviceCode)
  if (!service) throw new CarrierProblem(422, 'service_unknown', `${carrier.name} has no service ${serviceCode}.`)
  return service
}

/** The caller's job. Locks its row. Throws 404, also for a job of another account or carrier. */
async function lockOwnJob(trx: Trx, { carrier, carrierAccountId }: Caller, jobId: string): Promise<Job> {
  const job = await lockJob(trx, jobId)
  if (job?.carrierAccountId === carrierAccountId && job.carrierCode === carrier.carrierCode) return job
  throw new CarrierProblem(404, 'job_unknown', `There is no job ${jobId}.`)
}

export async function cancelJob(trx: Trx, input: Caller & { jobId: string }, clock: Clock): Promise<Job> {
  const change = cancel(await lockOwnJob(trx, input, input.jobId), clock)
  await saveChanges(trx, [change])
  return change.job
}

export async function updateJob(trx: Trx, input: Caller & { jobId: string; body: UpdateBody }, at: Date): Promise<Job> {
  const job = await lockOwnJob(trx, input, input.jobId)
  const service = getService(input.carrier, job.request.service)
  const after = update(job, input.body, { service, at })
  await saveChanges(trx, [{ job: after, facts: [] }])
  return after
}

/** Applies an operator's change to the job of that id or reference. Throws 404 `job_unknown`. */
export async function changeJob(trx: Trx, idOrReference: string, apply: (job: Job) => Change): Promise<Change> {
  const job = await lockJob(trx, idOrReference)
  if (!job) throw new CarrierProblem(404, 'job_unknown', `There is no job ${idOrReference}.`)
  const change = apply(job)
  await saveChanges(trx, [change])
  return change
}

/** Moves due jobs one step. Returns how many, at most 50. */
export async function stepDueJobs(trx: Trx, clock: Clock): Promise<number> {
  const jobs = await lockDueJobs(trx, clock.at, STEP_BATCH)
  await saveChanges(
    trx,
    jobs.map((job) => step(job, clock)),
  )
  return jobs.length
}
