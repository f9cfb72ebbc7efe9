/** Booking events. */
import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { parseEnvelope, parseInternal, parseObject } from '@waybill/contracts/events/internal-events'
import type { SubscribedPattern } from '@waybill/contracts/events/topology'
import { followBooking, recordTracking } from './bookings/commands.ts'
import type { BookingUpdate } from './bookings/projection.ts'
import type { ShipmentDatabase } from './db.ts'
import type { Cause } from './shipments/change.ts'

/**
 * Takes every event once, in any order: its facts belong to the timeline even when it is late, and `followBooking` ignores
 * older events. The inbox's order `latest` does not fit: an event that implies no status would supersede an earlier one
 * that does.
 */
export function shipmentConsumers(
  metrics: Metrics,
): Record<SubscribedPattern<'shipment'>, EventHandler<ShipmentDatabase>> {
  const contradictions = metrics.counter({
    name: 'shipment_contradicting_facts_total',
    help: 'Events of bookings whose facts contradict the final status of their shipment.',
  })
  return {
    'booking.updated': {
      name: 'booking.*', // the pattern it was once registered under
      order: 'set',
      async apply(trx, event) {
        const { shipment, update, cause } = parse(event)
        if (await followBooking(trx, shipment, update, cause)) contradictions.inc()
        await recordTracking(trx, shipment, update, cause)
      },
    },
  }
}

function parse(event: DomainEvent): {
  shipment: { environmentId: string; shipmentId: string }
  update: BookingUpdate
  cause: Cause
} {
  const { environmentId, subjectId, sequence } = event
  if (sequence === null) throw new TypeError(`Event ${event.eventId} has no sequence`)
  const { request } = parseEnvelope(event)
  const { shipment_id, failure_reason } = parseObject('booking.updated', event)
  const facts = parseInternal('booking.updated', event)
  return {
    shipment: { environmentId, shipmentId: shipment_id },
    update: {
      bookingId: subjectId,
      sequence,
      endedBeforePickup: facts.ended_before_pickup,
      shipmentStatus: facts.shipment_status,
      incident: facts.incident,
      failureReason: failure_reason,
      tracking: facts.tracking.map((fact) => ({
        factKey: fact.fact_key,
        status: fact.status,
        description: fact.description,
        incident: fact.incident,
        location: fact.location,
        occurredAt: fact.occurred_at,
        carrierCode: fact.carrier_code,
      })),
    },
    cause: { at: new Date(), requestId: request.id, idempotencyKey: request.idempotency_key },
  }
}
