/** Events of other services that this one consumes. */

import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import { afterCommit } from '@waybill/chassis/postgres/database'
import { erasureHandler } from '@waybill/chassis/retention/erasures'
import { parseInternal, parseObject } from '@waybill/contracts/events/internal-events'
import type { SubscribedPattern } from '@waybill/contracts/events/topology'
import { newId } from '@waybill/contracts/ids'
import { renewShipmentCopy } from './bookings/shipment-copy-repository.ts'
import type { BookingDatabase } from './db.ts'
import { newHolding } from './operations/operation.ts'
import { insertOperation } from './operations/repository.ts'

interface ConsumerOptions {
  dispatchWindowMs: number
  /** Makes the reconciler look for due operations now. */
  wakeReconciler(): void
}

export const bookingConsumers = (
  options: ConsumerOptions,
): Record<SubscribedPattern<'booking'>, EventHandler<BookingDatabase>> => ({
  'shipment.updated': {
    order: 'latest',
    async apply(trx, event) {
      if (event.sequence === null) return
      const shipment = parseObject('shipment.updated', event)
      await renewShipmentCopy(trx, { tracking_url: null, ...shipment }, event.sequence)
    },
  },

  'shipment.erased': erasureHandler,

  'shipment.dispatch_requested': {
    order: 'set',
    async apply(trx, event) {
      const { environmentId, occurredAt, traceparent } = event
      const request = parseInternal('shipment.dispatch_requested', event)
      await insertOperation(trx, {
        environmentId,
        opId: request.claim_id,
        kind: 'dispatch',
        shipmentId: request.shipment_id,
        claimId: request.claim_id,
        step: 'quote',
        desired: {
          ...newHolding,
          quote: null,
          option: null,
          bookingId: null,
          shipment: null,
          untilAt: new Date(occurredAt.getTime() + options.dispatchWindowMs),
          quoteId: newId('qte'),
          candidates: [],
          rounds: 0,
        },
        context: {
          merchantId: request.merchant_id,
          livemode: request.livemode,
          requestId: request.request_id,
          idempotencyKey: null,
          ifMatch: null,
          traceparent: traceparent ?? null,
        },
      })
      afterCommit(trx, options.wakeReconciler)
    },
  },

  'shipment.expiry_requested': {
    order: 'set',
    async apply(trx, event) {
      const { environmentId, traceparent } = event
      const request = parseInternal('shipment.expiry_requested', event)
      await insertOperation(trx, {
        environmentId,
        opId: request.claim_id,
        kind: 'cancel',
        shipmentId: request.shipment_id,
        claimId: request.claim_id,
        step: 'claim',
        desired: { reasonCode: request.reason_code, reasonNote: null, doubt: null, bookingId: null },
        context: {
          merchantId: request.merchant_id,
          livemode: request.livemode,
          requestId: null,
          idempotencyKey: null,
          ifMatch: null,
          traceparent: traceparent ?? null,
        },
      })
      afterCommit(trx, options.wakeReconciler)
    },
  },
})
