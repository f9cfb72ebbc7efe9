/** Pure: what Uber Direct is and offers: couriers on demand, with an account of the merchant's own. */
import type { CarrierDescriptor } from '../../carrier-descriptor.ts'

const MINUTE_MS = 60_000

/** Where the calls go unless the account has an endpoint. */
export const uberDirectUrls = { api: 'https://api.uber.com', login: 'https://auth.uber.com' } as const

export const SERVICE_CODE = 'uber_direct_courier'

export const uberDirectDescriptor = {
  carrierCode: 'uber_direct',
  name: 'Uber Direct',
  simulated: false,
  services: [
    {
      serviceCode: SERVICE_CODE,
      name: 'Courier on demand',
      features: ['tracking', 'photo', 'live_position'],
      onDemand: true,
      // Uber decides by address. These limits only spare calls that it would refuse in any country.
      onDemandLimits: { maxDistanceM: 60_000, crossesBorders: false },
      maxWeightGrams: 22_500,
      maxLengthTenthMm: 15_000,
      maxWidthTenthMm: 10_000,
      maxHeightTenthMm: 10_000,
      maxParcels: 20,
      quoteValidityMs: 15 * MINUTE_MS,
    },
  ],
  account: {
    fields: [
      {
        name: 'customer_id',
        label: 'Customer ID',
        help: 'direct.uber.com → Management → Developer → API credentials.',
        required: true,
        pattern: '^[A-Za-z0-9_-]{1,100}$',
        example: 'a11e6f29-6850-4d8d-b88d-0ae69cec1111',
      },
      {
        name: 'client_id',
        label: 'Client ID',
        help: 'direct.uber.com → Management → Developer → API credentials.',
        required: true,
        pattern: '^[A-Za-z0-9_-]{1,200}$',
        example: 'abcdefghijklmnopqrstuvwxyz012345',
      },
      {
        name: 'client_secret',
        label: 'Client secret',
        help: 'Beside the client ID. Test and production credentials are separate sets.',
        required: true,
        pattern: '^.{1,500}$',
        example: 'abcdefghijklmnopqrstuvwxyz-ABCDEFGH_0123',
      },
      {
        name: 'webhook_signing_key',
        label: 'Webhook signing key',
        help: 'Make a webhook with the call-back address of this account under Developer → Webhooks, then copy its signing key.',
        required: false,
        pattern: '^.{1,500}$',
        example: '7c1e6f29-6850-4d8d-b88d-0ae69cec2222',
      },
    ],
    callbacks: 'manual',
  },
  capabilities: {
    quote: true,
    book: true,
    cancel: true,
    update: true,
    track: true,
    callbacks: true,
    proofMedia: true,
    label: false,
  },
  labels: [],
  // Source: deliveries/openapi.yaml of uber-direct-sdk, dropoff_verification.
  options: { signature: ['required'], minimumAge: '*', deliveryPin: true, tip: true, returns: { pay: ['now'] } },
  textLimits: { pickup_instructions: 280, dropoff_instructions: 280 },
  countries: '*',
  timeoutsMs: { quote: 8_000, book: 15_000, cancel: 15_000, update: 15_000, track: 10_000 },
  cancelWindow: { untilStatus: 'picked_up' },
  offersReusable: false,
  // Uber keeps idempotency keys for 60 minutes by default.
  bookRecovery: { kind: 'same_key', keyLifetimeMs: 60 * MINUTE_MS },
} as const satisfies CarrierDescriptor
