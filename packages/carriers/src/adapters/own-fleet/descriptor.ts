/** Pure: the merchant's own drivers as a carrier. Its adapter is a part of the booking service, which has the drivers and their jobs. */
import type { FleetServiceCode } from '@waybill/contracts/fleet/rate-card'
import type { CarrierDescriptor, CarrierService } from '../../carrier-descriptor.ts'

const MINUTE_MS = 60_000
const HUNDRED_YEARS_MS = 100 * 365 * 24 * 60 * MINUTE_MS

/** Rate cards set narrower limits. */
const widest = {
  features: ['tracking', 'live_position', 'photo', 'signature'],
  maxWeightGrams: 1_000_000,
  maxLengthTenthMm: 100_000,
  maxWidthTenthMm: 50_000,
  maxHeightTenthMm: 50_000,
  maxParcels: 99,
  quoteValidityMs: 15 * MINUTE_MS,
} as const

const services = [
  { ...widest, serviceCode: 'fleet_now', name: 'Own driver at once', onDemand: true },
  { ...widest, serviceCode: 'fleet_same_day', name: 'Own driver on the same day', onDemand: false },
] as const satisfies readonly (CarrierService & { serviceCode: FleetServiceCode })[]

export const ownFleetDescriptor = {
  carrierCode: 'own_fleet',
  name: 'Own fleet',
  simulated: false,
  byRateCard: true,
  services,
  capabilities: {
    quote: true,
    book: true,
    cancel: true,
    update: true,
    track: true,
    label: true,
    callbacks: false,
    proofMedia: false,
  },
  labels: [
    { format: 'pdf', size: '4x6' },
    { format: 'pdf', size: 'a4' },
    { format: 'zpl', size: '4x6' },
    { format: 'png', size: '4x6' },
  ],
  printsHere: true,
  options: { returns: { pay: ['now'] } },
  countries: '*',
  timeoutsMs: { quote: 4_000, book: 10_000, cancel: 10_000, update: 10_000, track: 5_000 },
  cancelWindow: { untilStatus: 'picked_up' },
  // Prices are computed here: there is no call that a cache would save.
  offersReusable: false,
  // The reference is unique in the table of jobs, also of refused ones.
  bookRecovery: { kind: 'same_key', keyLifetimeMs: HUNDRED_YEARS_MS },
} as const satisfies CarrierDescriptor
