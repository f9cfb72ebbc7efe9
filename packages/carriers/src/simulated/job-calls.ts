/** Calls about a booked job: cancel, update, track. */
import type { CarrierAdapter } from '../carrier-adapter.ts'
import { toFact, toWireUpdate } from './mappers.ts'
import { jobPath, type SimulatorClient } from './simulator-client.ts'
import { wireFacts } from './wire.ts'

export const jobCalls = ({
  send,
  get,
  read,
  done,
  descriptor: { timeoutsMs },
}: SimulatorClient): Pick<CarrierAdapter, 'cancel' | 'update' | 'track'> => ({
  async cancel({ carrierJobId, reasonCode }, call) {
    const target = { operation: 'cancel', method: 'POST', path: `${jobPath(carrierJobId)}/cancel` } as const
    const body = { reason: reasonCode }
    const outcome = await send(call, { ...target, body, timeoutMs: timeoutsMs.cancel, reference: carrierJobId })
    return done(outcome, { kind: 'cancelled' as const })
  },

  async update(request, call) {
    const { carrierJobId } = request
    const target = { operation: 'update', method: 'PATCH', path: jobPath(carrierJobId) } as const
    const body = toWireUpdate(request)
    const outcome = await send(call, { ...target, body, timeoutMs: timeoutsMs.update, reference: carrierJobId })
    return done(outcome, { kind: 'updated' as const })
  },

  async track(carrierJobId, call) {
    const path = `${jobPath(carrierJobId)}/events`
    const outcome = await get(call, { operation: 'track', path, reference: carrierJobId })
    return read(outcome, wireFacts, ({ events }) => ({ kind: 'facts' as const, facts: events.map(toFact) }))
  },
})
