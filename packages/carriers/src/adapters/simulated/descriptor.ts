/** The three carriers of apps/simulator: their services, limits and validity of prices. */
import type { CarrierDescriptor } from '../../carrier-descriptor.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const everyService = ['tracking', 'photo', 'signature']

const common = {
  simulated: true,
  capabilities: {
    quote: true,
    book: true,
    cancel: true,
    update: true,
    track: true,
    label: true,
    callbacks: true,
    proofMedia: true,
  },
  labels: [
    { format: 'pdf', size: '4x6' },
    { format: 'pdf', size: 'a4' },
    { format: 'zpl', size: '4x6' },
    { format: 'png', size: '4x6' },
  ],
  printsHere: true,
  countries: '*',
  timeoutsMs: { quote: 4_000, book: 10_000, cancel: 10_000, update: 10_000, track: 5_000 },
  cancelWindow: { untilStatus: 'picked_up' },
  offersReusable: true,
  // The simulator keeps keys for ever; real carriers promise about a day.
  bookRecovery: { kind: 'same_key', keyLifetimeMs: 24 * HOUR_MS },
} as const

export const simulatedDescriptors = [
  {
    ...common,
    carrierCode: 'swift_courier',
    name: 'Swift Courier',
    options: { signature: ['required'], tip: true, returns: { pay: ['now'] } },
    services: [
      {
        serviceCode: 'swift_now',
        name: 'Courier within the hour',
        features: [...everyService, 'live_position'],
        onDemand: true,
        onDemandLimits: { maxDistanceM: 30_000, crossesBorders: false },
        maxWeightGrams: 25_000,
        maxLengthTenthMm: 12_000,
        maxWidthTenthMm: 8_000,
        maxHeightTenthMm: 8_000,
        maxParcels: 10,
        quoteValidityMs: 15 * MINUTE_MS,
      },
    ],
  },
  {
    ...common,
    carrierCode: 'city_van',
    name: 'City Van',
    options: {
      signature: ['required'],
      insurance: { providers: ['carrier'] },
      tip: true,
      returns: { pay: ['now'] },
    },
    services: [
      {
        serviceCode: 'van_same_day',
        name: 'Van on the same day',
        features: [...everyService, 'live_position', 'insurance'],
        onDemand: true,
        onDemandLimits: { maxDistanceM: 100_000, crossesBorders: true },
        maxWeightGrams: 500_000,
        maxLengthTenthMm: 42_000,
        maxWidthTenthMm: 18_000,
        maxHeightTenthMm: 18_000,
        maxParcels: 50,
        quoteValidityMs: 24 * HOUR_MS,
      },
    ],
  },
  {
    ...common,
    carrierCode: 'eco_parcel',
    name: 'Eco Parcel',
    options: {
      signature: ['required', 'adult'],
      insurance: { providers: ['carrier'] },
      labelReferences: true,
      returns: { pay: ['now'], qr: true },
    },
    bookRecovery: { kind: 'prepared_id' },
    pickups: { recovery: { kind: 'repeat' }, cancels: true },
    manifests: { recovery: { kind: 'repeat' } },
    services: [
      {
        serviceCode: 'eco_standard',
        name: 'Parcel on working days',
        features: everyService,
        onDemand: false,
        maxWeightGrams: 31_500,
        maxLengthTenthMm: 17_500,
        maxWidthTenthMm: 12_000,
        maxHeightTenthMm: 12_000,
        maxParcels: 99,
        quoteValidityMs: 24 * HOUR_MS,
      },
      {
        serviceCode: 'eco_freight',
        name: 'Pallet on working days',
        features: [...everyService, 'insurance'],
        onDemand: false,
        maxWeightGrams: 1_000_000,
        maxLengthTenthMm: 60_000,
        maxWidthTenthMm: 24_000,
        maxHeightTenthMm: 24_000,
        maxParcels: 99,
        quoteValidityMs: 24 * HOUR_MS,
      },
    ],
  },
] as const satisfies readonly CarrierDescriptor[]

export type SimulatedCarrierCode = (typeof simulatedDescriptors)[number]['carrierCode']
