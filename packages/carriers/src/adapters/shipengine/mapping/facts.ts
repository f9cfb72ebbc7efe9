/** Pure: ShipEngine's tracking as facts. An unknown status is `unknown` with its code kept; nothing throws. */
import type { IncidentCode } from '@waybill/contracts/booking'
import { getTimeZone } from '@waybill/contracts/values/time-zone'
import { toWindow } from '../../../mapping/delivery-window.ts'
import { attempted, held, type Meaning, signedProof, toCollect } from '../../../mapping/meanings.ts'
import { isEnd } from '../../../mapping/parcel-facts.ts'
import type { TrackingFact } from '../../../tracking-fact.ts'
import type { WireLabel, WireTracking, WireTrackingEvent } from '../wire.ts'
import { readLocalDate } from './offers.ts'

const returning = (incident: IncidentCode): Meaning => ({ status: 'returning', incident })

/** `status_code` of the reference (schema status_code). */
const byStatus = new Map<string, Meaning>([
  ['UN', { status: 'unknown' }],
  ['NY', { status: 'assigned' }],
  ['AC', { status: 'picked_up' }],
  ['IT', { status: 'picked_up' }],
  ['AT', attempted('recipient_not_available')],
  ['SP', toCollect],
  ['DE', { status: 'delivered' }],
  ['EX', held()],
])

const all = (codes: readonly string[], meaning: Meaning) => codes.map((code) => [code, meaning] as const)

/** `status_detail_code` of the reference (schema status_detail_code). Others add nothing to the status. */
const byDetail = new Map<string, Meaning>([
  ...all(['SHIPMENT_CREATED', 'AWAITING_PICKUP_DROP_OFF', 'ELEC_ADVICE_RECD_BY_CARRIER'], { status: 'assigned' }),
  ...all(['NOT_YET_RECEIVED_BY_CARRIER'], { status: 'assigned' }),
  ['PICKUP_FAILED', { status: 'assigned', incident: 'unknown' }],
  ['OUT_FOR_DELIVERY', { status: 'en_route_to_dropoff' }],
  ...all(['ATTEMPTED_DELIVERY', 'ATTEMPTED_DELIVERY_FINAL', 'CUSTOMER_CARDED'], attempted('recipient_not_available')),
  ['NO_ACCESS_TO_RECIPIENTS_ADDRESS', attempted('access_restricted')],
  ['CUSTOMER_IDENTIFICATION_FAILED', attempted('verification_failed')],
  ['COD_AMOUNT_NOT_PAID', attempted('unknown')],
  ...all(['AWAITING_COLLECTION_FROM_PICKUP_POINT', 'COLLECT_AT_LOCAL_PO'], toCollect),
  ...all(['CUSTOMER_TO_COLLECT_FROM_CARRIER', 'DELIVERED_TO_PICKUP_POINT'], toCollect),
  // The rest of the parcels is on its way.
  ...all(['DELIVERED_IN_PART', 'POST_TRANSIT_STATUS'], { status: 'unknown' }),
  ...all(['PARCEL_DAMAGED', 'PARCEL_REPACKED'], held('damaged')),
  ['ADDRESS_QUERY', held('incorrect_address')],
  ...all(['HELD_BY_CUSTOMS', 'DUTY_NOT_PAID'], held('customs_delay')),
  ...all(['HELD_BY_CARRIER_FOR_CLEARANCE_PRE_PROCESSING', 'INCORRECT_DECLARATION'], held('customs_documents')),
  ...all(['NOT_COLLECTED_FROM_PICKUP_POINT', 'NOT_DELIVERED'], returning('recipient_not_available')),
  ['CUSTOMER_MOVED', returning('incorrect_address')],
  ['REFUSED_BY_CUSTOMER', returning('recipient_refused')],
  ['RETURN_TO_SENDER', { status: 'returning' }],
  ['UNDELIVERABLE_RETURNED_TO_SENDER', { status: 'returned' }],
  ['PARCEL_LOST', { status: 'failed', incident: 'lost' }],
  ['PARCEL_DISPOSED', { status: 'failed', incident: 'unknown' }],
  ['HAZARDOUS_PROHIBITED', { status: 'failed', incident: 'regulatory' }],
  ['CANCELLED', { status: 'cancelled' }],
  // ShipEngine has stopped to look for news of the parcel.
  ['TRACKING_EXPIRED', { status: 'unknown' }],
])

interface Codes {
  status_code: string | null
  status_detail_code: string | null
}

function findMeaning({ status_code: status, status_detail_code: detail }: Codes): Meaning {
  return byDetail.get(detail?.toUpperCase() ?? '') ?? byStatus.get(status?.toUpperCase() ?? '') ?? { status: 'unknown' }
}

/** Facts of a label about the job of its tracking. */
interface JobContext {
  carrierJobId: string
  reference: string | null
  /** Time zone of the dropoff, for dates without a zone; null: not known. */
  timeZone: string | null
}

