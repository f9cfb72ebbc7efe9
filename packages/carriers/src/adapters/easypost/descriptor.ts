/** EasyPost, an aggregator: which carriers and services there are depends on the merchant's account. */
import type { CarrierDescriptor } from '../../carrier-descriptor.ts'

export const easypostDescriptor: CarrierDescriptor = {
  carrierCode: 'easypost',
  name: 'EasyPost',
  simulated: false,
  services: [],
  discoversServices: true,
  account: {
    fields: [
      {
        name: 'api_key',
        label: 'API key',
        help: 'In the EasyPost dashboard under Account Settings, API Keys. Test keys begin with EZTK, production keys with EZAK.',
        required: true,
        // Keys of old accounts have no prefix.
        pattern: '^[A-Za-z0-9_-]{8,200}$',
        example: 'EZTK0123456789abcdef',
      },
    ],
    callbacks: 'registered',
  },
  capabilities: {
    quote: true,
    book: true,
    cancel: true,
    track: true,
    label: true,
    callbacks: true,
    update: false,
    proofMedia: false,
  },
  labels: [
    { format: 'pdf', size: '4x6' },
    { format: 'zpl', size: '4x6' },
    { format: 'png', size: '4x6' },
  ],
  textLimits: { pickup_instructions: 0, dropoff_instructions: 0, phone_extension: 0 },
  options: {
    signature: ['required', 'adult'],
    // All of EasyPost's insurance is in dollars, and an order cannot be bought with it. Source: Shipment.d.ts, Order.d.ts.
    insurance: { providers: ['aggregator'], currencies: ['USD'], maxParcels: 1 },
    saturdayDelivery: true,
    labelReferences: true,
    returnAddress: true,
    billTo: true,
    dangerousGoods: ['lithium_batteries', 'limited_quantity'],
    // Each carrier charges for returns in its own way. Source: the guide to returns.
    returns: { pay: [], qr: true },
  },
  declaresGoods: true,
  parcelJobs: true,
  customsPapers: 'on_request',
  countries: '*',
  // EasyPost asks every carrier of the account for its rates, and buys from the carrier while we wait.
  checksAddressesIn: '*',
  pickups: { recovery: { kind: 'find', settleMs: 60_000 }, drafts: true, reports: true, cancels: true, mostJobs: 1 },
  manifests: { recovery: { kind: 'find', settleMs: 60_000 } },
  timeoutsMs: { quote: 10_000, book: 15_000, cancel: 15_000, update: 8_000, track: 8_000 },
  cancelWindow: { untilStatus: 'picked_up' },
  offersReusable: false,
  bookRecovery: { kind: 'prepared_id' },
}
