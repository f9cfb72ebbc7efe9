/** The operator's API, for tests and demonstrations. The bearer token is the simulator key. */
import { transact } from '@waybill/chassis/postgres/database'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { getClock, type SimulatorContext } from '../context.ts'
import { faultModes, faultOperations, isPossible, SLOW_MS } from '../faults/fault.ts'
import {
  clearFaults,
  listMerchantFaults,
  type MerchantFault,
  planFault,
  planMerchantFault,
  removeMerchantFault,
} from '../faults/repository.ts'
import { changeJob } from '../jobs/commands.ts'
import { writeErased } from '../jobs/erasure-repository.ts'
import { advanceTo, announce, type Change, type Clock, type Job, meetIncident, step } from '../jobs/job.ts'
import { type AdvanceStatus, codeByStatus, detailByIncident, type Incident } from '../jobs/journey.ts'
import { listJobs, lockJob } from '../jobs/repository.ts'
import { listManifests } from '../manifests/repository.ts'
import { listPickups } from '../pickups/repository.ts'
import { CarrierProblem } from '../problem.ts'
import { jobRecord } from './answers.ts'
import { parseBody, requireBearer } from './requests.ts'

const listKeys = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as [Key, ...Key[]]

const advanceBody = z
  .object({
    status: z.enum(listKeys<AdvanceStatus>(codeByStatus)),
    incident: z.enum(listKeys<Incident>(detailByIncident)),
    /** Reports this code, known or not; the state of the job is unchanged. */
    code: z.string().min(1).max(100),
  })
  .partial()
  .refine(
    (body) => Object.keys(body).length <= 1,
    'give one of status, incident and code, or none of them for one step',
  )
  .nullish()

const faultBody = z
  .object({
    carrier_code: z.string().nullable().default(null),
    carrier_account_id: z.string().nullable().default(null),
    operation: z.enum(faultOperations),
    mode: z.enum(faultModes),
    times: z.int().min(1).default(1),
    delay_ms: z.int().min(0).max(60_000).default(SLOW_MS),
  })
  .refine(({ operation, mode }) => isPossible(operation, mode), 'this operation cannot fail in this mode')

const merchantFaultBody = z.object({
  carrier_code: z.string().min(1),
  carrier_account_id: z.string().min(1),
  operation: z.enum(faultOperations),
  mode: z.enum(faultModes),
  times: z.int().min(1),
  expires_in_seconds: z.int().min(1),
  /** The accounts of the environment: their faults count towards its limit. */
  accounts: z.array(z.string()).min(1),
})

const merchantFaultRecord = (fault: MerchantFault) => ({
  fault_id: fault.faultId,
  carrier_code: fault.carrierCode,
  operation: fault.operation,
  mode: fault.mode,
  times: fault.times,
  times_left: fault.timesLeft,
  created_at: fault.createdAt.toISOString(),
  expires_at: fault.expiresAt.toISOString(),
})

const accountsIn = (text: string | undefined): string[] => (text ?? '').split(',').filter((one) => one !== '')

/** Faults that merchants plan. Booking asks for them; each call names the accounts of one environment. */
function registerMerchantFaults(app: FastifyInstance, { db, simulatorKey }: SimulatorContext): void {
  const onRequest = async (request: FastifyRequest) => requireBearer(request, simulatorKey)

  app.put<{ Params: { fault: string } }>('/simulator/faults/:fault', { onRequest }, async ({ params, body }) => {
    const { accounts, ...document } = parseBody(merchantFaultBody, body)
    const planned = await planMerchantFault(
      db,
      {
        faultId: params.fault,
        carrierCode: document.carrier_code,
        operation: document.operation,
        carrierAccountId: document.carrier_account_id,
        mode: document.mode,
        times: document.times,
        delayMs: SLOW_MS,
        expiresInSeconds: document.expires_in_seconds,
      },
      accounts,
    )
    if (planned === null) throw new CarrierProblem(409, 'limit_reached', 'The environment has too many planned faults.')
    return { fault: merchantFaultRecord(planned) }
  })

  app.get<{ Querystring: { accounts?: string } }>('/simulator/faults', { onRequest }, async ({ query }) => ({
    faults: (await listMerchantFaults(db, accountsIn(query.accounts))).map(merchantFaultRecord),
  }))

  app.delete<{ Params: { fault: string }; Querystring: { accounts?: string } }>(
    '/simulator/faults/:fault',
    { onRequest },
    async ({ params, query }, reply) => {
      if (!(await removeMerchantFault(db, params.fault, accountsIn(query.accounts))))
        throw new CarrierProblem(404, 'fault_unknown', `There is no fault ${params.fault}.`)
      return reply.code(204).send()
    },
  )
}

function toChange(body: z.output<typeof advanceBody>, clock: Clock): (job: Job) => Change {
  if (body?.status) return (job) => advanceTo(job, codeByStatus[body.status as AdvanceStatus], clock)
  if (body?.incident) return (job) => meetIncident(job, body.incident as Incident, clock)
  if (body?.code) return (job) => announce(job, body.code as string, clock)
  return (job) => step(job, clock)
}

export function registerAdminRoutes(app: FastifyInstance, context: SimulatorContext): void {
  registerMerchantFaults(app, context)
  const { db, simulatorKey } = context
  const onRequest = async (request: FastifyRequest) => requireBearer(request, simulatorKey)

  app.get<{ Querystring: { reference?: string; carrier_account_id?: string } }>(
    '/simulator/jobs',
    { onRequest },
    async ({ query }) => {
      const jobs = await listJobs(db, { reference: query.reference, carrierAccountId: query.carrier_account_id })
      return { jobs: jobs.map(jobRecord) }
    },
  )

  app.get<{ Querystring: { carrier_account_id?: string } }>('/simulator/pickups', { onRequest }, async ({ query }) => ({
    pickups: await listPickups(db, query.carrier_account_id ?? ''),
  }))

  app.get<{ Querystring: { carrier_account_id?: string } }>(
    '/simulator/manifests',
    { onRequest },
    async ({ query }) => ({ manifests: await listManifests(db, query.carrier_account_id ?? '') }),
  )

  // `:job` is the id or the reference of a job.
  app.post<{ Params: { job: string } }>('/simulator/jobs/:job/advance', { onRequest }, async (request) => {
    const apply = toChange(parseBody(advanceBody, request.body), getClock(context))
    const { job, facts } = await transact(db, (trx) => changeJob(trx, request.params.job, apply))
    context.reportSoon()
    return { job: jobRecord(job), events: facts }
  })

  // Real carriers erase on request once a job is over; the simulator does so at any time.
  app.post<{ Params: { job: string } }>('/simulator/jobs/:job/erase', { onRequest }, async (request, reply) => {
    await transact(db, async (trx) => {
      const job = await lockJob(trx, request.params.job)
      if (job) await writeErased(trx, job)
    })
    return reply.code(204).send()
  })

  app.post('/simulator/faults', { onRequest }, async (request, reply) => {
    const body = parseBody(faultBody, request.body)
    await planFault(db, {
      carrierCode: body.carrier_code,
      carrierAccountId: body.carrier_account_id,
      operation: body.operation,
      mode: body.mode,
      delayMs: body.delay_ms,
      times: body.times,
    })
    return reply.code(204).send()
  })

  app.delete('/simulator/faults', { onRequest }, async (_, reply) => {
    await clearFaults(db)
    return reply.code(204).send()
  })
}
