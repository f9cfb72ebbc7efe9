/** Pure: EasyPost's trackers as facts. An unknown status is `unknown` with its code kept; nothing throws. */
import { getTimeZone } from '@waybill/contracts/values/time-zone'
import { toWindow } from '../../../mapping/delivery-window.ts'
import { type Meaning, signedProof } from '../../../mapping/meanings.ts'
import type { FactStatus, TrackingFact } from '../../../tracking-fact.ts'
import type { WireTracker, WireTrackingDetail } from '../wire.ts'

const byStatus = new Map<string, Meaning>([
  ['unknown', { status: 'unknown' }],
  ['pre_transit', { status: 'assigned' }],
  ['in_transit', { status: 'picked_up' }],
  ['out_for_delivery', { status: 'en_route_to_dropoff' }],
  ['available_for_pickup', { status: 'arrived_at_dropoff', condition: 'awaiting_collection' }],
  ['delivered', { status: 'delivered' }],
  ['return_to_sender', { status: 'returning' }],
  ['failure', { status: 'failed' }],
  ['cancelled', { status: 'cancelled' }],
  // The tracker has failed, not the delivery.
  ['error', { status: 'unknown' }],
])

/** Meaning that the status detail adds to the status. */
const byDetail = new Map<string, Omit<Meaning, 'status'>>([
  ['address_correction', { incident: 'incorrect_address', condition: 'on_hold' }],
  ['awaiting_information', { incident: 'unknown', condition: 'on_hold' }],
  ['damaged', { incident: 'damaged', condition: 'on_hold' }],
  ['delayed', { incident: 'unknown', condition: 'on_hold' }],
  ['delivery_exception', { incident: 'unknown', condition: 'on_hold' }],
  ['held', { incident: 'unknown', condition: 'on_hold' }],
  ['lost', { incident: 'lost' }],
  ['refused', { incident: 'recipient_refused' }],
  ['transit_exception', { incident: 'unknown', condition: 'on_hold' }],
  ['weather_delay', { incident: 'weather', condition: 'on_hold' }],
])

/** A failure with one of these details is not the end. */
const byFailure = new Map<string, FactStatus>([
  ['return', 'returning'],
  ['refused', 'returning'],
  // EasyPost has stopped to look for news of the parcel.
  ['expired', 'unknown'],
])

const ENDS: ReadonlySet<FactStatus> = new Set(['delivered', 'returned', 'failed', 'cancelled'])

function findMeaning(status: string | null, detail: string | null): Meaning {
  const base: Meaning = byStatus.get(status ?? 'unknown') ?? { status: 'unknown' }
  const added = byDetail.get(detail ?? '')
  const meant = (status === 'failure' && byFailure.get(detail ?? '')) || base.status
  // A delivered or cancelled parcel has no incident, and an ended one is not held up.
  if (meant === 'delivered' || meant === 'cancelled') return { status: meant }
  const incident = added?.incident ?? base.incident
  const condition = base.condition ?? added?.condition
  const isHeld = !ENDS.has(meant) && meant !== 'returning'
  return { status: meant, ...(incident && { incident }), ...(condition && isHeld && { condition }) }
}

/** The status of a job by the tracker's own status; `unknown` if there is none. */
export const toStatus = (status: string | null, detail: string | null): FactStatus => findMeaning(status, detail).status

/** The code as kept with the fact. A detail that says nothing is left out. */
const toRawCode = (status: string | null, detail: string | null): string =>
  detail === null || ['unknown', 'status_update', status].includes(detail)
    ? (status ?? 'unknown')
    : `${status ?? 'unknown'}/${detail}`

interface Context {
  carrierJobId: string
  /** Time zone of the dropoff, for dates without a time; null: not known. */
  timeZone: string | null
}

/**
 * The facts of a tracker, oldest first. EasyPost's details have no ids. A delivery after the return has begun is the delivery
 * to the sender.
 */
export function toFacts(tracker: WireTracker, context: Context): TrackingFact[] {
  const details = tracker.tracking_details
    .filter((detail): detail is WireTrackingDetail & { datetime: Date } => detail.datetime !== null)
    .toSorted((a, b) => a.datetime.getTime() - b.datetime.getTime())
  if (details.length === 0) return factOfTracker(tracker, context)
  const returnedFrom = details.findIndex(({ status, status_detail }) => toStatus(status, status_detail) === 'returning')
  return details.map((detail, index) => {
    const meaning = findMeaning(detail.status, detail.status_detail)
    const isReturned = meaning.status === 'delivered' && returnedFrom !== -1 && index > returnedFrom
    const isLast = index === details.length - 1
    return toFact(
      {
        rawCode: toRawCode(detail.status, detail.status_detail),
        meaning: isReturned ? { status: 'returned' } : meaning,
        occurredAt: detail.datetime,
        description: detail.message,
        place: detail.tracking_location,
        eta: isLast && !ENDS.has(meaning.status) ? readEta(tracker, context) : null,
        signedBy: tracker.signed_by,
      },
      context,
    )
  })
}

/** Uses a tracker's own status if it has no details. */
function factOfTracker(tracker: WireTracker, context: Context): TrackingFact[] {
  const { status, status_detail, updated_at: occurredAt, signed_by: signedBy } = tracker
  const meaning = findMeaning(status, status_detail)
  if (occurredAt === null || meaning.status === 'unknown') return []
  const rawCode = toRawCode(status, status_detail)
  const nothing = { description: null, place: null, eta: null }
  return [toFact({ rawCode, meaning, occurredAt, signedBy, ...nothing }, context)]
}

function toFact(
  report: {
    rawCode: string
    meaning: Meaning
    occurredAt: Date
    description: string | null
    place: WireTrackingDetail['tracking_location']
    eta: { fromAt: Date; toAt: Date } | null
    signedBy: string | null
  },
  { carrierJobId }: Context,
): TrackingFact {
  const { rawCode, meaning, occurredAt, description, place, eta, signedBy } = report
  const hasPlace = place !== null && (place.city !== null || place.country !== null)
  return {
    carrierEventId: null,
    carrierJobId,
    reference: null,
    rawCode,
    occurredAt,
    description,
    eta,
    status: meaning.status,
    condition: meaning.condition ?? null,
    incident: meaning.incident ?? null,
    // EasyPost converts to UTC.
    utcOffsetMinutes: null,
    location: hasPlace
      ? { latitude: null, longitude: null, accuracyM: null, city: place.city, country: place.country }
      : null,
    driver: null,
    pod: meaning.status === 'delivered' ? signedProof(signedBy, occurredAt) : null,
  }
}

/** When the parcel is expected; null: EasyPost does not say, or only a date at a place without a known zone. */
function readEta({ est_delivery_date: stated }: WireTracker, { timeZone }: Context) {
  const window = toWindow(stated, timeZone ?? 'UTC')
  if (window === null || (window.isDay && timeZone === null)) return null
  return { fromAt: window.isDay ? window.etaFromAt : window.etaToAt, toAt: window.etaToAt }
}

/** The time zone of the destination that the tracker names. EasyPost leaves the country out in the United States. */
export function findTimeZone({ carrier_detail }: WireTracker): string | null {
  const place = carrier_detail?.destination_tracking_location ?? null
  return place === null || (place.country === null && place.state === null) ? null : toTimeZone(place)
}

/** The time zone of an address of EasyPost. */
export const toTimeZone = ({ country, state }: { country: string | null; state: string | null }): string =>
  getTimeZone({ country: country ?? 'US', province: state, latitude: null, longitude: null })
