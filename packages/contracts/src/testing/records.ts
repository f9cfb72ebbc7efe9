/** Records with a value in every field, to be varied by tests. */
import type { Booking } from '../booking.ts'
import type { ProofOfDelivery } from '../bookings/proof-of-delivery.ts'
import type { Quote } from '../quote.ts'
import type { QuoteOption } from '../quotes/quote-option.ts'
import { publicShipment, type Shipment } from '../shipment.ts'
import type { Address } from '../values/address.ts'
import type { Parcel } from '../values/parcels/parcel.ts'
import type { Attempt, Delivery } from '../webhooks/delivery.ts'
import type { Replay, ReplayPreview } from '../webhooks/replay.ts'
import type { Subscription } from '../webhooks/subscription.ts'
import { customs, parcelItem } from './customs.ts'
import { serviceOptions } from './service-options.ts'

const at = (time: string): Date => new Date(`2026-12-01T${time}:00.000Z`)

export const address = (fields: Partial<Address> = {}): Address => ({
  name: 'Grace Miller',
  code: 'G1',
  company: 'Millers',
  address_line_1: '7 River Road',
  address_line_2: 'Flat 2',
  town: 'Islington',
  city: 'London',
  province: 'Greater London',
  post_code: 'N1 9GU',
  country: 'GB',
  first_name: 'Grace',
  last_name: 'Miller',
  phone: '+44 7700 900123',
  email: 'grace@example.com',
  latitude: 51.5308,
  longitude: -0.0973,
  google_place_id: 'ChIJ7',
  ...fields,
})

export const parcel = (fields: Partial<Parcel> = {}): Parcel => ({
  parcelId: 'pcl_1',
  title: 'Box of bread',
  weightGrams: 1_250,
  lengthTenthMm: 3_000,
  widthTenthMm: 2_000,
  heightTenthMm: 1_550,
  declaredValueMinor: 1_999,
  declaredValueCurrency: 'GBP',
  declaredValueExponent: 2,
  contentsDescription: 'Bread',
  items: [parcelItem()],
  ...fields,
})

export const shipment = (fields: Partial<Shipment> = {}): Shipment => ({
  environmentId: 'env_1',
  shipmentId: 'shp_1',
  merchantId: 'mer_1',
  livemode: false,
  merchantOrderRef: 'ORDER-1',
  status: 'ready',
  onDemand: false,
  collectionAt: at('10:30'),
  collectionDate: '2026-12-02',
  collectionAllDay: false,
  readyAt: at('09:00'),
  pickupAddress: address({ name: 'Corner Bakery' }),
  dropoffAddress: address(),
  pickupInstructions: 'Ring twice',
  dropoffInstructions: 'Leave with a neighbour',
  metadata: { channel: 'web' },
  tags: ['Gift', 'fragile'],
  assigneeId: 'usr_1',
  hold: { reason: 'Address to be checked', heldAt: at('10:00'), heldBy: 'usr_2' },
  parcels: [parcel()],
  serviceOptions: serviceOptions(address({ name: 'Returns desk' })),
  customs: customs(),
  routeRevision: 3,
  bookingId: 'bkg_1',
  pendingBookingId: null,
  claimId: 'op_1',
  claimKind: 'cancel',
  cancelRequested: true,
  cancellationRequestedAt: at('11:00'),
  cancellationReasonCode: 'fraud',
  cancellationReasonNote: 'Card declined',
  failureReason: 'lost',
  trackingUrl: 'https://waybill.example/t/1',
  dispatch: {
    max_total_amount: '30.00',
    currency: 'GBP',
    carrier_codes: ['swift_courier'],
    service_codes: ['swift_now'],
    carried_by: ['USPS'],
    deliver_by: '2026-12-01T12:00:00.000Z',
    max_attempts: 5,
    window_minutes: 10,
    pickup_late_after_minutes: 20,
  },
  sequence: 7,
  createdAt: at('08:00'),
  updatedAt: at('11:00'),
  ...fields,
})

/** A shipment just created: everything that may be absent is null. */
export const bareShipment = (): Shipment =>
  shipment({
    pickupInstructions: null,
    dropoffInstructions: null,
    metadata: {},
    serviceOptions: null,
    customs: null,
    bookingId: null,
    pendingBookingId: null,
    claimId: null,
    claimKind: null,
    cancelRequested: false,
    cancellationRequestedAt: null,
    cancellationReasonCode: null,
    cancellationReasonNote: null,
    failureReason: null,
    trackingUrl: null,
    dispatch: null,
  })

export const quoteOption = (fields: Partial<QuoteOption> = {}): QuoteOption => ({
  quoteOptionId: 'qop_1',
  carrierCode: 'swift_courier',
  carrierName: 'Swift Courier',
  serviceCode: 'same_day',
  serviceName: 'On the same day',
  carrierAccountId: 'cac_1',
  currency: 'GBP',
  exponent: 2,
  amountMinor: 1_000,
  taxMinor: 200,
  etaFrom: at('12:00'),
  etaTo: at('14:00'),
  transitDays: 0,
  priceLines: [
    { type: 'base', amountMinor: 900 },
    { type: 'fuel', amountMinor: 100 },
  ],
  features: ['tracking', 'signature'],
  carriedBy: 'USPS',
  etaPrecision: 'day',
  maxWeightGrams: 25_500,
  expiresAt: at('08:30'),
  carrierRateId: 'rate-1',
  ...fields,
})

