/** Effects of other services' events on quotes. */

import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { transact } from '@waybill/chassis/postgres/database'
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
import { isFinalShipmentStatus } from '@waybill/contracts/shipment'
import type { Kysely, Transaction } from 'kysely'
import { releaseAccount } from './accounts/commands.ts'
import { findAccount } from './accounts/repository.ts'
import type { QuotingDatabase } from './db.ts'
import type { Acceptances } from './quotes/acceptances.ts'
import { acceptQuote, followShipmentChange } from './quotes/commands.ts'
import { listOpenRoutes, listUnacceptedOptions } from './quotes/open-repository.ts'
import { findQuoteHeadOfOption } from './quotes/repository.ts'

/** A booking in one of these was not accepted by its carrier, or is no more. */
const withoutCarrier: readonly BookingStatus[] = ['pending', 'failed', 'cancelled']

function parseRequest(event: DeliveredEvent) {
  const { request } = parseEnvelope(event)
  return { requestId: request.id, idempotencyKey: request.idempotency_key }
}

type ShipmentChange = ReturnType<typeof parseShipment>

function parseShipment(event: DomainEvent) {
  const { status, route_revision: routeRevision } = parseInternal('shipment.updated', event)
  return { environmentId: event.environmentId, shipmentId: event.subjectId, status, routeRevision }
}

type BookingChange = ReturnType<typeof parseBooking>

function parseBooking(event: DomainEvent) {
  const { status, quote_option } = parseObject('booking.updated', event)
  const { environmentId, subjectId: bookingId } = event
  const hasCarrier = !withoutCarrier.includes(status)
  return { environmentId, bookingId, optionId: quote_option.quote_option_id, hasCarrier }
}

/**
 * Consumes events, most of which change no quote: one read for all that have arrived chooses those that may, and the others
 * leave no record. For changes that have no further effect when they are made again, or after a later one.
 */
const mostlyIrrelevant = (
  choose: (db: Kysely<QuotingDatabase>, events: readonly DomainEvent[]) => Promise<readonly DomainEvent[]>,
  apply: (trx: Transaction<QuotingDatabase>, event: DomainEvent) => Promise<void>,
): EventHandler<QuotingDatabase> => ({
  order: 'set',
  apply,
  async applyAll(db, _consumer, events) {
    for (const event of await choose(db, events)) await transact(db, (trx) => apply(trx, event))
    return new Set(events)
  },
})

/** `verify`: starts a verification of the account, which the caller does not wait for. */
export const quotingConsumers = ({
  verify,
  acceptances,
}: {
  verify: (account: CarrierAccount) => void
  acceptances: Acceptances
}): Record<SubscribedPattern<'quoting'>, EventHandler<QuotingDatabase>> => ({
  'shipment.updated': mostlyIrrelevant(
    async (db, events) => {
      const shipments = events.map(parseShipment)
      const routes = await listOpenRoutes(db, shipments)
      return events.filter((_, index) => {
        const { environmentId, shipmentId, status, routeRevision } = shipments[index] as ShipmentChange
        const open = routes.filter((route) => route.environmentId === environmentId && route.shipmentId === shipmentId)
        return open.some((route) => isFinalShipmentStatus(status) || route.routeRevision < routeRevision)
      })
    },
    async (trx, event) => {
      await followShipmentChange(trx, parseShipment(event), parseRequest(event), new Date())
    },
  ),

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

  'booking.updated': mostlyIrrelevant(
    async (db, events) => {
      const bookings = events.map(parseBooking)
      const isOurs = await Promise.all(bookings.map((booking) => acceptances.has(booking)))
      const open = await listUnacceptedOptions(
        db,
        bookings.filter(({ hasCarrier }, index) => hasCarrier && !isOurs[index]),
      )
      return events.filter((_, index) => {
        const { environmentId, optionId } = bookings[index] as BookingChange
        return open.some((option) => option.environmentId === environmentId && option.optionId === optionId)
      })
    },
    async (trx, event) => {
      const { environmentId, bookingId, optionId, hasCarrier } = parseBooking(event)
      if (!hasCarrier) return
      const quote = await findQuoteHeadOfOption(trx, environmentId, optionId)
      if (quote === undefined || quote.status === 'accepted') return
      await acceptQuote(trx, { environmentId, quoteId: quote.quoteId, optionId, bookingId }, parseRequest(event), {
        acceptedAt: event.occurredAt,
        at: new Date(),
      })
    },
  ),
})
