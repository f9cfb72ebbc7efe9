/** What bookings' events do to shipments. */
import type { EventHandler } from '@waybill/chassis/inbox'
import type { Metrics } from '@waybill/chassis/metrics'
import type { DomainEvent } from '@waybill/chassis/outbox'
import type { BookingStatus, IncidentCode, PublicBooking } from '@waybill/contracts/booking'
import type { PublicEvent } from '@waybill/contracts/event'
import type { ShipmentStatus } from '@waybill/contracts/shipment'
import { followBooking, recordTracking } from './commands.ts'
import type { ShipmentDatabase } from './db.ts'
import type { Cause } from './shipment/change.ts'
import type { BookingNews } from './shipment/projection.ts'

/** What booking events say to other services, beside the public booking. */
interface BookingFacts {
  ended_before_pickup: boolean
  shipment_status: ShipmentStatus | null
  incident: IncidentCode | null
  tracking: {
    fact_key: string
    status: BookingStatus
    description: string | null
    incident: IncidentCode | null
    location: { latitude: number | null; longitude: number | null } | null
    occurred_at: string
    carrier_code: string
  }[]
}

/**
 * Two consumers, since the status follows the latest event alone, while the timeline wants the facts of every one.
 */
export function shipmentConsumers(metrics: Metrics): Record<string, EventHandler<ShipmentDatabase>> {
  const contradictions = metrics.counter({
    name: 'shipment_contradicting_facts_total',
    help: 'Bookings whose facts contradict the final status of their shipment.',
  })
  return {
    'booking.*': {
      order: 'latest',
      async apply(trx, event) {
        if (event.internal === null) return
        const { subject, news, cause } = read(event)
        if (await followBooking(trx, subject, news, cause)) contradictions.inc()
      },
    },

    'booking.updated': {
      order: 'set',
      async apply(trx, event) {
        if (event.internal === null) return
        const { subject, news, cause } = read(event)
        await recordTracking(trx, subject, news, cause)
      },
    },
  }
}

function read(event: DomainEvent): {
  subject: { environmentId: string; shipmentId: string }
  news: BookingNews
  cause: Cause
} {
  const { data, request } = event.public as PublicEvent
  const booking = data.object as PublicBooking
  const facts = event.internal as BookingFacts
  return {
    subject: { environmentId: event.environmentId, shipmentId: booking.shipment_id },
    news: {
      bookingId: event.subjectId,
      endedBeforePickup: facts.ended_before_pickup,
      shipmentStatus: facts.shipment_status,
      incident: facts.incident,
      failureReason: booking.failure_reason,
      tracking: facts.tracking.map((fact) => ({
        factKey: fact.fact_key,
        status: fact.status,
        description: fact.description,
        incident: fact.incident,
        location: position(fact.location),
        occurredAt: new Date(fact.occurred_at),
        carrierCode: fact.carrier_code,
      })),
    },
    cause: { at: new Date(), requestId: request.id, idempotencyKey: request.idempotency_key },
  }
}

/** Only a whole position is one. */
function position(place: { latitude: number | null; longitude: number | null } | null) {
  if (place === null || place.latitude === null || place.longitude === null) return null
  return { latitude: place.latitude, longitude: place.longitude }
}
