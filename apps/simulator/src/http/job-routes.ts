/** Routes for a caller's own job. */
import { transact } from '@waybill/chassis/postgres/database'
import { getClock, type SimulatorContext } from '../context.ts'
import { FAILED_CALLS, type Fault } from '../faults/fault.ts'
import { magicFault } from '../faults/magic-values.ts'
import { json } from '../faults/player.ts'
import { countFailedCall } from '../faults/repository.ts'
import { cancelJob, updateJob } from '../jobs/commands.ts'
import type { Job } from '../jobs/job.ts'
import { listFacts } from '../jobs/repository.ts'
import { cancelBody, updateBody } from '../wire/wire.ts'
import { jobState } from './answers.ts'
import { type CarrierRoute, getOwnJob } from './carrier-request.ts'
import { parseBody } from './requests.ts'

export const jobRoutes = (context: SimulatorContext): CarrierRoute[] => [
  cancelRoute(context),
  updateRoute(context),
  eventsRoute(context),
]

const cancelRoute = (context: SimulatorContext): CarrierRoute => ({
  method: 'POST',
  path: '/jobs/:jobId/cancel',
  operation: 'cancel',
  findMagicFault: async (request, caller) =>
    magicJobFault(context, 'cancel', await getOwnJob(context, request, caller)),
  async answer(request, caller) {
    parseBody(cancelBody, request.body)
    const input = { ...caller, jobId: request.params.jobId }
    const job = await transact(context.db, (trx) => cancelJob(trx, input, getClock(context)))
    context.reportSoon()
    return json(200, jobState(job))
  },
})

const updateRoute = (context: SimulatorContext): CarrierRoute => ({
  method: 'PATCH',
  path: '/jobs/:jobId',
  operation: 'update',
  findMagicFault: async (request, caller) =>
    magicJobFault(context, 'update', await getOwnJob(context, request, caller)),
  async answer(request, caller) {
    const input = { ...caller, jobId: request.params.jobId, body: parseBody(updateBody, request.body) }
    return json(200, jobState(await transact(context.db, (trx) => updateJob(trx, input, new Date()))))
  },
})

const eventsRoute = (context: SimulatorContext): CarrierRoute => ({
  method: 'GET',
  path: '/jobs/:jobId/events',
  operation: 'track',
  async answer(request, caller) {
    const { jobId } = await getOwnJob(context, request, caller)
    return json(200, { events: await listFacts(context.db, jobId) })
  },
})

/** The fault that the texts of the job, as booked, ask for in a later call. */
async function magicJobFault(
  { db }: SimulatorContext,
  operation: 'cancel' | 'update',
  { carrierCode, carrierAccountId, jobId, request }: Job,
): Promise<Fault | null> {
  const fault = magicFault(carrierCode, operation, request)
  if (fault?.mode !== '500') return fault
  return (await countFailedCall(db, carrierAccountId, `${jobId} ${operation}`)) > FAILED_CALLS ? null : fault
}
