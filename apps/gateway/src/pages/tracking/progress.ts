/** What the recipient sees of a shipment and its timeline. Pure. */
import type { ShipmentStatus } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
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

/** Contains only statuses, times and the carrier: no name, address, position or free text. */
export function getProgress(status: ShipmentStatus, entries: readonly PublicTimelineEntry[]): Progress {
  const latestFirst = entries.toSorted((one, other) => Date.parse(other.occurred_at) - Date.parse(one.occurred_at))
  const isSearching = status === 'in_transit' && !entries.some(({ type }) => type === 'tracking')
  const incident = latestFirst.find((entry) => entry.incident !== null)?.incident ?? null
  return {
    headline: isSearching ? 'Looking for a courier' : statusPhrases[status],
    trouble: incident !== null && troubled.has(status) ? incidentPhrases[incident] : null,
    stepsDone: isSearching ? 1 : stepsDone[status],
    carrier: findCarrierName(latestFirst),
    moments: listMoments(latestFirst),
  }
}

function findCarrierName(latestFirst: readonly PublicTimelineEntry[]): string | null {
  const code = latestFirst.find((entry) => entry.carrier_code !== null)?.carrier_code
  return code ? carrierName(code) : null
}

/** The carrier's reports, and status changes without a report of the same time. */
function listMoments(latestFirst: readonly PublicTimelineEntry[]): Moment[] {
  const reported = new Set(latestFirst.filter(({ type }) => type === 'tracking').map((entry) => entry.occurred_at))
  return latestFirst.flatMap((entry) => {
    const text = describeEntry(entry)
    const hasReport = entry.type === 'status_changed' && reported.has(entry.occurred_at)
    return text === null || hasReport ? [] : [{ text, at: entry.occurred_at }]
  })
}

function describeEntry({ type, status, tracking_status, incident }: PublicTimelineEntry): string | null {
  switch (type) {
    case 'details_changed':
      return null
    case 'status_changed':
      return status === 'ready' ? 'Registered' : status === 'in_transit' ? null : statusPhrases[status]
    case 'tracking':
      if (incident !== null) return incidentPhrases[incident]
      return trackingPhrases[(tracking_status ?? 'unknown') as keyof typeof trackingPhrases] ?? null
  }
}
