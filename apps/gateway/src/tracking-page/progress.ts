/** The recipient's view of a shipment and its timeline. Pure. */
import type { BookingStatus } from '@waybill/contracts/booking'
import { isFinalShipmentStatus, type ShipmentStatus } from '@waybill/contracts/shipment'
import { BOOKING_CANCELLED, type PublicTimelineEntry } from '@waybill/contracts/timeline'
import { carrierName, incidentPhrases, statusPhrases, trackingPhrases } from './phrases.ts'

export const STEPS = ['Registered', 'On its way', 'Out for delivery', 'Delivered'] as const

interface Moment {
  text: string
  at: string
}

export interface Progress {
  headline: string
  /** The incident, while it holds up the shipment. */
  trouble: string | null
  /** Number of STEPS done; null once they no longer apply. */
  stepsDone: number | null
  carrier: string | null
  /** When the delivery is expected, from when a carrier has accepted until it has ended. */
  eta: PublicTimelineEntry['eta']
  /** Latest first. */
  moments: Moment[]
}

const stepsDone: Record<ShipmentStatus, number | null> = {
  ready: 1,
  in_transit: 2,
  on_hold: 2,
  out_for_delivery: 3,
  awaiting_collection: 3,
  delivery_attempted: 3,
  delivered: 4,
  returning: null,
  returned: null,
  failed: null,
  cancelled: null,
  expired: null,
}

const troubled: ReadonlySet<ShipmentStatus> = new Set([
  'on_hold',
  'delivery_attempted',
  'returning',
  'returned',
  'failed',
])

/** A shipment that ends so before the pickup stays with the sender and has no carrier. */
const endsWithoutCarrier: ReadonlySet<ShipmentStatus> = new Set(['cancelled', 'expired'])

const afterPickup: ReadonlySet<string | null> = new Set<BookingStatus>([
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'returning',
  'delivered',
  'returned',
])

const expectsDelivery: ReadonlySet<ShipmentStatus> = new Set([
  'ready',
  'in_transit',
  'out_for_delivery',
  'on_hold',
  'delivery_attempted',
])

/** A status that a later version of a service has added is one in progress. */
const toPhrase = (status: ShipmentStatus): string => statusPhrases[status] ?? statusPhrases.in_transit

/** Contains only statuses, times and the carrier: no name, address, position or free text. */
export function getProgress(status: ShipmentStatus, entries: readonly PublicTimelineEntry[]): Progress {
  // If entries have the same time, the one recorded last is the latest.
  const latestFirst = entries
    .toReversed()
    .toSorted((one, other) => Date.parse(other.occurred_at) - Date.parse(one.occurred_at))
  const ended = endedBookings(latestFirst)
  const current = latestFirst.filter(({ booking_id }) => booking_id === null || !ended.has(booking_id))
  const isSearching = status === 'in_transit' && !current.some(({ type }) => type === 'tracking')
  const incident = latestFirst.find((entry) => entry.incident !== null)?.incident ?? null
  return {
    headline: isSearching ? 'Looking for a courier' : toPhrase(status),
    trouble: incident !== null && troubled.has(status) ? (incidentPhrases[incident] ?? incidentPhrases.unknown) : null,
    stepsDone: isSearching ? 1 : (stepsDone[status] ?? null),
    carrier: findCarrierName(endsWithoutCarrier.has(status) ? current.filter(isOf(pickedUp(current))) : current),
    eta: expectsDelivery.has(status) ? (current.find(({ type }) => type === 'tracking')?.eta ?? null) : null,
    moments: listMoments(latestFirst),
  }
}

/** Bookings that ended before the pickup: their reports are history. */
function endedBookings(latestFirst: readonly PublicTimelineEntry[]): ReadonlySet<string | null> {
  const latest = new Map<string | null, PublicTimelineEntry>()
  for (const entry of latestFirst) {
    const isNews = entry.type === 'tracking' || isCancellation(entry)
    if (isNews && !latest.has(entry.booking_id)) latest.set(entry.booking_id, entry)
  }
  const ended = [...latest.values()].filter(
    (entry) => isCancellation(entry) || entry.tracking_status === 'cancelled' || entry.tracking_status === 'failed',
  )
  const collected = pickedUp(latestFirst)
  return new Set(ended.map(({ booking_id }) => booking_id).filter((id) => !collected.has(id)))
}

/** Bookings whose goods have left the sender. */
const pickedUp = (entries: readonly PublicTimelineEntry[]): ReadonlySet<string | null> =>
  new Set(entries.filter((entry) => afterPickup.has(entry.tracking_status)).map(({ booking_id }) => booking_id))

const isOf =
  (bookings: ReadonlySet<string | null>) =>
  ({ booking_id }: PublicTimelineEntry): boolean =>
    bookings.has(booking_id)

/** The shipment service's entry for a booking that was cancelled on request. The carrier need not report it. */
const isCancellation = ({ type, reason, booking_id }: PublicTimelineEntry): boolean =>
  type !== 'carrier_declined' && reason === BOOKING_CANCELLED && booking_id !== null

function findCarrierName(latestFirst: readonly PublicTimelineEntry[]): string | null {
  const code = latestFirst.find(
    (entry) => entry.carrier_code !== null && entry.type !== 'carrier_declined',
  )?.carrier_code
  return code ? carrierName(code) : null
}

/** The carrier's reports, and status changes without a report of the same time. What is said again is shown once, as first said. */
function listMoments(latestFirst: readonly PublicTimelineEntry[]): Moment[] {
  const reported = new Set(latestFirst.filter(({ type }) => type === 'tracking').map((entry) => entry.occurred_at))
  const cancelled = new Set(
    latestFirst.filter((entry) => entry.tracking_status === 'cancelled').map(({ booking_id }) => booking_id),
  )
  const registration = latestFirst.findLast(isRegistration)
  const moments = latestFirst.flatMap((entry) => {
    // A booking has ended, and the shipment waits for another one.
    if (isRegistration(entry) && entry !== registration && !isCancellation(entry)) return []
    const isUnreported =
      isCancellation(entry) && !cancelled.has(entry.booking_id) && !isFinalShipmentStatus(entry.status)
    const text = isUnreported ? trackingPhrases.cancelled : describeEntry(entry)
    const hasReport = entry.type === 'status_changed' && reported.has(entry.occurred_at)
    return text === null || hasReport ? [] : [{ text, at: entry.occurred_at }]
  })
  return moments.filter(({ text }, index) => text !== moments[index + 1]?.text)
}

const isRegistration = ({ type, status }: PublicTimelineEntry): boolean =>
  type === 'status_changed' && status === 'ready'

function describeEntry({ type, status, tracking_status, incident }: PublicTimelineEntry): string | null {
  switch (type) {
    case 'details_changed':
    case 'carrier_declined':
      return null
    case 'status_changed':
      return status === 'ready' ? 'Registered' : status === 'in_transit' ? null : toPhrase(status)
    case 'tracking':
      if (incident !== null) return incidentPhrases[incident] ?? incidentPhrases.unknown
      return trackingPhrases[(tracking_status ?? 'unknown') as keyof typeof trackingPhrases] ?? null
  }
}
