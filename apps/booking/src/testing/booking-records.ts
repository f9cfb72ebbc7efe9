/** Builders for a quote, its shipment and a booking, with overrides. */

import type { BookingStatus } from '@waybill/contracts/booking'
import type { Quote } from '@waybill/contracts/quote'
import type { QuoteOption } from '@waybill/contracts/quotes/quote-option'
import type { PublicShipment, Shipment } from '@waybill/contracts/shipment'
import { publicShipment } from '@waybill/contracts/shipment'
import { type BookingRecord, parseBooking, type StoredBooking, type Tracking } from '../bookings/booking.ts'
import { openBooking } from '../bookings/changes.ts'

export const noon = new Date('2026-11-21T12:00:00.000Z')
export const minutesAfterNoon = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000)

const address = {
  name: null,
  code: null,
  company: null,
  address_line_1: '12 Market Street',
  address_line_2: null,
  town: null,
  city: 'London',
  province: null,
  post_code: 'NW1 8AB',
  country: 'GB',
  first_name: 'Ada',
  last_name: 'Baker',
  phone: null,
  email: null,
  latitude: null,
  longitude: null,
  google_place_id: null,
}

export const aShipment = (overrides: Partial<Shipment> = {}): Shipment => ({
  environmentId: 'env_1',
  shipmentId: 'shp_1',
  merchantId: 'mer_1',
  livemode: false,
  merchantOrderRef: 'ORDER-1',
  status: 'ready',
  onDemand: false,
  collectionAt: minutesAfterNoon(60),
  collectionDate: null,
  collectionAllDay: false,
  readyAt: noon,
  pickupAddress: address,
  dropoffAddress: { ...address, address_line_1: '7 River Road' },
  pickupInstructions: null,
  dropoffInstructions: null,
  metadata: {},
  parcels: [],
  routeRevision: 1,
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
  tags: [],
  assigneeId: null,
  hold: null,
  sequence: 1,
  createdAt: noon,
  updatedAt: noon,
  ...overrides,
})

export const anOption = (overrides: Partial<QuoteOption> = {}): QuoteOption => ({
  quoteOptionId: 'qop_1',
  carrierCode: 'city_van',
  serviceCode: 'van_same_day',
  carrierAccountId: 'cac_1',
  currency: 'GBP',
  exponent: 2,
  amountMinor: 1000,
  taxMinor: 200,
  etaFrom: minutesAfterNoon(60),
  etaTo: minutesAfterNoon(120),
  carrierName: 'City Van',
  serviceName: 'Van on the same day',
  transitDays: 0,
  priceLines: [],
  features: [],
  carriedBy: null,
  etaPrecision: 'time',
  maxWeightGrams: 500_000,
  expiresAt: minutesAfterNoon(15),
  carrierRateId: null,
  ...overrides,
})

export const aQuote = (overrides: Partial<Quote> = {}): Quote => ({
  environmentId: 'env_1',
  quoteId: 'qte_1',
  merchantId: 'mer_1',
  livemode: false,
  merchantOrderRef: 'ORDER-1',
  shipmentId: 'shp_1',
  shipmentCreated: false,
  status: 'pending',
  routeRevision: 1,
  requestedAt: noon,
  expiresAt: minutesAfterNoon(15),
  options: [anOption()],
  selectedOptionId: null,
  bookingId: null,
  messages: [],
  sequence: 1,
  ...overrides,
})

type StatusFields = Partial<Omit<StoredBooking, 'status'>>

/** The fields that a booking needs in a status. */
function requiredFields(status: BookingStatus): StatusFields {
  switch (status) {
    case 'pending':
      return { carrierJobId: null, settled: false }
    case 'failed':
      return { failureReason: 'carrier_failed' }
    case 'cancelled':
      return { cancelledAt: noon }
    default:
      return {}
  }
}

/** A settled booking in the given status; by default one that a carrier has just accepted. */
export function aBooking(overrides: StatusFields & { status?: BookingStatus } = {}): BookingRecord {
  const shipment: PublicShipment = publicShipment(aShipment())
  const { booking } = openBooking({
    environmentId: 'env_1',
    bookingId: 'bkg_1',
    merchantId: 'mer_1',
    livemode: false,
    shipment,
    offer: { quoteId: 'qte_1', option: anOption() },
    dispatchUntilAt: null,
    at: noon,
  })
  const { status = 'assigned' } = overrides
  const accepted = { carrierJobId: 'job_1', settled: true }
  const stored = { ...booking, ...accepted, ...requiredFields(status), ...overrides, status }
  return parseBooking(stored)
}

type ReachedStatus = Extract<Tracking, { statusAt: Date }>

/** Folded reports of the carrier; by default, that the goods are picked up. */
export const aTracking = ({ status = 'picked_up', ...overrides }: Partial<ReachedStatus> = {}): Tracking => ({
  status,
  statusAt: minutesAfterNoon(5),
  pickedUp: false,
  driver: null,
  incident: null,
  condition: null,
  reportedEta: null,
  position: null,
  pod: null,
  ...overrides,
})
