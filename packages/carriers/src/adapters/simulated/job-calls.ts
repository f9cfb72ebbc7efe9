/** Calls about a booked job: cancel, update, track. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import { jobPath, type SimulatorClient } from './client.ts'
import { toFact } from './mapping/facts.ts'
import { toCancelled, toUpdated } from './mapping/jobs.ts'
import { toWireUpdate } from './mapping/requests.ts'
import { wireCancelledJob, wireChangedJob, wireFacts } from './wire.ts'

export const jobCalls = ({
  send,
  get,
  read,
  written,
  descriptor: { timeoutsMs },
}: SimulatorClient): Pick<CarrierAdapter, 'cancel' | 'update' | 'track'> => ({
  async cancel({ carrierJobId, reasonCode }, call) {
    const target = { operation: 'cancel', method: 'POST', path: `${jobPath(carrierJobId)}/cancel` } as const
    const body = { reason: reasonCode }
    const outcome = await send(call, { ...target, body, timeoutMs: timeoutsMs.cancel, reference: carrierJobId })
    return written(outcome, wireCancelledJob, toCancelled)
  },

  async update(request, call) {
    const { carrierJobId } = request
    const target = { operation: 'update', method: 'PATCH', path: jobPath(carrierJobId) } as const
    const body = toWireUpdate(request)
    const outcome = await send(call, { ...target, body, timeoutMs: timeoutsMs.update, reference: carrierJobId })
    return written(outcome, wireChangedJob, toUpdated)
  },

  async track(carrierJobId, call) {
    const path = `${jobPath(carrierJobId)}/events`
    const outcome = await get(call, { operation: 'track', path, reference: carrierJobId })
    return read(outcome, wireFacts, ({ events }) => ({ kind: 'facts' as const, facts: events.map(toFact) }))
  },
})
