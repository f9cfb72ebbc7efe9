import { newId } from '@waybill/contracts/ids'
import { aShipmentDocument } from '@waybill/testing/builders'

const shipment_id = newId('shp')
const quote_id = newId('qte')
const booking_id = newId('bkg')
const batch_id = newId('bch')
const label_batch_id = newId('lbb')
const subscription_id = newId('whs')
const delivery_id = newId('whd')
const replay_id = newId('whr')
const event_id = newId('evt')
const pickup_location_id = newId('pul')
const carrier_account_id = newId('cac')
const rate_card_id = newId('rtc')
const driver_id = newId('drv')
const fault_id = newId('flt')

/** A request of an operation, and the call that it leads to. */
export interface OperationCall {
  id: string
  path: string
  body?: unknown
  /** Method of the owning service. */
  calls: string
  /** Fields of its request, without the context. */
  with: object
  /** The methods that are called after it. */
  callsLater?: string[]
}

const document = JSON.parse(JSON.stringify(aShipmentDocument()))
const { collection_date: _, ...onDemandDocument } = document
const subscriptions = '/api/v1/webhooks/subscriptions'
const carrierAccounts = '/api/v1/carrier-accounts'
const carrierAccount = { carrier_code: 'easypost', name: 'Shop', credentials: { api_key: 'EZTK0' } }
const rateCards = '/api/v1/rate-cards'
const rateCard = {
  name: 'City',
  service_code: 'fleet_now',
  currency: 'GBP',
  pickup_country: 'GB',
  distance_price: { base_amount: '4.00' },
}
const drivers = '/api/v1/drivers'
const pickupLocations = '/api/v1/pickup-locations'
const pickupLocation = { name: 'Bakery', address: aShipmentDocument().pickup_address }

