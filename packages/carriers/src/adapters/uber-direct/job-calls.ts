/** Calls about a booked delivery: cancel, update, track. */
import type { CancelOutcome, CarrierAdapter, CarrierCall, UpdateOutcome } from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure } from './client.ts'
import { uberDirectDescriptor } from './descriptor.ts'
import { positionFact, toFacts } from './mapping/facts.ts'
import { toCharges, unchangeable } from './mapping/jobs.ts'
import { readError } from './mapping/problems.ts'
import { deliveryPath, instructionsProblem, toUpdateBody } from './mapping/requests.ts'
import { type WireDelivery, wireDelivery } from './wire.ts'

const { timeoutsMs } = uberDirectDescriptor

export function jobCalls(client: VendorClient): Pick<CarrierAdapter, 'cancel' | 'update' | 'track'> {
  const { get, send, read, written } = client

  const getDelivery = async (carrierJobId: string, call: CarrierCall, operation: string) => {
    const outcome = await get(call, { operation, path: deliveryPath(carrierJobId), reference: carrierJobId })
    return read(outcome, wireDelivery, (delivery) => ({ kind: 'delivery' as const, delivery }))
  }

  return {
    async cancel({ carrierJobId }, call): Promise<CancelOutcome> {
      const exchange = {
        method: 'POST',
        path: `${deliveryPath(carrierJobId)}/cancel`,
        reference: carrierJobId,
      } as const
      const outcome = await send(call, { ...exchange, operation: 'cancel', timeoutMs: timeoutsMs.cancel })
      if (readError(outcome)?.code === 'noncancelable_delivery') return await settleCancel(carrierJobId, call, outcome)
      return written(outcome, wireDelivery, (delivery) =>
        isOnItsWayBack(delivery) ? { kind: 'refused' as const, failure: tooLate } : cancelled(delivery),
      )
    },

    async update(request, call): Promise<UpdateOutcome> {
      const { carrierJobId } = request
      const known = await getDelivery(carrierJobId, call, 'update')
      if (known.kind === 'failed') {
        const isRefusal = known.failure.httpStatus !== null && !known.failure.retryable
        return { kind: isRefusal ? 'refused' : 'not_sent', failure: known.failure }
      }
      const other = unchangeable(request, known.delivery)
      if (other !== null) return { kind: 'refused', failure: changeRefused(other) }
      const long = instructionsProblem(request)
      if (long !== null) return { kind: 'refused', failure: describeFailure(long.code, long.message) }
      const exchange = { method: 'POST', path: deliveryPath(carrierJobId), reference: carrierJobId } as const
      const body = toUpdateBody(request)
      const outcome = await send(call, { ...exchange, operation: 'update', body, timeoutMs: timeoutsMs.update })
      return written(outcome, wireDelivery, ({ dropoff_eta }) => ({
        kind: 'updated' as const,
        ...(dropoff_eta && { window: { fromAt: dropoff_eta, toAt: dropoff_eta } }),
      }))
    },

    async track(carrierJobId, call) {
      const found = await getDelivery(carrierJobId, call, 'track')
      if (found.kind === 'failed') return found
      const { delivery } = found
      const position = delivery.complete ? null : positionFact(delivery, delivery.courier?.location ?? null, new Date())
      return { kind: 'facts', facts: [...toFacts(delivery), ...(position ? [position] : [])] }
    },
  }

  /** A delivery that was cancelled before is refused like one that was collected: its status tells. */
  async function settleCancel(carrierJobId: string, call: CarrierCall, refused: HttpOutcome): Promise<CancelOutcome> {
    const found = await getDelivery(carrierJobId, call, 'cancel')
    if (found.kind === 'failed') return { kind: 'unknown', failure: found.failure }
    const isCancelled = /^cancell?ed$/.test(found.delivery.status)
    return isCancelled ? cancelled(found.delivery) : { kind: 'refused', failure: client.failed(refused).failure }
  }
}

/** Goods that were collected are brought back instead: the booking goes on. */
const isOnItsWayBack = ({ status }: WireDelivery): boolean => status === 'returned' || status === 'delivered'

const tooLate = describeFailure(
  'noncancelable_delivery',
  'The goods were collected already. Uber brings them back or delivers.',
)

const cancelled = (delivery: WireDelivery) => ({
  kind: 'cancelled' as const,
  charges: toCharges(delivery, new Date()),
})

const changeRefused = (other: string) =>
  describeFailure(
    'update_refused',
    `Uber Direct changes the instructions of a booked delivery, not its ${other}. Cancel the booking and book again.`,
  )
