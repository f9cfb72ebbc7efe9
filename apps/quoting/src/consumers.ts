/** What other services' events do to quotes. */

import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import { erasureHandler } from '@waybill/chassis/retention/erasures'
import type { BookingStatus } from '@waybill/contracts/booking'
import {
  type DeliveredEvent,
  parseEnvelope,
  parseInternal,
  parseObject,
} from '@waybill/contracts/events/internal-events'
import type { SubscribedPattern } from '@waybill/contracts/events/topology'
import type { QuotingDatabase } from './db.ts'
import { acceptQuote, followShipmentChange } from './quotes/commands.ts'
import { findQuoteOfOption } from './quotes/repository.ts'

/** A booking in one of these was not accepted by its carrier, or is no more. */
const withoutCarrier: readonly BookingStatus[] = ['pending', 'failed', 'cancelled']

function parseRequest(event: DeliveredEvent) {
  const { request } = parseEnvelope(event)
  return { requestId: request.id, idempotencyKey: request.idempotency_key }
}

export const quotingConsumers: Record<SubscribedPattern<'quoting'>, EventHandler<QuotingDatabase>> = {
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

  'booking.updated': {
    order: 'latest',
    async apply(trx, event) {
      const { environmentId, subjectId } = event
      const { status, shipment_id, quote_option } = parseObject('booking.updated', event)
      if (withoutCarrier.includes(status)) return
      const optionId = quote_option.quote_option_id
      const quote = await findQuoteOfOption(trx, environmentId, optionId)
      if (quote === undefined || quote.status === 'accepted') return
      const { quoteId } = quote
      const booking = { environmentId, shipmentId: shipment_id, quoteId, optionId, bookingId: subjectId }
      await acceptQuote(trx, booking, parseRequest(event), new Date())
    },
  },
}
