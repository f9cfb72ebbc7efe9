/** One function for each thing a caller or the clock does to a job. Each takes the transaction; none touches the network. */
import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { CarrierDescriptor, CarrierService } from '@waybill/carriers/carrier-adapter'
import type { Transaction } from 'kysely'
import type { SimulatorDatabase } from '../db.ts'
import type { JobBody, UpdateBody, WireRoute } from '../http/wire.ts'
import { openOffer } from '../pricing/offer.ts'
import { deliveryWindow, unserved } from '../pricing/tariff.ts'
import { CarrierProblem } from '../problem.ts'
import { insertDraft, takeDraft } from './draft-repository.ts'
import { driverFor } from './drivers.ts'
import { accept, type Change, type Clock, cancel, type Job, step, update } from './job.ts'
import { findJobByKey, insertFacts, insertJob, lockDueJobs, lockJob, saveChanges } from './repository.ts'

type Trx = Transaction<SimulatorDatabase>

const STEP_BATCH = 50

export interface Caller {
  carrier: CarrierDescriptor
  carrierAccountId: string
}

export interface BookInput extends Caller {
  idempotencyKey: string
  body: JobBody
  simulatorKey: string
}

/**
 * What makes two bookings of one key the same; where to report to may change between them. Without towns, which callers of
 * before did not tell: a booking that was in doubt when they were renewed is found by its key all the same.
 */
export const requestHash = ({ callback_url: _, ...request }: JobBody): string =>
  createHash('sha256').update(JSON.stringify(request, withoutTown)).digest('hex')

const withoutTown = (name: string, value: unknown) => (name === 'town' ? undefined : value)

/** The job of this account and key: made now, or the one made before. Throws 422 where the carrier does not take it. */
export async function bookJob(trx: Trx, input: BookInput, clock: Clock): Promise<Job> {
  const { carrierAccountId, idempotencyKey } = input
  const known = await findJobByKey(trx, carrierAccountId, idempotencyKey)
  if (known) return sameRequest(known, input.body)
  const change = accept(newJob(input, clock.at), clock)
  if (await insertJob(trx, change.job)) {
    await insertFacts(trx, [change])
    return change.job
  }
  const winner = await findJobByKey(trx, carrierAccountId, idempotencyKey)
  if (!winner) throw new Error(`the job of key ${idempotencyKey} is neither new nor to be found`)
  return sameRequest(winner, input.body)
}

/** A draft of a job, which costs nothing; answers its id. Throws 422 where the carrier would not take the job. */
export async function draftJob(trx: Trx, input: Omit<BookInput, 'idempotencyKey'>, at: Date): Promise<string> {
  const { carrier, carrierAccountId, body } = input
  takenService(input, at)
  const draftId = `drf_${randomUUID()}`
  const { carrierCode } = carrier
  await insertDraft(trx, { draftId, carrierCode, carrierAccountId, request: body, createdAt: at })
  return draftId
}

/** The draft's job, made now or before: its id is the key of it. Throws 404 for a draft that is not there any more. */
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
  throw new CarrierProblem(404, 'draft_unknown', `there is no draft ${draftId}`)
}

function sameRequest(job: Job, body: JobBody): Job {
  if (job.requestHash === requestHash(body)) return job
  throw new CarrierProblem(422, 'key_reused', 'the idempotency key was used with another request')
}

/** The service that takes the job, at the price that was offered. Throws 422 where none does. */
function takenService(
  { carrier, carrierAccountId, body, simulatorKey }: Omit<BookInput, 'idempotencyKey'>,
  at: Date,
): CarrierService {
  const service = serviceOf(carrier, body.service)
  refuseUnserved(service, body)
  if (body.offer_id !== null) {
    const offer = openOffer(simulatorKey, body.offer_id, carrierAccountId, at)
    if (offer === 'expired') throw new CarrierProblem(422, 'offer_expired', 'the offer is past its time')
    if (offer === 'unknown' || offer.service !== body.service) {
      throw new CarrierProblem(422, 'offer_unknown', 'the offer was not made to this account for this service')
    }
  }
  return service
}

function newJob(input: BookInput, at: Date): Job {
  const { carrier, carrierAccountId, idempotencyKey, body } = input
  const service = takenService(input, at)
  const jobId = `job_${randomUUID()}`
  const window = deliveryWindow(service.serviceCode, body, at)
  return {
    jobId,
    carrierCode: carrier.carrierCode,
    carrierAccountId,
    idempotencyKey,
    requestHash: requestHash(body),
    reference: body.reference,
    trackingNumber: trackingNumber(carrier.name),
    request: body,
    code: 'ACCEPTED',
    driver: driverFor(carrier.carrierCode, jobId),
    driversCount: 1,
    factsCount: 0,
    etaFromAt: window.fromAt,
    etaToAt: window.toAt,
    createdAt: at,
    nextStepAt: null,
  }
}

/** The carrier's initials and twelve digits: an even number of them is shortest in Code 128. */
const trackingNumber = (carrierName: string): string =>
  carrierName.replaceAll(/[^A-Z]/g, '') + String(randomInt(10 ** 12)).padStart(12, '0')

function serviceOf(carrier: CarrierDescriptor, serviceCode: string): CarrierService {
  const service = carrier.services.find((candidate) => candidate.serviceCode === serviceCode)
  if (!service) throw new CarrierProblem(422, 'service_unknown', `${carrier.name} has no service ${serviceCode}`)
  return service
}

function refuseUnserved(service: CarrierService, route: WireRoute): void {
  const reason = unserved(service, route)
  if (reason) throw new CarrierProblem(422, reason.code, `${service.name} ${reason.message}`)
}

/** The caller's own job, its row locked. Throws 404 for one of another account or carrier. */
async function lockOwnJob(trx: Trx, { carrier, carrierAccountId }: Caller, jobId: string): Promise<Job> {
  const job = await lockJob(trx, jobId)
  if (job?.carrierAccountId === carrierAccountId && job.carrierCode === carrier.carrierCode) return job
  throw new CarrierProblem(404, 'job_unknown', `there is no job ${jobId}`)
}

export async function cancelJob(trx: Trx, input: Caller & { jobId: string }, clock: Clock): Promise<Job> {
  const change = cancel(await lockOwnJob(trx, input, input.jobId), clock)
  await saveChanges(trx, [change])
  return change.job
}

export async function updateJob(trx: Trx, input: Caller & { jobId: string; body: UpdateBody }): Promise<Job> {
  const job = await lockOwnJob(trx, input, input.jobId)
  const change = update(job, input.body)
  refuseUnserved(serviceOf(input.carrier, job.request.service), input.body)
  await saveChanges(trx, [change])
  return change.job
}

/** Whatever an operator lets happen to a job, named by its id or our reference. */
export async function changeJob(trx: Trx, idOrReference: string, happen: (job: Job) => Change): Promise<Change> {
  const job = await lockJob(trx, idOrReference)
  if (!job) throw new CarrierProblem(404, 'job_unknown', `there is no job ${idOrReference}`)
  const change = happen(job)
  await saveChanges(trx, [change])
  return change
}

/** Moves jobs whose time has come one step on. Answers how many, at most 50. */
export async function stepDueJobs(trx: Trx, clock: Clock): Promise<number> {
  const jobs = await lockDueJobs(trx, clock.at, STEP_BATCH)
  await saveChanges(
    trx,
    jobs.map((job) => step(job, clock)),
  )
  return jobs.length
}
