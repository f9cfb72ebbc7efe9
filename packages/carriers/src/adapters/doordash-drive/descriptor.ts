/** Pure: what DoorDash Drive is and offers: couriers on demand, with an account of the merchant's own. */
import type { CarrierDescriptor } from '../../carrier-descriptor.ts'

const MINUTE_MS = 60_000

/** Where the calls go unless the account has an endpoint. Sandbox and production have the same address; the key decides. */
export const DOORDASH_DRIVE_URL = 'https://openapi.doordash.com'

export const SERVICE_CODE = 'doordash_drive_courier'

export const doordashDriveDescriptor = {
  carrierCode: 'doordash_drive',
  name: 'DoorDash Drive',
  simulated: false,
  services: [
    {
      serviceCode: SERVICE_CODE,
      name: 'Courier on demand',
      features: ['tracking', 'photo', 'live_position'],
      onDemand: true,
      // 155 miles, the longest distance in the reference ("Error codes and reasons"). Contracts set shorter ones.
      onDemandLimits: { maxDistanceM: 250_000, crossesBorders: false },
      // DoorDash publishes no limits of weight, size or number.
      maxWeightGrams: 1_000_000,
      maxLengthTenthMm: 100_000,
      maxWidthTenthMm: 100_000,
      maxHeightTenthMm: 100_000,
      maxParcels: 100,
      // "How to: Create and accept quotes": a quote must be accepted within 5 minutes.
      quoteValidityMs: 5 * MINUTE_MS,
    },
  ],
  account: {
    fields: [
      {
        name: 'developer_id',
        label: 'Developer ID',
        help: 'developer.doordash.com → Credentials → the credential of this environment.',
        required: true,
        pattern: '^[A-Za-z0-9_-]{1,100}$',
        example: '582e4f20-0f48-4bc2-99c2-e094675e2919',
      },
      {
        name: 'key_id',
        label: 'Key ID',
        help: 'Beside the developer ID.',
        required: true,
        pattern: '^[A-Za-z0-9_-]{1,100}$',
        example: '585698aa-2aa6-4bb4-8b3f-dd9d3f47dc28',
      },
      {
        name: 'signing_secret',
        label: 'Signing secret',
        help: 'Shown once, when the credential is made. Sandbox and production credentials are separate.',
        required: true,
        // Base64, in either alphabet.
        pattern: '^[A-Za-z0-9+/_-]{16,500}={0,2}$',
        example: 'c2lnbmluZy1zZWNyZXQtb2YtYW4tZXhhbXBsZQ',
      },
      {
        name: 'webhook_authorization',
        label: 'Webhook authorization',
        help: 'developer.doordash.com → Webhooks: add an endpoint with the call-back address of this account and basic authentication, and enter the value of its Authorization header here.',
        required: false,
        pattern: '^.{1,500}$',
        example: 'Basic d2F5YmlsbDpzZWNyZXQ=',
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
  // Drive API, dropoff_options. Its courier checks that the recipient is 21.
  options: { signature: ['required'], minimumAge: [21], deliveryPin: true, tip: true, returns: { pay: ['now'] } },
  // developer.doordash.com, "Frequently asked questions".
  countries: ['US', 'CA', 'AU', 'NZ'],
  timeoutsMs: { quote: 8_000, book: 15_000, cancel: 15_000, update: 15_000, track: 10_000 },
  cancelWindow: { untilStatus: 'picked_up' },
  offersReusable: false,
  // A quote is named by us (`external_delivery_id`), costs nothing, and is accepted once at most.
  bookRecovery: { kind: 'prepared_id' },
} as const satisfies CarrierDescriptor
