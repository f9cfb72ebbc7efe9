/** Pure: what the reports of a job say of each of its parcels, and what those say together. */
import { isJoint } from '@waybill/carriers/mapping/parcel-facts'
import type { FactStatus } from '@waybill/carriers/tracking-fact'
import { finalBookingStatuses, type IncidentCode } from '@waybill/contracts/booking'
import type { BookedParcel } from '@waybill/contracts/bookings/booked-parcel'
import type { BookingRecord, Tracking } from '../bookings/booking.ts'
import type { Condition } from '../facts/condition.ts'
import { type Fact, findParcel } from '../facts/stored-fact.ts'
import { compareFacts, factsUntil, foldFacts } from './fact-folding.ts'

type Expected = Pick<BookingRecord, 'parcels'> & { shipment: { parcels: readonly unknown[] } }
type Status = Exclude<FactStatus, 'unknown'>

/** The folded reports of one parcel. */
interface ParcelTracking {
  status: Status | null
  statusAt: Date | null
  /** A report says that it is lost or ruined, even if another one says more. */
  hasFailed: boolean
  pickedUp: boolean
  condition: Condition | null
  incident: IncidentCode | null
  refund: BookedParcel['refund']
  trackingNumber: string | null
}

/** A later one outranks those before it: a parcel whose label is void is not missed. */
const ends = ['failed', 'cancelled', 'delivered', 'returned'] as const satisfies readonly Status[]

const isEnd = (status: FactStatus | null): boolean =>
  (finalBookingStatuses as readonly (string | null)[]).includes(status)

/** From the least advanced on. */
const onTheWay = [
  'assigned',
  'reassigning',
  'en_route_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'returning',
] as const satisfies readonly Status[]

/** The worst first. */
const conditions: readonly Condition[] = ['on_hold', 'delivery_attempted', 'awaiting_collection']

/**
 * Folds all reports of a job. Those about single parcels give each its own status, and the job the one that follows from all: while
 * one is on its way, that of the least advanced. The order of arrival makes no difference.
 */
export function foldReports(facts: readonly Fact[], booking: Expected, places = locate(facts, booking)): Tracking {
  const whole = foldFacts(facts)
  const count = booking.shipment.parcels.length
  if (!facts.some(({ parcel }) => parcel)) return whole
  const ofParcels = Map.groupBy(facts, (fact) => places.get(fact) ?? null)
  const shared = facts.filter(({ parcel }) => !parcel)
  const parcels = Array.from({ length: count }, (_, index) => foldParcel(ofParcels.get(index) ?? [], shared))
  const shown = parcels.map((parcel, index) => toBookedParcel(parcel, booking.parcels?.[index]))
  if (count === 1) return { ...whole, parcels: shown.map((parcel) => ({ ...parcel, status: null })) }
  const joined = join(parcels)
  // The proof of one parcel proves the job once that is delivered.
  const pod = joined.status === 'delivered' ? whole.pod : foldFacts(shared).pod
  return { ...whole, ...joined, pod, parcels: shown }
}

/** The folded reports until each of `latest`, that one included. `facts`: all of the job. */
export function foldUntilEach(facts: readonly Fact[], latest: readonly Fact[], booking: Expected): [Fact, Tracking][] {
  const places = locate(facts, booking)
  return latest.map((fact) => [fact, foldReports(factsUntil(facts, fact), booking, places)])
}

/** The parcel of each report: found once, since the reports of a job are folded again for each of them. */
const locate = (facts: readonly Fact[], booking: Expected): ReadonlyMap<Fact, number | null> =>
  new Map(facts.map((fact) => [fact, findParcel(fact, booking)]))

const toBookedParcel = (
  { status, incident, refund, trackingNumber }: ParcelTracking,
  known: BookedParcel | undefined,
): BookedParcel => ({
  trackingNumber,
  trackingUrl: null,
  price: null,
  ...known,
  ...(known?.trackingNumber == null && trackingNumber !== null && { trackingNumber }),
  status,
  incident,
  refund: refund ?? known?.refund ?? null,
})

/**
 * `own`: the reports about the parcel; `shared`: those about the whole job, which count for each parcel. How all parcels ended
 * together counts only for one whose own end is not known.
 */
function foldParcel(own: readonly Fact[], shared: readonly Fact[]): ParcelTracking {
  const named = own.map((fact): Fact => {
    const { status = 'unknown', incident = null } = fact.parcel ?? {}
    return { ...fact, status, incident }
  })
  const all = [...named, ...shared]
  const counted = all.filter((fact) => !isJoint(fact))
  const end = ends.findLast((each) => counted.some(({ status }) => status === each))
  const { status, statusAt, pickedUp, condition, incident } = foldFacts(
    end ? counted.filter((fact) => fact.status === end) : all,
  )
  const ordered = own.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || compareFacts(a, b))
  return {
    status,
    statusAt,
    hasFailed: status === 'failed' || counted.some((fact) => fact.status === 'failed'),
    pickedUp: pickedUp || foldFacts(all).pickedUp,
    condition: isEnd(status) ? null : condition,
    incident,
    refund: ordered.findLast(({ parcel }) => parcel?.refund)?.parcel?.refund ?? null,
    trackingNumber: ordered.findLast(({ parcel }) => parcel?.trackingNumber)?.parcel?.trackingNumber ?? null,
  }
}

/** The status of the job by those of its parcels. Source: the table in docs/states.md. */
function join(parcels: readonly ParcelTracking[]) {
  const pickedUp = parcels.some((parcel) => parcel.pickedUp)
  const open = parcels.filter(({ status }) => !isEnd(status))
  const times = parcels.flatMap(({ statusAt }) => statusAt ?? [])
  const statusAt = times.length === 0 ? null : new Date(Math.max(...times.map((at) => at.getTime())))
  if (open.length === 0) {
    const status = joinEnds(parcels)
    const incident =
      parcels.findLast((parcel) => parcel.status === status && parcel.incident !== null)?.incident ?? null
    return { ...reached(status, statusAt), pickedUp, incident, condition: null }
  }
  const held = conditions.flatMap((condition) => open.filter((parcel) => parcel.condition === condition)).at(0)
  const incident = held?.incident ?? parcels.findLast((parcel) => parcel.incident !== null)?.incident ?? null
  const condition = held?.condition ?? null
  const least = onTheWay.find((each) => open.some(({ status }) => (status ?? 'assigned') === each))
  const hasLeft = least === undefined || onTheWay.indexOf(least) >= onTheWay.indexOf('picked_up')
  const status = pickedUp && !hasLeft ? 'picked_up' : (least ?? null)
  return { ...reached(status, statusAt), pickedUp, incident, condition }
}

/** Without a time no report implies a status. */
const reached = (status: Status | null, statusAt: Date | null) =>
  status === null || statusAt === null ? ({ status: null, statusAt: null } as const) : { status, statusAt }

/** Cancelled parcels do not count beside others. */
function joinEnds(parcels: readonly ParcelTracking[]): Status {
  const counted = parcels.filter(({ status }) => status !== 'cancelled')
  if (counted.length === 0) return parcels.some(({ hasFailed }) => hasFailed) ? 'failed' : 'cancelled'
  return (['failed', 'returned'] as const).find((end) => counted.some(({ status }) => status === end)) ?? 'delivered'
}
