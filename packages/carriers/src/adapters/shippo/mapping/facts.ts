/** Pure: Shippo's tracking as facts. An unknown status is `unknown` with its code kept; nothing throws. */
import { getTimeZone } from '@waybill/contracts/values/time-zone'
import { toWindow } from '../../../mapping/delivery-window.ts'
import { attempted, held, type Meaning } from '../../../mapping/meanings.ts'
import { isEnd } from '../../../mapping/parcel-facts.ts'
import type { TrackingFact } from '../../../tracking-fact.ts'
import type { WireTrack, WireTrackingEvent } from '../wire.ts'

/** `status` of the reference ("Tracking status"). FAILURE is an issue, not an end: "does not indicate if or when" it is delivered. */
const byStatus: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['UNKNOWN', { status: 'unknown' }],
  ['PRE_TRANSIT', { status: 'assigned' }],
  ['TRANSIT', { status: 'picked_up' }],
  ['DELIVERED', { status: 'delivered' }],
  ['RETURNED', { status: 'returning' }],
  ['FAILURE', held()],
])

/** `substatus.code` of the reference ("Event definitions"). Others add nothing to the status. */
const bySubstatus: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['information_received', { status: 'assigned' }],
  ['out_for_delivery', { status: 'en_route_to_dropoff' }],
  ['delivery_attempted', attempted('recipient_not_available')],
  ['notice_left', attempted('recipient_not_available')],
  ['location_inaccessible', attempted('access_restricted')],
  ['pickup_available', { status: 'arrived_at_dropoff', condition: 'awaiting_collection' }],
  ['address_issue', held('incorrect_address')],
  ['package_damaged', held('damaged')],
  ['package_held', held()],
  ['contact_carrier', held()],
  ['reschedule_delivery', held()],
  ['package_undeliverable', held()],
  ['package_unclaimed', { status: 'returning', incident: 'recipient_not_available' }],
  ['return_to_sender', { status: 'returning' }],
  ['package_lost', { status: 'failed', incident: 'lost' }],
  ['package_disposed', { status: 'failed', incident: 'unknown' }],
])

function findMeaning({ status, substatus, status_details: details }: WireTrackingEvent): Meaning {
  const [code, detail] = [status?.toUpperCase() ?? '', substatus?.trim().toLowerCase() ?? '']
  const meaning = bySubstatus.get(detail) ?? byStatus.get(code) ?? { status: 'unknown' }
  // "In the process of being returned to sender, or has been successfully returned": only the carrier's words tell.
  const isBack = meaning.status === 'returning' && /\bdelivered\b/i.test(details ?? '')
  return isBack ? { ...meaning, status: 'returned' } : meaning
}

/** The job of a track. */
interface JobContext {
  carrierJobId: string
  reference: string | null
}

type DatedEvent = WireTrackingEvent & { at: Date }

/** All events, oldest first. The present status is the last of the history, or comes without one. */
function listEvents({ tracking_history, tracking_status }: WireTrack): DatedEvent[] {
  const dated = [...tracking_history, ...(tracking_status ? [tracking_status] : [])].flatMap((event) => {
    const at = event.status_date ?? event.object_created
    return at === null || event.status === null ? [] : [{ ...event, at }]
  })
  const byKey = new Map(dated.map((event) => [`${toRawCode(event)} ${event.at.getTime()}`, event]))
  return [...byKey.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const toRawCode = ({ status, substatus }: WireTrackingEvent): string =>
  substatus === null ? `${status}` : `${status}/${substatus}`

/** The facts of a track, oldest first. Events have no lasting ids. A delivery after the return has begun is one to the sender. */
export function toFacts(track: WireTrack, context: JobContext): TrackingFact[] {
  const events = listEvents(track)
  const returnedFrom = events.findIndex((event) => findMeaning(event).status === 'returning')
  return events.map((event, index) => {
    const isReturned = findMeaning(event).status === 'delivered' && returnedFrom !== -1 && index > returnedFrom
    const meaning: Meaning = isReturned ? { status: 'returned' } : findMeaning(event)
    const isLast = index === events.length - 1
    return toFact(event, meaning, { ...context, eta: isLast && !isEnd(meaning.status) ? readEta(track) : null })
  })
}

function toFact(
  event: DatedEvent,
  { status, condition, incident }: Meaning,
  context: JobContext & Pick<TrackingFact, 'eta'>,
): TrackingFact {
  const { at: occurredAt, location, status_details: description } = event
  const hasPlace = location !== null && (location.city !== null || location.country !== null)
  return {
    carrierEventId: null,
    rawCode: toRawCode(event),
    occurredAt,
    utcOffsetMinutes: null,
    description,
    driver: null,
    ...context,
    status,
    condition: condition ?? null,
    incident: incident ?? null,
    location: hasPlace ? { latitude: null, longitude: null, accuracyM: null, ...location } : null,
    pod:
      status === 'delivered'
        ? {
            type: 'delivery',
            capturedAt: occurredAt,
            photos: [],
            signature: null,
            pin: null,
            barcodes: [],
            recipient: null,
            location: null,
            notes: null,
          }
        : null,
  }
}

/** When the parcel is expected; null: Shippo does not say, or the place of the dropoff is not known. */
function readEta({ eta, address_to: place }: WireTrack) {
  const country = place?.country?.toUpperCase()
  if (country === undefined) return null
  const zone = getTimeZone({ country, province: place?.state ?? null, latitude: null, longitude: null })
  const window = toWindow(eta, zone)
  return window && { fromAt: window.isDay ? window.etaFromAt : window.etaToAt, toAt: window.etaToAt }
}