export const quote = (fields: Partial<Quote> = {}): Quote => ({
  environmentId: 'env_1',
  quoteId: 'qte_1',
  merchantId: 'mer_1',
  livemode: false,
  merchantOrderRef: 'ORDER-1',
  shipmentId: 'shp_1',
  shipmentCreated: true,
  status: 'accepted',
  routeRevision: 3,
  requestedAt: at('08:00'),
  expiresAt: at('08:30'),
  options: [quoteOption(), quoteOption({ quoteOptionId: 'qop_2', amountMinor: 2_000 })],
  selectedOptionId: 'qop_2',
  bookingId: 'bkg_1',
  messages: [
    {
      carrierCode: 'city_van',
      carrierAccountId: 'cac_2',
      serviceCode: null,
      code: 'timeout',
      message: 'No answer',
      retryable: true,
      pointer: null,
    },
    {
      carrierCode: 'eco_parcel',
      carrierAccountId: 'cac_3',
      serviceCode: 'eco_standard',
      code: 'too_heavy',
      message: 'Takes at most 31.5 kg per parcel.',
      retryable: false,
      pointer: '/parcels/0/weight_kg',
    },
  ],
  sequence: 2,
  ...fields,
})

export const proofOfDelivery: ProofOfDelivery = {
  pod_id: 'pod_1',
  type: 'delivery',
  captured_at: '2026-12-01T13:00:00.000Z',
  captured_by: { driver_id: 'drv_1', name: 'Sam' },
  recipient: { name: 'Grace Miller', relationship: null },
  photos: [],
  signature: null,
  pin: { required: true, verified: true },
  barcodes: [],
  location: null,
  notes: null,
}

export const booking = (fields: Partial<Booking> = {}): Booking => ({
  printedAt: null,
  printCount: 0,
  environmentId: 'env_1',
  bookingId: 'bkg_1',
  merchantId: 'mer_1',
  livemode: false,
  shipmentId: 'shp_1',
  shipment: publicShipment(shipment()),
  quoteId: 'qte_1',
  quoteOption: quoteOption(),
  status: 'delivered',
  carrierCode: 'swift_courier',
  carrierAccountId: 'cac_1',
  carrierJobId: 'job-1',
  trackingNumber: '1ZA1B2C3',
  carrierTrackingUrl: 'https://carrier.example/1ZA1B2C3',
  hasLabel: true,
  driver: { driverId: 'drv_1', name: 'Sam', email: 'sam@example.com', telephone: '+44 7700 900456' },
  incident: 'weather',
  failureReason: null,
  bookedAt: at('08:10'),
  cancellationRequestedAt: null,
  cancelledAt: null,
  cancellationReasonCode: null,
  cancellationReasonNote: null,
  pod: proofOfDelivery,
  eta: { fromAt: at('11:00'), toAt: at('11:30'), updatedAt: at('10:30'), source: 'carrier' },
  charges: [
    {
      type: 'weight_adjustment',
      reason: '0.5 kg heavier',
      at: at('09:00'),
      currency: 'GBP',
      exponent: 2,
      amountMinor: 150,
      taxMinor: 30,
    },
  ],
  sequence: 5,
  createdAt: at('08:10'),
  updatedAt: at('13:00'),
  ...fields,
})

export const subscription = (fields: Partial<Subscription> = {}): Subscription => ({
  environmentId: 'env_1',
  merchantId: 'mer_1',
  livemode: false,
  subscriptionId: 'whs_1',
  status: 'disabled',
  url: 'https://merchant.example/hooks',
  events: ['shipment.*'],
  ordering: 'none',
  verboseEvents: true,
  version: 2,
  disabledReason: 'gone',
  createdAt: at('08:00'),
  updatedAt: at('09:00'),
  ...fields,
})

export const attempt = (fields: Partial<Attempt> = {}): Attempt => ({
  attemptId: 'att_1',
  trigger: 'event',
  startedAt: at('09:00'),
  durationMs: 120,
  responseStatus: 503,
  responseHeaders: { 'retry-after': '5' },
  responseBody: 'busy',
  errorCode: 'http_error',
  ...fields,
})

export const delivery = (fields: Partial<Delivery> = {}): Delivery => ({
  environmentId: 'env_1',
  deliveryId: 'whd_1',
  subscriptionId: 'whs_1',
  eventId: 'evt_1',
  eventType: 'shipment.created',
  status: 'retrying',
  attemptCount: 1,
  nextAttemptAt: at('09:05'),
  createdAt: at('09:00'),
  attempts: [attempt()],
  ...fields,
})

export const replay = (fields: Partial<Replay> = {}): Replay => ({
  environmentId: 'env_1',
  replayId: 'whr_1',
  subscriptionId: 'whs_1',
  status: 'running',
  since: at('08:00'),
  until: at('10:00'),
  events: ['shipment.*'],
  scannedCount: 4,
  queuedCount: 3,
  reachedAt: at('09:00'),
  createdAt: at('10:00'),
  endedAt: null,
  ...fields,
})

export const replayPreview = (): ReplayPreview => ({
  subscriptionId: replay().subscriptionId,
  since: replay().since,
  until: replay().until,
  events: ['shipment.*'],
  counts: [{ event: 'shipment.created', count: 2 }],
  isComplete: true,
})
