/** The carriers' own API, one prefix each: what a real one would have. */

import type { CarrierDescriptor } from '@waybill/carriers/carrier-adapter'
import { simulatedDescriptors } from '@waybill/carriers/simulated/descriptors'
import { ACCOUNT_HEADER, simulatedAccountSecret } from '@waybill/carriers/simulated/signature'
import { transact } from '@waybill/chassis/postgres/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clockOf, type SimulatorContext } from '../context.ts'
import { printJobLabel } from '../documents/job-label.ts'
import { proofImage } from '../documents/proof-images.ts'
import { FAILED_CALLS, type Fault, type FaultOperation, magicFault } from '../faults/fault.ts'
import { type Answer, json, play } from '../faults/player.ts'
import { countFailedCall, takeFault } from '../faults/repository.ts'
import { bookJob, type Caller, cancelJob, draftJob, purchaseDraft, updateJob } from '../jobs/commands.ts'
import { findDraft } from '../jobs/draft-repository.ts'
import type { Job } from '../jobs/job.ts'
import { findJob, findJobByKey, listFacts, listJobsByReference } from '../jobs/repository.ts'
import { CarrierProblem } from '../problem.ts'
import { jobAnswer, jobState, offersAnswer } from './answers.ts'
import { parseBody, requireBearer } from './requests.ts'
import { cancelBody, type JobBody, jobBody, labelQuery, quoteBody, updateBody } from './wire.ts'

/** A caller who waits this long has no deadline. */
const HANG_LIMIT_MS = 120_000

type Request = FastifyRequest<{
  Params: { jobId: string; draftId: string; name: string }
  Querystring: { reference?: string; draft_id?: string }
}>

interface Route {
  operation: FaultOperation
  work: (request: Request, caller: Caller) => Promise<Answer>
  /** The fault that the request itself asks for. */
  magic?: (request: Request, caller: Caller) => Promise<Fault | null>
}

export function registerCarrierRoutes(app: FastifyInstance, context: SimulatorContext): void {
  for (const carrier of simulatedDescriptors) registerCarrier(app, carrier, context)
}

