/** Calls about a bought shipment or order: cancel and track. */
import type { CancelOutcome, CarrierAdapter, CarrierCall } from '../../carrier-adapter.ts'
import { jointCancellation } from '../../mapping/joint-cancellation.ts'
import { whileUnread } from '../../mapping/repeated-cancellation.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure, orderPath, shipmentPath } from './client.ts'
import { easypostDescriptor } from './descriptor.ts'
import {
  isRefunded,
  isRefundPending,
  isRefundRejected,
  orderFacts,
  rejectedRefund,
  shipmentFacts,
} from './mapping/jobs.ts'
import { isOrderId } from './mapping/offers.ts'
import { type WireShipment, wireOrder, wireShipment } from './wire.ts'

const { timeoutsMs } = easypostDescriptor

/** The request was not looked at, so that asking for the shipment would be answered in the same way. */
const NOT_PROCESSED = new Set([401, 403, 404])

export const jobCalls = (client: VendorClient): Pick<CarrierAdapter, 'cancel' | 'track'> => ({
  async cancel({ carrierJobId }, call) {
    if (!isOrderId(carrierJobId)) return await refund(client, carrierJobId, call)
    const outcome = await client.get(call, {
      operation: 'cancel',
      path: orderPath(carrierJobId),
      reference: carrierJobId,
    })
    const order = client.read(outcome, wireOrder, ({ shipments }) => ({ kind: 'order' as const, shipments }))
    if (order.kind === 'failed') {
      const kind = order.failure.httpStatus === 404 ? 'refused' : 'unknown'
      return { kind, failure: order.failure }
    }
    const outcomes: CancelOutcome[] = []
    for (const shipment of order.shipments) {
      outcomes.push(isRefunded(shipment) ? refunded(shipment) : await refund(client, shipment.id, call))
    }
    return jointCancellation(outcomes)
  },

  async track(carrierJobId, call) {
    const target = { operation: 'track', reference: carrierJobId } as const
    if (isOrderId(carrierJobId)) {
      const outcome = await client.get(call, { ...target, path: orderPath(carrierJobId) })
      return client.read(outcome, wireOrder, (order) => ({
        kind: 'facts' as const,
        facts: orderFacts(order),
        ...refundOutcome(order.shipments),
      }))
    }
    const outcome = await client.get(call, { ...target, path: shipmentPath(carrierJobId) })
    return client.read(outcome, wireShipment, (shipment) => ({
      kind: 'facts' as const,
      facts: shipmentFacts(shipment),
      ...refundOutcome([shipment]),
    }))
  },
})

const refundOutcome = (shipments: readonly WireShipment[]) => ({
  refundPending: shipments.some(isRefundPending),
  refundRejected: shipments.some(isRefundRejected),
  charges: shipments.flatMap(rejectedRefund),
})

const refunded = (shipment: WireShipment): CancelOutcome => ({
  kind: 'cancelled',
  refundPending: isRefundPending(shipment),
})

/** Asks for the refund of one label. EasyPost decides at once or within weeks; from the request on the label is void. */
async function refund(client: VendorClient, shipmentId: string, call: CarrierCall): Promise<CancelOutcome> {
  const path = shipmentPath(shipmentId)
  const target = { operation: 'cancel', reference: shipmentId } as const
  const request = { ...target, method: 'POST', path: `${path}/refund`, timeoutMs: timeoutsMs.cancel } as const
  const outcome = await client.send(call, request)
  const answer = client.written(outcome, wireShipment, byRefundStatus)
  if (answer.kind !== 'refused' || NOT_PROCESSED.has(answer.failure.httpStatus ?? 0)) return answer
  // A label that has been cancelled before is refused too.
  const current = client.read(await client.get(call, { ...target, path }), wireShipment, (shipment) => ({
    kind: 'shipment' as const,
    shipment,
  }))
  if (current.kind === 'failed') return whileUnread(answer, current)
  return isRefunded(current.shipment) ? refunded(current.shipment) : answer
}

const explanations = new Map([
  ['rejected', 'The carrier has rejected the refund of the label.'],
  [
    'not_applicable',
    'The carrier does not refund this label: it charges a label when it is scanned for the first time. Do not use it.',
  ],
])

function byRefundStatus(shipment: WireShipment): CancelOutcome {
  if (isRefunded(shipment)) return refunded(shipment)
  const { refund_status: status } = shipment
  // A return that is charged at its first scan costs nothing without one. Source: docs.easypost.com, refunds.
  if (shipment.is_return && status === 'not_applicable') return { kind: 'cancelled' }
  const message = explanations.get(status ?? '')
  if (message !== undefined)
    return { kind: 'refused', failure: describeFailure(`refund_${status}`, message, { httpStatus: 200 }) }
  const unclear = `EasyPost answered with the refund status ${status ?? 'null'}, which is not known.`
  return { kind: 'unknown', failure: describeFailure('refund_unclear', unclear, { httpStatus: 200, retryable: true }) }
}
