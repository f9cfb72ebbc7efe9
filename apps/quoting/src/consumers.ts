/** What other services' events do to quotes. */

import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import { erasureHandler } from '@waybill/chassis/retention/erasures'
import type { BookingStatus } from '@waybill/contracts/booking'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import type { ShipmentStatus } from '@waybill/contracts/shipment'
import type { QuotingDatabase } from './db.ts'
import { acceptQuote, followShipmentChange } from './quotes/commands.ts'
import { findQuoteOfOption } from './quotes/repository.ts'

/** A booking in one of these was not accepted by its carrier, or is no more. */
const withoutCarrier: readonly BookingStatus[] = ['pending', 'failed', 'cancelled']

const requestOf = ({ request }: PublicEvent) => ({ requestId: request.id, idempotencyKey: request.idempotency_key })

export const quotingConsumers: Record<string, EventHandler<QuotingDatabase>> = {
  'shipment.updated': {
    order: 'latest',
    async apply(trx, { environmentId, subjectId, public: event, internal }) {
      const { status, route_revision } = internal as { status: ShipmentStatus; route_revision: number }
      const shipment = { environmentId, shipmentId: subjectId, status, routeRevision: route_revision }
      await followShipmentChange(trx, shipment, requestOf(event as PublicEvent), new Date())
    },
  },

  'shipment.erased': erasureHandler,

  'booking.updated': {
    order: 'latest',
    async apply(trx, { environmentId, subjectId, public: event }) {
      const { data } = event as PublicEvent
      const { status, shipment_id, quote_option } = data.object as {
        status: BookingStatus
        shipment_id: string
        quote_option: { quote_option_id: string }
      }
      if (withoutCarrier.includes(status)) return
      const optionId = quote_option.quote_option_id
      const quote = await findQuoteOfOption(trx, environmentId, optionId)
      if (quote === undefined || quote.status === 'accepted') return
      const { quoteId } = quote
      const booking = { environmentId, shipmentId: shipment_id, quoteId, optionId, bookingId: subjectId }
      await acceptQuote(trx, booking, requestOf(event as PublicEvent), new Date())
    },
  },
}