function registerCarrier(app: FastifyInstance, carrier: CarrierDescriptor, context: SimulatorContext): void {
  const { db, simulatorKey } = context
  const { carrierCode } = carrier

  const handle = (route: Route) => async (request: Request, reply: FastifyReply) => {
    const carrierAccountId = requireAccount(request, simulatorKey)
    const caller: Caller = { carrier, carrierAccountId }
    const planned = await takeFault(db, { carrierCode, carrierAccountId, operation: route.operation })
    const fault = planned ?? (await route.magic?.(request, caller)) ?? undefined
    const answer = await play(fault, () => route.work(request, caller))
    return answer ? reply.code(answer.status).type(answer.contentType).send(answer.body) : hang(reply)
  }

  async function getJob(request: Request, { carrierAccountId }: Caller): Promise<Job> {
    const job = await findJob(db, carrierCode, carrierAccountId, request.params.jobId)
    if (!job) throw new CarrierProblem(404, 'job_unknown', `there is no job ${request.params.jobId}`)
    return job
  }

  const quote: Route = {
    operation: 'quote',
    magic: async (request) => magicFault(carrierCode, 'quote', parseBody(quoteBody, request.body)),
    work: async (request, { carrierAccountId }) =>
      json(
        200,
        offersAnswer({
          carrier,
          carrierAccountId,
          simulatorKey,
          body: parseBody(quoteBody, request.body),
          at: new Date(),
        }),
      ),
  }

  const book: Route = {
    operation: 'book',
    magic: (request, caller) => {
      const key = requireKey(request)
      return magicBookFault(key, parseBody(jobBody, request.body), caller, context)
    },
    work: async (request, caller) => {
      const input = {
        ...caller,
        idempotencyKey: requireKey(request),
        body: parseBody(jobBody, request.body),
        simulatorKey,
      }
      const job = await transact(db, (trx) => bookJob(trx, input, clockOf(context)))
      context.reportSoon()
      return json(201, await jobAnswer(carrier, job))
    },
  }

  const draft: Route = {
    operation: 'draft',
    work: async (request, caller) => {
      const input = { ...caller, body: parseBody(jobBody, request.body), simulatorKey }
      return json(201, { id: await transact(db, (trx) => draftJob(trx, input, new Date())) })
    },
  }

  const purchase: Route = {
    operation: 'book',
    magic: async (request, caller) => {
      const { draftId } = request.params
      const body = await findDraft(db, { draftId, carrierCode, carrierAccountId: caller.carrierAccountId })
      return body ? magicBookFault(draftId, body, caller, context) : null
    },
    work: async (request, caller) => {
      const input = { ...caller, draftId: request.params.draftId, simulatorKey }
      const job = await transact(db, (trx) => purchaseDraft(trx, input, clockOf(context)))
      context.reportSoon()
      return json(201, await jobAnswer(carrier, job))
    },
  }

  const cancel: Route = {
    operation: 'cancel',
    magic: async (request, caller) => magicJobFault('cancel', await getJob(request, caller), context),
    work: async (request, caller) => {
      parseBody(cancelBody, request.body)
      const input = { ...caller, jobId: request.params.jobId }
      const job = await transact(db, (trx) => cancelJob(trx, input, clockOf(context)))
      context.reportSoon()
      return json(200, jobState(job))
    },
  }

  const update: Route = {
    operation: 'update',
    magic: async (request, caller) => magicJobFault('update', await getJob(request, caller), context),
    work: async (request, caller) => {
      const input = { ...caller, jobId: request.params.jobId, body: parseBody(updateBody, request.body) }
      return json(200, jobState(await transact(db, (trx) => updateJob(trx, input))))
    },
  }

  const events: Route = {
    operation: 'track',
    work: async (request, caller) => json(200, { events: await listFacts(db, (await getJob(request, caller)).jobId) }),
  }

  const label: Route = {
    operation: 'label',
    work: async (request, caller) => {
      const { format, size, parcel = null } = parseBody(labelQuery, request.query)
      if (!carrier.labels.some((form) => form.format === format && form.size === size)) {
        throw new CarrierProblem(422, 'form_unknown', `there is no label as ${format} of size ${size}`)
      }
      const job = await getJob(request, caller)
      const { contentType, bytes } = await printJobLabel(carrier, job, { format, size, parcelNumber: parcel })
      return { status: 200, contentType, body: bytes }
    },
  }

  const proof: Route = {
    operation: 'media',
    work: async (request, caller) => {
      const job = await getJob(request, caller)
      const body = job.code === 'DELIVERED' ? proofImage(job.jobId, request.params.name) : undefined
      if (!body) throw new CarrierProblem(404, 'proof_unknown', `job ${job.jobId} has no such photo or signature`)
      return { status: 200, contentType: 'image/png', body }
    },
  }

  const find: Route = {
    operation: 'find',
    work: async (request, { carrierAccountId }) => {
      const { reference = '', draft_id } = request.query
      const jobs =
        draft_id === undefined
          ? await listJobsByReference(db, carrierCode, carrierAccountId, reference)
          : [await findJobByKey(db, carrierAccountId, draft_id)].filter((job) => job !== undefined)
      return json(200, { jobs: await Promise.all(jobs.map((job) => jobAnswer(carrier, job))) })
    },
  }

  app.post(`/${carrierCode}/quotes`, handle(quote))
  app.post(`/${carrierCode}/jobs`, handle(book))
  app.post(`/${carrierCode}/drafts`, handle(draft))
  app.post(`/${carrierCode}/drafts/:draftId/purchase`, handle(purchase))
  app.get(`/${carrierCode}/jobs`, handle(find))
  app.patch(`/${carrierCode}/jobs/:jobId`, handle(update))
  app.post(`/${carrierCode}/jobs/:jobId/cancel`, handle(cancel))
  app.get(`/${carrierCode}/jobs/:jobId/events`, handle(events))
  app.get(`/${carrierCode}/jobs/:jobId/label`, handle(label))
  app.get(`/${carrierCode}/jobs/:jobId/proof/:name`, handle(proof))
}

/** The carrier account, proved by its secret. Throws 401. */
function requireAccount(request: FastifyRequest, simulatorKey: string): string {
  const account = request.headers[ACCOUNT_HEADER]
  if (typeof account !== 'string' || account === '')
    throw new CarrierProblem(401, 'unauthorized', `${ACCOUNT_HEADER} is missing`)
  requireBearer(request, simulatedAccountSecret(simulatorKey, account))
  return account
}

function requireKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && key !== '') return key
  throw new CarrierProblem(400, 'key_missing', 'a job needs an Idempotency-Key')
}

/** A job that was made already meets no magic any more: the second call with its key, or its draft, answers it. */
async function magicBookFault(
  key: string,
  body: JobBody,
  caller: Caller,
  { db }: SimulatorContext,
): Promise<Fault | null> {
  const fault = magicFault(caller.carrier.carrierCode, 'book', body)
  if (!fault || (await findJobByKey(db, caller.carrierAccountId, key))) return null
  if (fault.mode !== '500') return fault
  return (await countFailedCall(db, caller.carrierAccountId, key)) > FAILED_CALLS ? null : fault
}

/** What a job's own texts, as they were booked, make of a later call about it. */
async function magicJobFault(
  operation: 'cancel' | 'update',
  { carrierCode, carrierAccountId, jobId, request }: Job,
  { db }: SimulatorContext,
): Promise<Fault | null> {
  const fault = magicFault(carrierCode, operation, request)
  if (fault?.mode !== '500') return fault
  return (await countFailedCall(db, carrierAccountId, `${jobId} ${operation}`)) > FAILED_CALLS ? null : fault
}

/** Never answers, until the caller hangs up. */
function hang(reply: FastifyReply): FastifyReply {
  reply.hijack()
  const timer = setTimeout(() => reply.raw.destroy(), HANG_LIMIT_MS).unref()
  reply.raw.once('close', () => clearTimeout(timer))
  return reply
}
