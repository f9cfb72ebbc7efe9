/** Bookings in one call (a job) or in two (a draft and its purchase), and how a caller finds the job afterwards. */
import { transact } from '@waybill/chassis/postgres/database'
import { getClock, type SimulatorContext } from '../context.ts'
import { FAILED_CALLS, type Fault } from '../faults/fault.ts'
import { magicFault } from '../faults/magic-values.ts'
import { json } from '../faults/player.ts'
import { countFailedCall } from '../faults/repository.ts'
import { bookJob, type Caller, draftJob, purchaseDraft } from '../jobs/commands.ts'
import { findDraft } from '../jobs/draft-repository.ts'
import { findJobByKey, listJobsByReference } from '../jobs/repository.ts'
import { type JobBody, jobBody } from '../wire/wire.ts'
import { jobAnswer } from './answers.ts'
import { type CarrierRoute, requireKey } from './carrier-request.ts'
import { parseBody } from './requests.ts'

export const bookingRoutes = (context: SimulatorContext): CarrierRoute[] => [
  bookRoute(context),
  draftRoute(context),
  purchaseRoute(context),
  findRoute(context),
]

const bookRoute = (context: SimulatorContext): CarrierRoute => ({
  method: 'POST',
  path: '/jobs',
  operation: 'book',
  findMagicFault: async (request, caller) =>
    magicBookFault(context, caller, { key: requireKey(request), body: parseBody(jobBody, request.body) }),
  async answer(request, caller) {
    const body = parseBody(jobBody, request.body)
    const input = { ...caller, idempotencyKey: requireKey(request), body, simulatorKey: context.simulatorKey }
    const job = await transact(context.db, (trx) => bookJob(trx, input, getClock(context)))
    context.reportSoon()
    return json(201, await jobAnswer(caller.carrier, job))
  },
})

const draftRoute = ({ db, simulatorKey }: SimulatorContext): CarrierRoute => ({
  method: 'POST',
  path: '/drafts',
  operation: 'draft',
  async answer(request, caller) {
    const input = { ...caller, body: parseBody(jobBody, request.body), simulatorKey }
    return json(201, { id: await transact(db, (trx) => draftJob(trx, input, new Date())) })
  },
})

const purchaseRoute = (context: SimulatorContext): CarrierRoute => ({
  method: 'POST',
  path: '/drafts/:draftId/purchase',
  operation: 'book',
  async findMagicFault(request, caller) {
    const { draftId } = request.params
    const { carrierCode } = caller.carrier
    const body = await findDraft(context.db, { draftId, carrierCode, carrierAccountId: caller.carrierAccountId })
    return body ? magicBookFault(context, caller, { key: draftId, body }) : null
  },
  async answer(request, caller) {
    const input = { ...caller, draftId: request.params.draftId, simulatorKey: context.simulatorKey }
    const job = await transact(context.db, (trx) => purchaseDraft(trx, input, getClock(context)))
    context.reportSoon()
    return json(201, await jobAnswer(caller.carrier, job))
  },
})

const findRoute = ({ db }: SimulatorContext): CarrierRoute => ({
  method: 'GET',
  path: '/jobs',
  operation: 'find',
  async answer({ query }, { carrier, carrierAccountId }) {
    const { reference = '', draft_id } = query
    const { carrierCode } = carrier
    const jobs =
      draft_id === undefined
        ? await listJobsByReference(db, { carrierCode, carrierAccountId, reference })
        : [await findJobByKey(db, carrierAccountId, draft_id)].filter((job) => job !== undefined)
    return json(200, { jobs: await Promise.all(jobs.map((job) => jobAnswer(carrier, job))) })
  },
})

/** Null once the job exists: a second call with its key, or for its draft, is answered with the job. */
async function magicBookFault(
  { db }: SimulatorContext,
  { carrier, carrierAccountId }: Caller,
  { key, body }: { key: string; body: JobBody },
): Promise<Fault | null> {
  const fault = magicFault(carrier.carrierCode, 'book', body)
  if (!fault || (await findJobByKey(db, carrierAccountId, key))) return null
  if (fault.mode !== '500') return fault
  return (await countFailedCall(db, carrierAccountId, key)) > FAILED_CALLS ? null : fault
}
