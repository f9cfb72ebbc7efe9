/** Calls about a booked delivery: cancel, update, track. */
import type { CancelOutcome, CarrierAdapter, CarrierCall, TrackOutcome, UpdateOutcome } from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { within } from './client.ts'
import { doordashDriveDescriptor } from './descriptor.ts'
import { toFacts } from './mapping/facts.ts'
import { isAccepted, toCharges } from './mapping/jobs.ts'
import { isDecision } from './mapping/problems.ts'
import { deliveryPath, toUpdateBody } from './mapping/requests.ts'
import { type WireDelivery, wireDelivery } from './wire.ts'

const { timeoutsMs } = doordashDriveDescriptor

type JobCalls = Pick<CarrierAdapter, 'cancel' | 'update' | 'track'>

export function jobCalls(client: VendorClient): JobCalls {
  const { send, read, written, refused } = client

  const getDelivery = async (carrierJobId: string, call: CarrierCall, operation: string) => {
    const exchange = { operation, method: 'GET', path: deliveryPath(carrierJobId), reference: carrierJobId } as const
    return read(await send(call, exchange), wireDelivery, (delivery) => ({ kind: 'delivery' as const, delivery }))
  }

  return {
    async cancel({ carrierJobId }, given): Promise<CancelOutcome> {
      const call = within(given, timeoutsMs.cancel)
      const path = `${deliveryPath(carrierJobId)}/cancel`
      const outcome = await send(call, { operation: 'cancel', method: 'PUT', path, reference: carrierJobId, body: {} })
      if (isDecision(outcome)) return await settleCancel(carrierJobId, call, outcome)
      return written(outcome, wireDelivery, (delivery) => cancelled(carrierJobId, delivery))
    },

    async update(request, given): Promise<UpdateOutcome> {
      const call = within(given, timeoutsMs.update)
      const { carrierJobId } = request
      const exchange = { operation: 'update', method: 'PATCH', path: deliveryPath(carrierJobId) } as const
      const body = toUpdateBody(request, new Date())
      const outcome = await send(call, { ...exchange, body, reference: carrierJobId })
      if (isDecision(outcome)) return refused(outcome)
      return written(outcome, wireDelivery, ({ dropoff_time_estimated: at }) => ({
        kind: 'updated' as const,
        ...(at && { window: { fromAt: at, toAt: at } }),
      }))
    },

    async track(carrierJobId, given): Promise<TrackOutcome> {
      const found = await getDelivery(carrierJobId, within(given, timeoutsMs.track), 'track')
      if (found.kind === 'failed') return found
      const { delivery } = found
      return { kind: 'facts', facts: isAccepted(delivery) ? toFacts(carrierJobId, delivery, new Date()) : [] }
    },
  }

  /** A delivery that was cancelled before is refused like one that was collected: its status tells. */
  async function settleCancel(carrierJobId: string, call: CarrierCall, refusal: HttpOutcome): Promise<CancelOutcome> {
    const found = await getDelivery(carrierJobId, call, 'cancel')
    if (found.kind === 'delivery') {
      return isCancelled(found.delivery) ? cancelled(carrierJobId, found.delivery) : refused(refusal)
    }
    // There is no such delivery of this account: both calls say so.
    return found.failure.httpStatus === 404 ? refused(refusal) : { kind: 'unknown', failure: found.failure }
  }
}

const isCancelled = ({ delivery_status }: WireDelivery): boolean => /^cancell?ed$/i.test(delivery_status)

const cancelled = (carrierJobId: string, delivery: WireDelivery) => ({
  kind: 'cancelled' as const,
  charges: toCharges(carrierJobId, delivery, new Date()),
})