/** For tests: one call of each operation that a service answers. */
export const operationCalls: OperationCall[] = [
  {
    id: 'createShipment',
    path: '/api/v1/shipments',
    body: document,
    calls: 'ShipmentService.Create',
    with: { document, on_demand: false },
  },
  {
    id: 'createOnDemandShipment',
    path: '/api/v1/shipments/on-demand',
    body: onDemandDocument,
    calls: 'ShipmentService.Create',
    with: { document: onDemandDocument, on_demand: true },
  },
  {
    id: 'listShipments',
    path: '/api/v1/shipments?limit=7&cursor=abc&status=delivered&created_to=2026-02-01T00:00:00%2B01:00&waiting_for=courier',
    calls: 'ShipmentService.List',
    with: {
      page: { limit: 7, cursor: 'abc' },
      filters: { statuses: ['delivered'], created_to: '2026-01-31T23:00:00.000Z' },
    },
  },
  {
    id: 'getShipment',
    path: `/api/v1/shipments/${shipment_id}`,
    calls: 'ShipmentService.Get',
    with: { shipment_id },
  },
  {
    id: 'getShipmentAddresses',
    path: `/api/v1/shipments/${shipment_id}/addresses`,
    calls: 'ShipmentService.GetAddresses',
    with: { shipment_id },
  },
  {
    id: 'createPickupLocation',
    path: pickupLocations,
    body: pickupLocation,
    calls: 'ShipmentService.CreatePickupLocation',
    with: { document: pickupLocation },
  },
  {
    id: 'listPickupLocations',
    path: `${pickupLocations}?limit=3`,
    calls: 'ShipmentService.ListPickupLocations',
    with: { page: { limit: 3, cursor: '' } },
  },
  {
    id: 'getPickupLocation',
    path: `${pickupLocations}/${pickup_location_id}`,
    calls: 'ShipmentService.GetPickupLocation',
    with: { pickup_location_id },
  },
  {
    id: 'updatePickupLocation',
    path: `${pickupLocations}/${pickup_location_id}`,
    body: { name: 'Corner Bakery' },
    calls: 'ShipmentService.UpdatePickupLocation',
    with: { pickup_location_id, document: { name: 'Corner Bakery' } },
  },
  {
    id: 'deletePickupLocation',
    path: `${pickupLocations}/${pickup_location_id}`,
    calls: 'ShipmentService.DeletePickupLocation',
    with: { pickup_location_id },
  },
  {
    id: 'createCarrierAccount',
    path: carrierAccounts,
    body: carrierAccount,
    calls: 'QuotingService.CreateCarrierAccount',
    with: { document: carrierAccount },
  },
  {
    id: 'listCarrierAccounts',
    path: `${carrierAccounts}?limit=3`,
    calls: 'QuotingService.ListCarrierAccounts',
    with: { page: { limit: 3, cursor: '' } },
  },
  {
    id: 'getCarrierAccount',
    path: `${carrierAccounts}/${carrier_account_id}`,
    calls: 'QuotingService.GetCarrierAccount',
    with: { carrier_account_id },
  },
  {
    id: 'updateCarrierAccount',
    path: `${carrierAccounts}/${carrier_account_id}`,
    body: { enabled: false },
    calls: 'QuotingService.UpdateCarrierAccount',
    with: { carrier_account_id, document: { enabled: false } },
  },
  {
    id: 'deleteCarrierAccount',
    path: `${carrierAccounts}/${carrier_account_id}`,
    calls: 'QuotingService.DeleteCarrierAccount',
    with: { carrier_account_id },
  },
  {
    id: 'verifyCarrierAccount',
    path: `${carrierAccounts}/${carrier_account_id}/verify`,
    calls: 'QuotingService.VerifyCarrierAccount',
    with: { carrier_account_id },
  },
  {
    id: 'checkAddress',
    path: '/api/v1/addresses/check',
    body: { address: document.dropoff_address },
    calls: 'QuotingService.CheckAddress',
    with: { document: { address: document.dropoff_address } },
  },
  {
    id: 'listShipmentEvents',
    path: `/api/v1/shipments/${shipment_id}/events?limit=3`,
    calls: 'ShipmentService.ListEvents',
    with: { shipment_id, page: { limit: 3, cursor: '' } },
  },
  {
    id: 'updateShipment',
    path: `/api/v1/shipments/${shipment_id}`,
    body: { pickup_instructions: 'Ring twice' },
    calls: 'BookingService.UpdateShipment',
    with: { shipment_id, document: { pickup_instructions: 'Ring twice' } },
  },
  {
    id: 'cancelShipment',
    path: `/api/v1/shipments/${shipment_id}/cancel`,
    body: { reason_code: 'customer_request' },
    calls: 'BookingService.CancelShipment',
    with: { shipment_id, document: { reason_code: 'customer_request' } },
  },
  { id: 'createQuote', path: '/api/v1/quotes', body: document, calls: 'QuotingService.Create', with: { document } },
  {
    id: 'listQuotes',
    path: `/api/v1/quotes?shipment_id=${shipment_id}&status=pending&requested_from=2026-12-01`,
    calls: 'QuotingService.List',
    with: { shipment_id, status: 'pending', shipment_must_exist: false, requested_from: '2026-12-01T00:00:00.000Z' },
  },
  {
    id: 'listQuotesOfShipment',
    path: `/api/v1/shipments/${shipment_id}/quotes?status=expired`,
    calls: 'QuotingService.List',
    with: { shipment_id, status: 'expired', shipment_must_exist: true },
  },
  { id: 'getQuote', path: `/api/v1/quotes/${quote_id}`, calls: 'QuotingService.Get', with: { quote_id } },
  {
    id: 'listQuoteExchanges',
    path: `/api/v1/quotes/${quote_id}/exchanges?limit=3`,
    calls: 'QuotingService.ListExchanges',
    with: { quote_id, page: { limit: 3, cursor: '' } },
  },
  { id: 'listCarriers', path: '/api/v1/carriers', calls: 'QuotingService.ListCarriers', with: {} },
  { id: 'createRateCard', path: rateCards, body: rateCard, calls: 'QuotingService.CreateRateCard', with: {} },
  {
    id: 'listRateCards',
    path: `${rateCards}?limit=3`,
    calls: 'QuotingService.ListRateCards',
    with: { page: { limit: 3, cursor: '' } },
  },
  {
    id: 'getRateCard',
    path: `${rateCards}/${rate_card_id}`,
    calls: 'QuotingService.GetRateCard',
    with: { rate_card_id },
  },
  {
    id: 'updateRateCard',
    path: `${rateCards}/${rate_card_id}`,
    body: { enabled: false },
    calls: 'QuotingService.UpdateRateCard',
    with: { rate_card_id, document: { enabled: false } },
  },
  {
    id: 'deleteRateCard',
    path: `${rateCards}/${rate_card_id}`,
    calls: 'QuotingService.DeleteRateCard',
    with: { rate_card_id },
  },
  {
    id: 'createDriver',
    path: drivers,
    body: { name: 'Dora' },
    calls: 'BookingService.CreateDriver',
    with: { document: { name: 'Dora' } },
  },
  {
    id: 'listDrivers',
    path: `${drivers}?limit=3`,
    calls: 'BookingService.ListDrivers',
    with: { page: { limit: 3, cursor: '' } },
  },
  { id: 'getDriver', path: `${drivers}/${driver_id}`, calls: 'BookingService.GetDriver', with: { driver_id } },
  {
    id: 'updateDriver',
    path: `${drivers}/${driver_id}`,
    body: { active: false },
    calls: 'BookingService.UpdateDriver',
    with: { driver_id, document: { active: false } },
  },
  { id: 'deleteDriver', path: `${drivers}/${driver_id}`, calls: 'BookingService.DeleteDriver', with: { driver_id } },
  {
    id: 'rotateDriverToken',
    path: `${drivers}/${driver_id}/token`,
    calls: 'BookingService.RotateDriverToken',
    with: { driver_id },
  },
  {
    id: 'assignDriver',
    path: `/api/v1/bookings/${booking_id}/assign-driver`,
    body: { driver_id },
    calls: 'BookingService.AssignDriver',
    with: { booking_id, document: { driver_id } },
  },
  {
    id: 'bookShipment',
    path: `/api/v1/shipments/${shipment_id}/book`,
    body: { quote_option_id: newId('qop') },
    calls: 'BookingService.Book',
    with: { shipment_id },
  },
  {
    id: 'createBookingBatch',
    path: '/api/v1/bookings/batch',
    body: { bookings: [{ shipment_id, quote_option_id: 'qop_1' }] },
    calls: 'BookingService.CreateBatch',
    with: { document: { bookings: [{ shipment_id, quote_option_id: 'qop_1' }] } },
  },
  {
    id: 'createLabelBatch',
    path: '/api/v1/label-batches',
    body: { booking_ids: [booking_id], format: 'zpl' },
    calls: 'BookingService.CreateLabelBatch',
    with: { document: { booking_ids: [booking_id], format: 'zpl' } },
  },
  {
    id: 'getLabelBatch',
    path: `/api/v1/label-batches/${label_batch_id}`,
    calls: 'BookingService.GetLabelBatch',
    with: { label_batch_id },
  },
  { id: 'getBatch', path: `/api/v1/batches/${batch_id}`, calls: 'BookingService.GetBatch', with: { batch_id } },
  {
    id: 'listBatchItems',
    path: `/api/v1/batches/${batch_id}/items?status=failed&limit=3`,
    calls: 'BookingService.ListBatchItems',
    with: { batch_id, status: 'failed', page: { limit: 3, cursor: '' } },
  },
  {
    id: 'listBookingExchanges',
    path: `/api/v1/bookings/${booking_id}/exchanges?limit=3`,
    calls: 'BookingService.ListExchanges',
    with: { booking_id, page: { limit: 3, cursor: '' } },
  },
  {
    id: 'listBookings',
    path: `/api/v1/bookings?shipment_id=${shipment_id}&status=assigned&printed=false`,
    calls: 'BookingService.List',
    with: { shipment_id, filters: { statuses: ['assigned'] }, printed: false },
  },
  {
    id: 'getBookingOfShipment',
    path: `/api/v1/shipments/${shipment_id}/booking`,
    calls: 'BookingService.GetOfShipment',
    with: { shipment_id },
  },
  {
    id: 'cancelBooking',
    path: `/api/v1/bookings/${booking_id}/cancel`,
    body: { reason_code: 'cheaper_offer' },
    calls: 'BookingService.CancelBooking',
    with: { booking_id, document: { reason_code: 'cheaper_offer' } },
  },
  { id: 'getBooking', path: `/api/v1/bookings/${booking_id}`, calls: 'BookingService.Get', with: { booking_id } },
  {
    id: 'getDriverLocation',
    path: `/api/v1/bookings/${booking_id}/driver_location`,
    calls: 'BookingService.GetDriverLocation',
    with: { booking_id },
  },
  {
    id: 'markLabelPrinted',
    path: `/api/v1/bookings/${booking_id}/label/printed`,
    calls: 'BookingService.MarkLabelPrinted',
    with: { booking_id },
  },
  {
    id: 'revokeDocumentLinks',
    path: `/api/v1/bookings/${booking_id}/document-links/revoke`,
    calls: 'BookingService.RevokeDocumentLinks',
    with: { booking_id },
  },
  {
    id: 'advanceShipment',
    path: `/api/v1/simulator/shipments/${shipment_id}/advance`,
    body: { status: 'delivered' },
    calls: 'BookingService.Advance',
    with: { shipment_id, document: { status: 'delivered' } },
    callsLater: ['ShipmentService.Get'],
  },
  {
    id: 'planFault',
    path: '/api/v1/simulator/faults',
    body: { carrier_code: 'city_van', operation: 'book', fault: 'refuse' },
    calls: 'BookingService.PlanFault',
    with: { document: { carrier_code: 'city_van', operation: 'book', fault: 'refuse' } },
  },
  {
    id: 'listFaults',
    path: '/api/v1/simulator/faults',
    calls: 'BookingService.ListFaults',
    with: {},
  },
  {
    id: 'removeFault',
    path: `/api/v1/simulator/faults/${fault_id}`,
    calls: 'BookingService.RemoveFault',
    with: { fault_id },
  },
  {
    id: 'createSubscription',
    path: subscriptions,
    body: { url: 'https://example.com/hook', events: ['*'] },
    calls: 'WebhookService.CreateSubscription',
    with: { document: { url: 'https://example.com/hook', events: ['*'] } },
  },
  {
    id: 'listSubscriptions',
    path: `${subscriptions}?limit=5`,
    calls: 'WebhookService.ListSubscriptions',
    with: { page: { limit: 5, cursor: '' } },
  },
  {
    id: 'getSubscription',
    path: `${subscriptions}/${subscription_id}`,
    calls: 'WebhookService.GetSubscription',
    with: { subscription_id },
  },
  {
    id: 'updateSubscription',
    path: `${subscriptions}/${subscription_id}`,
    body: { status: 'paused' },
    calls: 'WebhookService.UpdateSubscription',
    with: { subscription_id, document: { status: 'paused' } },
  },
  {
    id: 'deleteSubscription',
    path: `${subscriptions}/${subscription_id}`,
    calls: 'WebhookService.DeleteSubscription',
    with: { subscription_id },
  },
  {
    id: 'rotateSecret',
    path: `${subscriptions}/${subscription_id}/rotate-secret`,
    calls: 'WebhookService.RotateSecret',
    with: { subscription_id },
  },
  {
    id: 'testSubscription',
    path: `${subscriptions}/${subscription_id}/test`,
    calls: 'WebhookService.TestSubscription',
    with: { subscription_id },
  },
  {
    id: 'listDeliveries',
    path: `${subscriptions}/${subscription_id}/deliveries?status=failed&event=shipment.created&event_id=${event_id}`,
    calls: 'WebhookService.ListDeliveries',
    with: { subscription_id, status: 'failed', event: 'shipment.created', event_ids: [event_id] },
  },
  {
    id: 'getDelivery',
    path: `/api/v1/webhooks/deliveries/${delivery_id}`,
    calls: 'WebhookService.GetDelivery',
    with: { delivery_id },
  },
  {
    id: 'redeliver',
    path: `/api/v1/webhooks/deliveries/${delivery_id}/redeliver`,
    calls: 'WebhookService.Redeliver',
    with: { delivery_id },
  },
  {
    id: 'createReplay',
    path: `${subscriptions}/${subscription_id}/replay`,
    body: { since: '2026-01-01T00:00:00Z' },
    calls: 'WebhookService.CreateReplay',
    with: { subscription_id, document: { since: '2026-01-01T00:00:00Z' } },
  },
  {
    id: 'previewReplay',
    path: `${subscriptions}/${subscription_id}/replay-preview?since=2026-01-01&events=shipment.*,quote.created`,
    calls: 'WebhookService.PreviewReplay',
    with: { subscription_id, since: '2026-01-01T00:00:00.000Z', events: ['shipment.*', 'quote.created'] },
  },
  {
    id: 'listReplays',
    path: `${subscriptions}/${subscription_id}/replays?status=running`,
    calls: 'WebhookService.ListReplays',
    with: { subscription_id, status: 'running' },
  },
  {
    id: 'getReplay',
    path: `${subscriptions}/${subscription_id}/replays/${replay_id}`,
    calls: 'WebhookService.GetReplay',
    with: { subscription_id, replay_id },
  },
  {
    id: 'cancelReplay',
    path: `${subscriptions}/${subscription_id}/replays/${replay_id}/cancel`,
    calls: 'WebhookService.CancelReplay',
    with: { subscription_id, replay_id },
  },
  {
    id: 'listEvents',
    path: `/api/v1/events?type=booking.*&subject_id=${booking_id}&order=asc&cursor=latest`,
    calls: 'WebhookService.ListEvents',
    with: { type: 'booking.*', subject_id: booking_id, ascending: true, page: { limit: 0, cursor: 'latest' } },
  },
  { id: 'getEvent', path: `/api/v1/events/${event_id}`, calls: 'WebhookService.GetEvent', with: { event_id } },
]