export function toContext(label: WireLabel): JobContext {
  const place = label.ship_to ?? label.shipment?.ship_to ?? null
  const country = place?.country_code?.toUpperCase() ?? null
  return {
    carrierJobId: label.label_id,
    reference: label.external_shipment_id ?? label.shipment?.external_shipment_id ?? null,
    timeZone:
      country === null
        ? null
        : getTimeZone({ country, province: place?.state_province ?? null, latitude: null, longitude: null }),
  }
}

type DatedEvent = WireTrackingEvent & { occurred_at: Date }

/**
 * The facts of a tracking log, oldest first. Events have no ids. Some carriers give their own code alone: the last event then has
 * the status of the log. A delivery after the return has begun is the delivery to the sender.
 */
export function toFacts(log: WireTracking, context: JobContext): TrackingFact[] {
  const events = log.events
    .filter((event): event is DatedEvent => event.occurred_at !== null)
    .toSorted((a, b) => a.occurred_at.getTime() - b.occurred_at.getTime())
  if (events.length === 0) return factOfDelivery(log, context)
  const coded = events.map((event, index) => {
    if (event.status_code !== null) return event
    const isLast = index === events.length - 1
    return isLast ? { ...event, status_code: log.status_code, status_detail_code: log.status_detail_code } : event
  })
  const returnedFrom = coded.findIndex((event) => findMeaning(event).status === 'returning')
  return coded.map((event, index) => {
    const isReturned = findMeaning(event).status === 'delivered' && returnedFrom !== -1 && index > returnedFrom
    const meaning: Meaning = isReturned ? { status: 'returned' } : findMeaning(event)
    const isLast = index === coded.length - 1
    return toFact(event, meaning, { ...context, eta: isLast && !isEnd(meaning.status) ? readEta(log, context) : null })
  })
}

/** A log without events may still say when the parcel was delivered. */
function factOfDelivery(log: WireTracking, context: JobContext): TrackingFact[] {
  const { actual_delivery_date: occurred_at } = log
  const meaning = findMeaning(log)
  if (occurred_at === null || meaning.status !== 'delivered') return []
  const nothing = { event_date: null, carrier_occurred_at: null, description: null, city_locality: null }
  const rest = { country_code: null, signer: null, event_code: null, carrier_status_code: null }
  const codes = { status_code: log.status_code, status_detail_code: log.status_detail_code }
  return [toFact({ ...nothing, ...rest, ...codes, occurred_at }, meaning, { ...context, eta: null })]
}

/** The code as kept with the fact: ShipEngine's, or the carrier's if there is none. */
function toRawCode({ status_code, status_detail_code, event_code, carrier_status_code }: WireTrackingEvent): string {
  if (status_code === null) return event_code ?? carrier_status_code ?? 'unknown'
  return status_detail_code === null ? status_code : `${status_code}/${status_detail_code}`
}

function toFact(
  event: DatedEvent,
  meaning: Meaning,
  { carrierJobId, reference, eta }: JobContext & Pick<TrackingFact, 'eta'>,
): TrackingFact {
  const { occurred_at: occurredAt, city_locality: city, country_code: country, signer } = event
  const hasPlace = city !== null || country !== null
  return {
    carrierEventId: null,
    carrierJobId,
    reference,
    rawCode: toRawCode(event),
    occurredAt,
    eta,
    description: event.description,
    driver: null,
    status: meaning.status,
    condition: meaning.condition ?? null,
    incident: meaning.incident ?? null,
    utcOffsetMinutes: readOffset(event),
    location: hasPlace ? { latitude: null, longitude: null, accuracyM: null, city, country } : null,
    pod: meaning.status === 'delivered' ? signedProof(signer, occurredAt) : null,
  }
}

const MAX_OFFSET_MINUTES = 14 * 60
const MS_PER_MINUTE = 60_000

/** The zone of the place: the carrier's local time against UTC. */
function readOffset({ occurred_at, carrier_occurred_at: local }: DatedEvent): number | null {
  const localMs = local === null ? Number.NaN : Date.parse(`${local.replace(/(Z|[+-]\d{2}:?\d{2})$/i, '')}Z`)
  const minutes = Math.round((localMs - occurred_at.getTime()) / MS_PER_MINUTE)
  return Math.abs(minutes) <= MAX_OFFSET_MINUTES && minutes % 15 === 0 ? minutes : null
}

/** When the parcel is expected; null: ShipEngine does not say, or the zone of the dropoff is not known. */
function readEta({ estimated_delivery_date: stated }: WireTracking, { timeZone }: JobContext) {
  const window = timeZone === null ? null : toWindow(readLocalDate(stated, null), timeZone)
  if (window === null) return null
  return { fromAt: window.isDay ? window.etaFromAt : window.etaToAt, toAt: window.etaToAt }
}
