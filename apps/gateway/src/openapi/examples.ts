/** The examples of the document. Pure. */

import {
  type At,
  exampleBooking,
  exampleCarrier,
  exampleDelivery,
  exampleDriverLocation,
  exampleEvent,
  exampleOption,
  exampleQuote,
  exampleReplay,
  exampleShipment,
  exampleSubscription,
  exampleTimelineEntry,
  shipment_id,
  shipmentDocument,
} from './example-resources.ts'

const DAY_MS = 86_400_000

export interface Examples {
  /** Request bodies by operationId. */
  requests: Record<string, unknown>
  /** `data` of responses by component name. */
  responses: Record<string, unknown>
}

/** Examples with dates after `day`, so that they can be used as they are. */
export function examplesFor(day: Date, publicUrl: string): Examples {
  const at: At = (hours) => new Date(day.getTime() + DAY_MS + hours * 3_600_000).toISOString()
  const document = shipmentDocument(at)
  const shipment = exampleShipment(at, publicUrl)
  const option = exampleOption(at)
  const booking = exampleBooking(at, { shipment, option, publicUrl })
  const subscription = exampleSubscription(at)
  return {
    requests: {
      createShipment: document,
      createOnDemandShipment: { ...document, collection_date: undefined },
      createQuote: document,
      updateShipment: { dropoff_instructions: 'Ring twice', metadata: { floor: '3' } },
      cancelShipment: { reason_code: 'customer_request', reason_note: 'Ordered twice' },
      bookShipment: { quote_option_id: option.quote_option_id },
      createSubscription: { url: subscription.url, events: subscription.events },
      advanceShipment: { status: 'delivered' },
      updateSubscription: { events: ['shipment.*', 'booking.*'], status: 'active' },
      createReplay: { since: new Date(day.getTime() - DAY_MS).toISOString(), events: ['booking.*'] },
    },
    responses: {
      Shipment: shipment,
      Quote: exampleQuote(at, option),
      Booking: booking,
      Cancellation: {
        shipment_id,
        status: 'cancelled',
        cancellation_reason_code: 'customer_request',
        cancellation_reason_note: 'Ordered twice',
      },
      Subscription: subscription,
      NewSubscription: { ...subscription, secret: 'whsec_…' },
      RotatedSubscription: { ...subscription, secret: 'whsec_…', previous_secrets_expire_at: at(32) },
      Delivery: exampleDelivery(at),
      Replay: exampleReplay(at),
      TimelineEntry: exampleTimelineEntry(at),
      Event: exampleEvent(at, booking),
      DriverLocation: exampleDriverLocation(at),
      Carrier: exampleCarrier,
    },
  }
}
