/** What bookings' events do to shipments. */
import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { BookingStatus, IncidentCode, PublicBooking } from '@waybill/contracts/booking'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import type { ShipmentStatus } from '@waybill/contracts/shipment'
import { followBooking, recordTracking } from './bookings/commands.ts'
import type { BookingNews } from './bookings/projection.ts'
import type { ShipmentDatabase } from './db.ts'
import type { Cause } from './shipments/change.ts'

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
 * Takes every event once, in any order: the facts in it belong to the timeline whenever they come, and the command sees
 * to it that older news move nothing. The inbox's own `latest` would not do, since an event that says nothing of the
 * shipment would outdate an earlier one that does.
 */
export function shipmentConsumers(metrics: Metrics): Record<string, EventHandler<ShipmentDatabase>> {
  const contradictions = metrics.counter({
    name: 'shipment_contradicting_facts_total',
    help: 'Events of bookings whose facts contradict the final status of their shipment.',
  })
  return {
    'booking.*': {
      order: 'set',
      async apply(trx, event) {
        const { sequence, internal } = event
        if (sequence === null || internal === null) return // a driver's position is none of the shipment's business
        const { subject, news, cause } = read(event, sequence, internal as BookingFacts)
        if (await followBooking(trx, subject, news, cause)) contradictions.inc()
        await recordTracking(trx, subject, news, cause)
      },
    },
  }
}

function read(
  event: DomainEvent,
  sequence: number,
  facts: BookingFacts,
): { subject: { environmentId: string; shipmentId: string }; news: BookingNews; cause: Cause } {
  const { data, request } = event.public as PublicEvent
  const booking = data.object as PublicBooking
  return {
    subject: { environmentId: event.environmentId, shipmentId: booking.shipment_id },
    news: {
      bookingId: event.subjectId,
      sequence,
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
