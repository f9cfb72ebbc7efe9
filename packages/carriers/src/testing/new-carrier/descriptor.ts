/** Pure: what New Carrier is and offers. */
import type { CarrierDescriptor } from '../../carrier-descriptor.ts'

/** Where calls go unless the account has an endpoint. */
export const newCarrierUrl = 'https://api.new-carrier.example'

const HOUR_MS = 3_600_000

// Every value is an example: replace it by what the carrier's reference says, and name the source where it is not obvious.
export const newCarrierDescriptor: CarrierDescriptor = {
  carrierCode: 'new_carrier',
  name: 'New Carrier',
  simulated: false,
  services: [
    {
      serviceCode: 'new_carrier_standard',
      name: 'New Carrier Standard',
      onDemand: false,
      maxWeightGrams: 30_000,
      maxLengthTenthMm: 12_000,
      maxWidthTenthMm: 6_000,
      maxHeightTenthMm: 6_000,
      maxParcels: 1,
      quoteValidityMs: HOUR_MS,
    },
  ],
  account: {
    fields: [
      {
        name: 'api_key',
        label: 'API key',
        help: 'Where merchants find it at the carrier.',
        required: true,
        pattern: '^[A-Za-z0-9_-]{10,200}$',
        example: 'key_0123456789',
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
    update: false,
    callbacks: false,
    proofMedia: false,
  },
  labels: [{ format: 'pdf', size: '4x6' }],
  countries: '*',
  // If it collects parcels or makes manifests: `pickups` and `manifests`, with pickup-calls.ts and manifest-calls.ts.
  timeoutsMs: { quote: 8_000, book: 15_000, cancel: 8_000, update: 8_000, track: 8_000 },
  cancelWindow: { untilStatus: 'picked_up' },
  offersReusable: false,
  // The safe choice until the reference proves another one: docs/carriers.md, section 2.
  bookRecovery: { kind: 'none' },
}
