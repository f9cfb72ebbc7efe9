/** Effects of other services' events on quotes. */

import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import { erasureHandler } from '@waybill/chassis/retention/erasures'
import type { BookingStatus } from '@waybill/contracts/booking'
import type { CarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import {
  type DeliveredEvent,
  parseEnvelope,
  parseInternal,
  parseObject,
} from '@waybill/contracts/events/internal-events'
import type { SubscribedPattern } from '@waybill/contracts/events/topology'
import { releaseAccount } from './accounts/commands.ts'
import { findAccount } from './accounts/repository.ts'
import type { QuotingDatabase } from './db.ts'
import { acceptQuote, followShipmentChange } from './quotes/commands.ts'
import { findQuoteHeadOfOption } from './quotes/repository.ts'

/** A booking in one of these was not accepted by its carrier, or is no more. */
const withoutCarrier: readonly BookingStatus[] = ['pending', 'failed', 'cancelled']

function parseRequest(event: DeliveredEvent) {
  const { request } = parseEnvelope(event)
  return { requestId: request.id, idempotencyKey: request.idempotency_key }
}

/** `verify`: starts a verification of the account, which the caller does not wait for. */
export const quotingConsumers = ({
  verify,
}: {
  verify: (account: CarrierAccount) => void
}): Record<SubscribedPattern<'quoting'>, EventHandler<QuotingDatabase>> => ({
  'shipment.updated': {
    order: 'latest',
    async apply(trx, event) {
      const { environmentId, subjectId } = event
      const { status, route_revision } = parseInternal('shipment.updated', event)
      const shipment = { environmentId, shipmentId: subjectId, status, routeRevision: route_revision }
      await followShipmentChange(trx, shipment, parseRequest(event), new Date())
    },
  },

  'shipment.erased': erasureHandler,

  'carrier_account.released': {
    // The account is deleted for good: whatever the order, its credentials are not needed again.
    order: 'set',
    async apply(trx, event) {
      const { carrier_account_id: carrierAccountId } = parseInternal('carrier_account.released', event)
      await releaseAccount(trx, { environmentId: event.environmentId, carrierAccountId })
    },
  },

  'carrier_account.unauthorized': {
    order: 'set',
    async apply(trx, event) {
      const { carrier_account_id: carrierAccountId, revision } = parseInternal('carrier_account.unauthorized', event)
      const account = await findAccount(trx, { environmentId: event.environmentId, carrierAccountId })
      // A failing account is verified again anyway; another revision may have other credentials.
      if (account === undefined || account.deletedAt !== null || account.status === 'failing') return
      if (account.revision === revision) verify(account)
    },
  },

  'booking.updated': {
    order: 'latest',
    async apply(trx, event) {
      const { environmentId, subjectId } = event
      const { status, shipment_id, quote_option } = parseObject('booking.updated', event)
      if (withoutCarrier.includes(status)) return
      const optionId = quote_option.quote_option_id
      const quote = await findQuoteHeadOfOption(trx, environmentId, optionId)
      if (quote === undefined || quote.status === 'accepted') return
      const { quoteId } = quote
      const booking = { environmentId, shipmentId: shipment_id, quoteId, optionId, bookingId: subjectId }
      await acceptQuote(trx, booking, parseRequest(event), new Date())
    },
  },
})
