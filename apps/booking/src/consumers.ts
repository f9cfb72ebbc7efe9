/** What other services' events do here. */

import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import { afterCommit } from '@waybill/chassis/postgres/database'
import { erasureHandler } from '@waybill/chassis/retention/erasures'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { renewShipmentCopy } from './bookings/copies-repository.ts'
import type { BookingDatabase } from './db.ts'
import { straight } from './operations/operation.ts'
import { insertOperation } from './operations/repository.ts'

interface DispatchRequest {
  shipment_id: string
  claim_id: string
  merchant_id: string
  livemode: boolean
  request_id: string | null
}

interface ExpiryRequest {
  shipment_id: string
  claim_id: string
  merchant_id: string
  livemode: boolean
  reason_code: string
}

export interface ConsumerOptions {
  dispatchWindowMs: number
  /** There is an operation that is due. */
  hasten(): void
}

export const bookingConsumers = (options: ConsumerOptions): Record<string, EventHandler<BookingDatabase>> => ({
  'shipment.updated': {
    order: 'latest',
    async apply(trx, event) {
      if (event.sequence === null) return
      const { data } = event.public as PublicEvent
      await renewShipmentCopy(trx, data.object as PublicShipment, event.sequence)
    },
  },

  'shipment.erased': erasureHandler,

  'shipment.dispatch_requested': {
    order: 'set',
    async apply(trx, { environmentId, occurredAt, internal, traceparent }) {
      const request = internal as DispatchRequest
      await insertOperation(trx, {
        environmentId,
        opId: request.claim_id,
        kind: 'dispatch',
        shipmentId: request.shipment_id,
        claimId: request.claim_id,
        step: 'quote',
        desired: {
          ...straight,
          quote: null,
          option: null,
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
      afterCommit(trx, options.hasten)
    },
  },

  'shipment.expiry_requested': {
    order: 'set',
    async apply(trx, { environmentId, internal, traceparent }) {
      const request = internal as ExpiryRequest
      await insertOperation(trx, {
        environmentId,
        opId: request.claim_id,
        kind: 'cancel',
        shipmentId: request.shipment_id,
        claimId: request.claim_id,
        step: 'claim',
        desired: { reasonCode: request.reason_code, reasonNote: null, holderClaimId: null, failure: null, doubt: null },
        context: {
          merchantId: request.merchant_id,
          livemode: request.livemode,
          requestId: null,
          idempotencyKey: null,
          ifMatch: null,
          traceparent: traceparent ?? null,
        },
      })
      afterCommit(trx, options.hasten)
    },
  },
})
