/** Pure: Shippo, an aggregator. Carriers and services depend on the merchant's account. */
import type { CarrierDescriptor } from '../../carrier-descriptor.ts'

/**
 * Transactions are listed by their rate ("Filter by rate ID", the list of transactions in Shippo's reference), and each names the
 * reference of its attempt. Shippo states no limit for a purchase that is under way; its carriers answer within a minute.
 */
const SETTLE_MS = 120_000

export const shippoDescriptor: CarrierDescriptor = {
  carrierCode: 'shippo',
  name: 'Shippo',
  simulated: false,
  services: [],
  discoversServices: true,
  account: {
    fields: [
      {
        name: 'api_key',
        label: 'API token',
        help: 'In the Shippo web app under Settings, API. Test tokens begin with shippo_test_, live ones with shippo_live_.',
        required: true,
        pattern: '^shippo_(test|live)_[A-Za-z0-9_-]{4,200}$',
        example: 'shippo_test_0123456789abcdef',
      },
      {
        name: 'webhook_secret',
        label: 'Webhook HMAC secret',
        help: 'Only if Shippo has given you a secret for signed webhooks. Unsigned call-backs are then refused.',
        required: false,
        pattern: '^\\S{8,500}$',
        example: '0123456789abcdef0123456789abcdef',
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
  // The form of a label is chosen with its purchase.
  labels: [{ format: 'pdf', size: '4x6' }],
  options: {
    signature: ['required', 'adult'],
    insurance: { providers: ['aggregator'] },
    saturdayDelivery: true,
    labelReferences: true,
    returnAddress: true,
    billTo: true,
    dangerousGoods: ['lithium_batteries'],
    // All of its return labels are charged when they are scanned. Source: the guide to returns.
    returns: { pay: ['on_use'], qr: true },
  },
  textLimits: { pickup_instructions: 0, dropoff_instructions: 0, phone_extension: 0, label_references: 50 },
  declaresGoods: true,
  customsPapers: 'on_request',
  countries: '*',
  // Shippo asks every carrier of the account for its rates, and buys from the carrier while we wait.
  checksAddressesIn: '*',
  // Its API creates pickups and neither lists, reads nor cancels them. The transactions of each label are read before.
  pickups: { recovery: { kind: 'none' }, cancels: false, mostJobs: 50 },
  manifests: { recovery: { kind: 'find', settleMs: SETTLE_MS }, mostJobs: 50 },
  timeoutsMs: { quote: 10_000, book: 15_000, cancel: 15_000, update: 8_000, track: 8_000 },
  cancelWindow: { untilStatus: 'picked_up' },
  offersReusable: false,
  bookRecovery: { kind: 'lookup_by_reference', settleMs: SETTLE_MS },
}
