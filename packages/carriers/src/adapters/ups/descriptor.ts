/** Pure: what UPS is and offers, with the merchant's own shipper account. */
import type { CarrierDescriptor, CarrierService } from '../../carrier-descriptor.ts'
import { upsServices } from './mapping/services.ts'

/** Where the calls go unless the account has an endpoint: the Customer Integration Environment for tests, and production. */
export const upsUrls = { test: 'https://wwwcie.ups.com', live: 'https://onlinetools.ups.com' } as const

const HOUR_MS = 3_600_000

/**
 * A package is at most 108 in long, and its length plus girth, 2 × (width + height), at most 165 in. No box within both is wider
 * than 55 in or higher than 33 in. It weighs at most 150 lb from the United States and 70 kg from elsewhere; UPS decides which.
 * Source: Shipping.yaml, Package/Dimensions; "Rate and Service Guide", weight and size limits.
 */
const limits = {
  maxWeightGrams: 70_000,
  maxLengthTenthMm: 27_432,
  maxWidthTenthMm: 13_970,
  maxHeightTenthMm: 8_382,
  // Tracking lists 50 packages of a shipment at a time.
  maxParcels: 50,
}

const toService = ({ serviceCode, name }: (typeof upsServices)[number]): CarrierService => ({
  serviceCode,
  name,
  features: ['tracking', 'signature'],
  onDemand: false,
  ...limits,
  quoteValidityMs: HOUR_MS,
})

/** Names, cities and e-mail addresses: Shipping.yaml, ShipTo. The titles of the parcels are UPS's description of the goods. */
export const upsTextLimits = {
  pickup_instructions: 0,
  dropoff_instructions: 0,
  merchant_order_ref: 35,
  name: 35,
  company: 35,
  city: 30,
  email: 50,
  goods: 50,
  label_references: 35,
} as const

/** Longest instructions of a pickup. Source: Pickup.yaml, SpecialInstruction. */
const upsPickupInstructions = 57

export const upsDescriptor: CarrierDescriptor = {
  carrierCode: 'ups',
  name: 'UPS',
  simulated: false,
  services: upsServices.map(toService),
  account: {
    fields: [
      {
        name: 'client_id',
        label: 'Client ID',
        help: 'developer.ups.com → Apps → your app. The app needs the products Authorization, Rating, Shipping and Tracking.',
        required: true,
        pattern: '^[A-Za-z0-9._-]{1,200}$',
        example: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ',
      },
      {
        name: 'client_secret',
        label: 'Client secret',
        help: 'Beside the client ID.',
        required: true,
        pattern: '^.{1,500}$',
        example: 'abcdefghijklmnopqrstuvwxyz0123456789abcdefghij',
      },
      {
        name: 'account_number',
        label: 'Shipper account number',
        help: 'The six characters of the UPS account that pays, which must be added to the app. Your negotiated rates belong to it.',
        required: true,
        pattern: '^[A-Za-z0-9]{6}$',
        example: 'A1B2C3',
      },
    ],
    callbacks: 'none',
  },
  capabilities: {
    quote: true,
    book: true,
    cancel: true,
    track: true,
    label: true,
    proofMedia: true,
    update: false,
    callbacks: false,
  },
  labels: [
    { format: 'zpl', size: '4x6' },
    // Made for office printers. UPS does not let callers choose the page.
    { format: 'pdf', size: 'a4' },
  ],
  options: {
    signature: ['required', 'adult'],
    // Declared value of each package.
    insurance: { providers: ['carrier'] },
    saturdayDelivery: true,
    labelReferences: true,
    billTo: true,
    // UPS bills return labels by the account's contract.
    returns: { pay: [] },
  },
  textLimits: upsTextLimits,
  declaresGoods: true,
  // Label Recovery has no papers of shipments that go out. Source: Shipping.yaml, LabelRecoveryResponse_Form.
  customsPapers: 'with_booking',
  countries: '*',
  checksAddressesIn: ['US', 'PR'],
  pickups: { recovery: { kind: 'repeat' }, reports: true, cancels: true, instructions: upsPickupInstructions },
  timeoutsMs: { quote: 10_000, book: 15_000, cancel: 15_000, update: 8_000, track: 8_000 },
  cancelWindow: { untilStatus: 'picked_up' },
  offersReusable: true,
  /**
   * UPS publishes no idempotency key. Label Recovery finds shipments by a reference number (Shipping.yaml, `ReferenceValues`), but
   * nothing says from when on, or that what it does not find does not exist: not found is no proof.
   */
  bookRecovery: { kind: 'lookup_by_reference', settleMs: null },
}
