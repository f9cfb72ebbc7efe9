/** A carrier built by following docs/carriers.md. It books by key, prints no labels, and cannot change a job. */
import type { CarrierDescriptor } from '../../carrier-descriptor.ts'

const HOUR_MS = 3_600_000

export const paperPlaneDescriptor: CarrierDescriptor = {
  carrierCode: 'paper_plane',
  name: 'Paper Plane',
  simulated: true,
  services: [
    {
      serviceCode: 'glide',
      name: 'By the next wind',
      onDemand: false,
      maxWeightGrams: 5_000,
      maxLengthTenthMm: 5_000,
      maxWidthTenthMm: 5_000,
      maxHeightTenthMm: 5_000,
      maxParcels: 1,
      quoteValidityMs: HOUR_MS,
    },
  ],
  account: {
    fields: [
      {
        name: 'token',
        label: 'Access token',
        help: 'In the hangar, under Pilots.',
        required: true,
        pattern: '^(test|live)_\\w+$',
        example: 'test_0123',
      },
      {
        name: 'secret',
        label: 'Seal secret',
        help: 'In the hangar, under Seals. Seals the call-backs.',
        required: false,
      },
    ],
    callbacks: 'manual',
  },
  capabilities: {
    quote: true,
    book: true,
    cancel: true,
    track: true,
    callbacks: true,
    update: false,
    label: false,
    proofMedia: false,
  },
  labels: [],
  countries: '*',
  timeoutsMs: { quote: 4_000, book: 8_000, cancel: 8_000, update: 8_000, track: 4_000 },
  cancelWindow: { untilStatus: 'picked_up' },
  offersReusable: false,
  bookRecovery: { kind: 'same_key', keyLifetimeMs: 24 * HOUR_MS },
}
