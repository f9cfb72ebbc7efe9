/** ShipEngine, now sold as ShipStation API: an aggregator, whose carriers and services depend on the merchant's account. */
import type { CarrierDescriptor } from '../../carrier-descriptor.ts'

/**
 * A label can be found by the external id of its shipment ("Get label by external shipment ID" in the reference), of which each
 * attempt has one. ShipEngine states no limit for a purchase that is under way; its carriers answer within a minute.
 */
const SETTLE_MS = 120_000

/** Manifests are made after the answer, and listed once they are made; ShipEngine states no limit. */
const MANIFEST_SETTLE_MS = 1_800_000

export const shipengineDescriptor: CarrierDescriptor = {
  carrierCode: 'shipengine',
  name: 'ShipEngine',
  simulated: false,
  services: [],
  discoversServices: true,
  account: {
    fields: [
      {
        name: 'api_key',
        label: 'API key',
        help: 'In the ShipEngine (ShipStation API) dashboard under API Management. Sandbox keys begin with TEST_.',
        required: true,
        pattern: '^[A-Za-z0-9_+/=-]{8,200}$',
        example: 'TEST_0123456789abcdef',
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
  options: {
    signature: ['required', 'adult'],
    insurance: { providers: ['carrier', 'aggregator'] },
    saturdayDelivery: true,
    labelReferences: true,
    returnAddress: true,
    billTo: true,
    returns: { pay: ['now', 'on_use'], qr: true },
  },
  declaresGoods: true,
  customsPapers: 'on_request',
  countries: '*',
  // ShipEngine asks every carrier of the account for its rates, and buys from the carrier while we wait.
  checksAddressesIn: '*',
  // Listed with its labels once its carrier has answered. Its place is "the ship from or warehouse id" of the labels (guide to pickups).
  pickups: { recovery: { kind: 'find', settleMs: SETTLE_MS }, reports: true, cancels: true, atLabels: true },
  manifests: { recovery: { kind: 'find', settleMs: MANIFEST_SETTLE_MS } },
  timeoutsMs: { quote: 10_000, book: 15_000, cancel: 15_000, update: 8_000, track: 8_000 },
  cancelWindow: { untilStatus: 'picked_up' },
  offersReusable: false,
  bookRecovery: { kind: 'lookup_by_reference', settleMs: SETTLE_MS },
}
