/** Events of other services that this one consumes. */

import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { afterCommit } from '@waybill/chassis/postgres/database'
import { erasureHandler } from '@waybill/chassis/retention/erasures'
import { accountRevisionFromChange } from '@waybill/contracts/carrier-accounts/account-revision'
import { completeDispatch, DEFAULT_WINDOW_MINUTES } from '@waybill/contracts/dispatch'
import { parseInternal, parseObject } from '@waybill/contracts/events/internal-events'
import type { SubscribedPattern } from '@waybill/contracts/events/topology'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { storeAccountRevision } from './accounts/repository.ts'
import { type CopyDetails, copyRenewal, renewShipmentCopy } from './bookings/shipment-copy-repository.ts'
import type { BookingDatabase } from './db.ts'
import { newDispatch } from './operations/operation.ts'
import { insertOperation } from './operations/repository.ts'

interface ConsumerOptions {
  /** Makes the reconciler look for due operations now. */
  wakeReconciler(): void
  /** Makes the release of deleted carrier accounts begin now. */
  wakeAccountRelease(): void
}

function parseShipment(event: DomainEvent): { shipment: PublicShipment; details: CopyDetails } {
  const { sequence } = event
  if (sequence === null) throw new TypeError(`Event ${event.eventId} has no sequence`)
  const shipment = parseObject('shipment.updated', event)
  const { recipient_names: recipientNames = null } = parseInternal('shipment.updated', event)
  const dispatch = shipment.dispatch && completeDispatch(shipment.dispatch)
  return { shipment: { ...shipment, dispatch }, details: { sequence, recipientNames } }
}

export const bookingConsumers = (
  options: ConsumerOptions,
): Record<SubscribedPattern<'booking'>, EventHandler<BookingDatabase>> => ({
  'shipment.updated': {
    order: 'latest',
    async apply(trx, event) {
      const { shipment, details } = parseShipment(event)
      await renewShipmentCopy(trx, shipment, details)
    },
    writes(event, condition) {
      const { shipment, details } = parseShipment(event)
      return copyRenewal(shipment, details, condition)
    },
  },

  'shipment.erased': erasureHandler,

  'carrier_account.changed': {
    order: 'latest',
    async apply(trx, event) {
      const account = accountRevisionFromChange(parseInternal('carrier_account.changed', event))
      await storeAccountRevision(trx, account)
      if (account.deleted) afterCommit(trx, options.wakeAccountRelease)
    },
  },

  'shipment.dispatch_requested': {
    order: 'set',
    async apply(trx, event) {
      const { environmentId, occurredAt, traceparent } = event
      const request = parseInternal('shipment.dispatch_requested', event)
      const windowMs = (request.window_minutes ?? DEFAULT_WINDOW_MINUTES) * 60_000
      const dispatch = newDispatch({
        environmentId,
        shipmentId: request.shipment_id,
        claimId: request.claim_id,
        untilAt: new Date(occurredAt.getTime() + windowMs),
        context: {
          merchantId: request.merchant_id,
          livemode: request.livemode,
          requestId: request.request_id,
          idempotencyKey: null,
          ifMatch: null,
          traceparent: traceparent ?? null,
        },
      })
      await insertOperation(trx, dispatch)
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
        desired: { reasonCode: request.reason_code, reasonNote: null, expires: true, doubt: null, bookingId: null },
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
