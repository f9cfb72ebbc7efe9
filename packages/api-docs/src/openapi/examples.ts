/** The examples of the document. Pure. */
import { accountRequests, accountResponses } from './account-examples.ts'
import { apiKeyRequests, apiKeyResponses } from './api-key-example.ts'
import { batchRequests, batchResponses } from './batch-examples.ts'
import { bookingResponses } from './booking-examples.ts'
import { addressCheckResponses, checkRequests } from './check-examples.ts'
import {
  type At,
  exampleAddresses,
  exampleBooking,
  exampleCarrier,
  exampleCarrierAccount,
  exampleDelivery,
  exampleEvent,
  exampleOption,
  examplePickupLocation,
  exampleQuote,
  exampleReplay,
  exampleReplayPreview,
  exampleShipment,
  exampleSubscription,
  exampleTimelineEntry,
  shipment_id,
  shipmentDocument,
} from './example-resources.ts'
import { driver_id, exampleDriverJob, exampleFleetDriver, exampleRateCard, rateCardRequests } from './fleet-examples.ts'
import { handlingRequests, handlingResponses } from './handling-examples.ts'
import { settingsRequests, settingsResponses } from './settings-examples.ts'

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
  const account = exampleCarrierAccount(at, publicUrl)
  return {
    requests: {
      createShipment: document,
      ...accountRequests,
      ...batchRequests(at, document, option.quote_option_id),
      createOnDemandShipment: { ...document, collection_date: undefined },
      createPickupLocation: {
        name: 'Corner Bakery',
        address: document.pickup_address,
        hours: { monday: [{ from: '09:00', to: '12:30' }], saturday: [{ from: '09:00', to: '12:30' }] },
        closed_dates: [at(9).slice(0, 10)],
      },
      updatePickupLocation: { holidays: 'ignore' },
      createCarrierAccount: {
        carrier_code: account.carrier_code,
        name: account.name,
        credentials: { api_key: 'EZTK0123456789abcdef' },
        services: account.services,
        origin: account.origin,
      },
      updateCarrierAccount: { enabled: false },
      ...checkRequests(document),
      ...rateCardRequests,
      createDriver: { name: 'Dora Miles', telephone: '+44 20 7946 0000', capacity: 3 },
      updateDriver: { active: false },
      assignDriver: { driver_id },
      setAvailability: { available: true },
      reportJob: { status: 'delivered', recipient_name: 'Ada Lovelace' },
      reportPosition: { latitude: 51.5354, longitude: -0.1042 },
      ...apiKeyRequests,
      ...handlingRequests,
      ...settingsRequests,
      createQuote: { shipment_id },
      updateShipment: { dropoff_instructions: 'Ring twice', metadata: { floor: '3' } },
      cancelShipment: { reason_code: 'customer_request', reason_note: 'Ordered twice' },
      cancelBooking: { reason_code: 'changed_carrier', reason_note: 'Found a cheaper one' },
      bookShipment: { quote_option_id: option.quote_option_id },
      createSubscription: { url: subscription.url, events: subscription.events },
      advanceShipment: { status: 'delivered' },
      planFault: { carrier_code: 'city_van', operation: 'book', fault: 'refuse', calls_count: 2 },
      updateSubscription: { events: ['shipment.*', 'booking.*'], status: 'active' },
      createReplay: { since: new Date(day.getTime() - DAY_MS).toISOString(), events: ['booking.*'] },
    },
    responses: {
      Shipment: shipment,
      ...batchResponses(at, shipment, option.quote_option_id),
      ShipmentAddresses: exampleAddresses(shipment),
      PickupLocation: examplePickupLocation(at, exampleAddresses(shipment)),
      Quote: exampleQuote(at, option),
      Booking: booking,
      Cancellation: {
        shipment_id,
        status: 'cancelled',
        cancellation_reason_code: 'customer_request',
        cancellation_reason_note: 'Ordered twice',
      },
      Subscription: subscription,
      SubscriptionWithBacklog: { ...subscription, backlog: null, missed: [] },
      NewSubscription: { ...subscription, secret: 'whsec_…' },
      RotatedSubscription: { ...subscription, secret: 'whsec_…', previous_secrets_expire_at: at(32) },
      Delivery: exampleDelivery(at),
      Replay: exampleReplay(at),
      ReplayPreview: exampleReplayPreview(at),
      TimelineEntry: exampleTimelineEntry(at),
      Event: exampleEvent(at, shipment),
      ...bookingResponses(at),
      Carrier: exampleCarrier,
      CarrierAccount: account,
      ...addressCheckResponses(account),
      RateCard: exampleRateCard(at),
      FleetDriver: exampleFleetDriver(at),
      FleetDriverWithToken: { ...exampleFleetDriver(at), token: 'wb_driver_…' },
      DriverJob: exampleDriverJob(at),
      ...settingsResponses(at, publicUrl),
      ...apiKeyResponses(at),
      ...handlingResponses(at),
      ...accountResponses(at),
    },
  }
}
