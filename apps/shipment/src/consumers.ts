/** Booking events. */
import type { EventHandler } from '@waybill/chassis/messaging/inbox/consumers'
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { CarriedParcel } from '@waybill/contracts/bookings/booked-parcel'
import { parseEnvelope, parseInternal, parseObject } from '@waybill/contracts/events/internal-events'
import type { SubscribedPattern } from '@waybill/contracts/events/topology'
import { followBooking, showPendingBooking } from './bookings/commands.ts'
import { type BookingUpdate, concernsShipment } from './bookings/projection.ts'
import type { ShipmentDatabase } from './db.ts'
import { type CarriedBy, carrierNote, noteCarrier } from './search/repository.ts'
import type { Cause } from './shipments/change.ts'
import { recordDeclines } from './timeline/commands.ts'

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
        const { shipment, update, carriedBy, cause } = parse(event)
        if (await followBooking(trx, shipment, update, cause)) contradictions.inc()
        await noteCarrier(trx, shipment, carriedBy)
      },
      writes(event, condition) {
        const { shipment, update, carriedBy } = parse(event)
        return concernsShipment(update) ? null : carrierNote(shipment, carriedBy, condition)
      },
    },

    'booking.opened': {
      order: 'set',
      async apply(trx, event) {
        const { environmentId, subjectId: bookingId, occurredAt } = event
        const { shipment_id: shipmentId, claim_id: claimId, request } = parseInternal('booking.opened', event)
        const cause = { at: new Date(), occurredAt, requestId: request.id, idempotencyKey: request.idempotency_key }
        await showPendingBooking(trx, { environmentId, shipmentId }, { bookingId, claimId }, cause)
      },
    },

    'shipment.carriers_declined': {
      order: 'set',
      async apply(trx, event) {
        const { environmentId, subjectId: shipmentId, occurredAt } = event
        const { dispatch_id: dispatchId, declined } = parseInternal('shipment.carriers_declined', event)
        await recordDeclines(trx, { environmentId, shipmentId }, { dispatchId, declined, occurredAt }, new Date())
      },
    },
  }
}

const toTime = (text: string | null | undefined): Date | null => (text ? new Date(text) : null)

/** The objects of events are not copied: they have links to labels, too. Absent in events of earlier versions. */
const toCarriedParcels = (parcels: readonly CarriedParcel[] = []): CarriedParcel[] | null =>
  parcels.length < 2
    ? null
    : parcels.map(({ number, status, incident, tracking_number, carrier_tracking_url }) => ({
        number,
        status,
        incident,
        tracking_number,
        carrier_tracking_url,
      }))

function parse(event: DomainEvent): {
  shipment: { environmentId: string; shipmentId: string }
  update: BookingUpdate
  carriedBy: CarriedBy
  cause: Cause
} {
  const { environmentId, subjectId, sequence, occurredAt } = event
  if (sequence === null) throw new TypeError(`Event ${event.eventId} has no sequence`)
  const { request } = parseEnvelope(event)
  const { shipment_id, failure_reason, booked_at, ...booking } = parseObject('booking.updated', event)
  const bookedAt = new Date(booked_at)
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
      eta: facts.eta ?? null,
      tracking: facts.tracking.map((fact) => ({
        factKey: fact.fact_key,
        status: fact.status,
        description: fact.description,
        incident: fact.incident,
        location: fact.location,
        // The carrier's clock may be behind, and its report may arrive before its answer.
        occurredAt: fact.occurred_at < bookedAt ? bookedAt : fact.occurred_at,
        carrierCode: fact.carrier_code,
        shipmentStatus: fact.shipment_status,
      })),
    },
    carriedBy: {
      bookingId: subjectId,
      sequence,
      carrierCode: booking.carrier_code,
      serviceCode: booking.quote_option.service_code,
      name: booking.quote_option.carried_by ?? null,
      carrierJobId: booking.carrier_job_id,
      trackingNumber: booking.tracking_number,
      trackingUrl: booking.carrier_tracking_url,
      parcels: toCarriedParcels(booking.parcels),
      incident: facts.incident,
      pickupBy: toTime(facts.due?.pickup_by),
      deliveryBy: toTime(facts.due?.delivery_by),
    },
    cause: { at: new Date(), occurredAt, requestId: request.id, idempotencyKey: request.idempotency_key },
  }
}
