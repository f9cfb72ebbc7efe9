/** Runs a request to a carrier's API: checks the account, then applies a planned or magic fault, if any. */

import { ACCOUNT_HEADER, simulatedAccountSecret } from '@waybill/carriers/adapters/simulated/signature'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import type { Fault, FaultOperation } from '../faults/fault.ts'
import { type Answer, playFault } from '../faults/player.ts'
import { takeFault } from '../faults/repository.ts'
import type { Caller } from '../jobs/commands.ts'
import type { Job } from '../jobs/job.ts'
import { findJob } from '../jobs/repository.ts'
import { CarrierProblem } from '../problem.ts'
import { requireBearer } from './requests.ts'

/** After two minutes without an answer the connection is closed, for callers without a deadline. */
const HANG_LIMIT_MS = 120_000

type CarrierRequest = FastifyRequest<{
  Params: { jobId: string; draftId: string; name: string; pickupId: string; manifestId: string }
  Querystring: { reference?: string; draft_id?: string }
}>

export interface CarrierRoute {
  method: 'GET' | 'POST' | 'PATCH'
  /** Below `/<carrier_code>`. */
  path: string
  operation: FaultOperation
  answer: (request: CarrierRequest, caller: Caller) => Promise<Answer>
  /** The fault that a magic value in the request or in its job asks for. A planned fault takes precedence. */
  findMagicFault?: (request: CarrierRequest, caller: Caller) => Promise<Fault | null>
}

export function createHandler(route: CarrierRoute, carrier: CarrierDescriptor, context: SimulatorContext) {
  const { db, simulatorKey } = context
  const { carrierCode } = carrier
  return async (request: CarrierRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const carrierAccountId = requireAccount(request, simulatorKey)
    const caller: Caller = { carrier, carrierAccountId }
    const planned = await takeFault(db, { carrierCode, carrierAccountId, operation: route.operation })
    const fault = planned ?? (await route.findMagicFault?.(request, caller)) ?? undefined
    const answer = await playFault(fault, route.operation, () => route.answer(request, caller))
    return answer ? reply.code(answer.status).type(answer.contentType).send(answer.body) : hang(reply, context.stopping)
  }
}

/** The caller's job that the path names. Throws 404 `job_unknown`, also for a job of another account. */
export async function getOwnJob(
  { db }: SimulatorContext,
  request: CarrierRequest,
  { carrier, carrierAccountId }: Caller,
): Promise<Job> {
  const { jobId } = request.params
  const job = await findJob(db, { carrierCode: carrier.carrierCode, carrierAccountId, jobId })
  if (!job) throw new CarrierProblem(404, 'job_unknown', `There is no job ${jobId}.`)
  return job
}

/** Throws 400. */
export function requireKey(request: CarrierRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && key !== '') return key
  throw new CarrierProblem(400, 'key_missing', 'The call needs an Idempotency-Key header.')
}

/** The carrier account of the header, proved by its secret. Throws 401. */
function requireAccount(request: CarrierRequest, simulatorKey: string): string {
  const account = request.headers[ACCOUNT_HEADER]
  if (typeof account !== 'string' || account === '')
    throw new CarrierProblem(401, 'unauthorized', `The header ${ACCOUNT_HEADER} is missing.`)
  requireBearer(request, simulatedAccountSecret(simulatorKey, account))
  return account
}

/** Leaves the request unanswered until the caller hangs up or the simulator stops. */
function hang(reply: FastifyReply, stopping: AbortSignal): FastifyReply {
  reply.hijack()
  const end = () => reply.raw.destroy()
  const timer = setTimeout(end, HANG_LIMIT_MS).unref()
  stopping.addEventListener('abort', end)
  if (stopping.aborted) end()
  reply.raw.once('close', () => {
    clearTimeout(timer)
    stopping.removeEventListener('abort', end)
  })
  return reply
}
