/** Pure: what the reports of a job say of each of its parcels, and what those say together. */
import { isJoint } from '@waybill/carriers/mapping/parcel-facts'
import type { FactStatus } from '@waybill/carriers/tracking-fact'
import { finalBookingStatuses, type IncidentCode } from '@waybill/contracts/booking'
import type { BookedParcel } from '@waybill/contracts/bookings/booked-parcel'
import type { BookingRecord, Tracking } from '../bookings/booking.ts'
import type { Condition } from '../facts/condition.ts'
import { type Fact, findParcel } from '../facts/stored-fact.ts'
import { byTime, combine, foldFacts, noStanding, readStanding, type Standing, toStanding } from './fact-folding.ts'

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
export function foldReports(facts: readonly Fact[], booking: Expected): Tracking {
  const whole = foldFacts(facts)
  if (!facts.some(({ parcel }) => parcel)) return whole
  const fold = new JobFold(booking)
  for (const fact of facts) fold.add(fact)
  const shown = fold.parcels().map((parcel, index) => toBookedParcel(parcel, booking.parcels?.[index]))
  if (shown.length === 1) return { ...whole, parcels: shown.map((parcel) => ({ ...parcel, status: null })) }
  const joined = fold.read()
  // The proof of one parcel proves the job once that is delivered.
  const pod = joined.status === 'delivered' ? whole.pod : foldFacts(facts.filter(({ parcel }) => !parcel)).pod
  return { ...whole, ...joined, pod, parcels: shown }
}

type Position = Pick<Tracking, 'status' | 'pickedUp' | 'condition'>

/** Where the job was as of each of `latest`, that one included. `facts`: all of the job, each of which is folded once. */
export function foldUntilEach(facts: readonly Fact[], latest: readonly Fact[], booking: Expected): [Fact, Position][] {
  const wanted = new Set(latest.map(({ factKey }) => factKey))
  const positions = new Map<string, Position>()
  const fold = new JobFold(booking)
  for (const fact of facts.toSorted(byTime)) {
    fold.add(fact)
    if (wanted.has(fact.factKey)) positions.set(fact.factKey, fold.read())
  }
  return latest.map((fact) => [fact, positions.get(fact.factKey) ?? fold.read()])
}

type End = (typeof ends)[number]

/** Reports about one parcel, or about the whole job. */
interface Reports {
  all: Standing
  /** By the end that they report. How all parcels ended together is not among them. */
  byEnd: Partial<Record<End, Standing>>
}

const noReports: Reports = { all: noStanding, byEnd: {} }

function withReport({ all, byEnd }: Reports, fact: Fact): Reports {
  const standing = toStanding(fact)
  const end = isJoint(fact) ? undefined : ends.find((each) => each === fact.status)
  return {
    all: combine(all, standing),
    byEnd: end ? { ...byEnd, [end]: combine(byEnd[end] ?? noStanding, standing) } : byEnd,
  }
}

interface OwnReports extends Reports {
  refunded: Fact | null
  numbered: Fact | null
}

const later = (a: Fact | null, b: Fact): Fact => (a !== null && byTime(a, b) > 0 ? a : b)

/** The reports of a job, added one by one. */
class JobFold {
  readonly #booking: Expected
  #whole = noStanding
  #shared = noReports
  #isOfParcels = false
  readonly #own: OwnReports[]
  /** Null: not folded since its last report. */
  readonly #folded: (ParcelTracking | null)[]

  constructor(booking: Expected) {
    this.#booking = booking
    this.#own = booking.shipment.parcels.map(() => ({ ...noReports, refunded: null, numbered: null }))
    this.#folded = this.#own.map(() => null)
  }

  add(fact: Fact): void {
    this.#whole = combine(this.#whole, toStanding(fact))
    if (!fact.parcel) {
      this.#shared = withReport(this.#shared, fact)
      this.#folded.fill(null)
      return
    }
    this.#isOfParcels = true
    const index = findParcel(fact, this.#booking)
    const own = index === null ? undefined : this.#own[index]
    if (index === null || own === undefined) return
    const { status, incident, refund, trackingNumber } = fact.parcel
    this.#own[index] = {
      ...withReport(own, { ...fact, status, incident }),
      refunded: refund ? later(own.refunded, fact) : own.refunded,
      numbered: trackingNumber ? later(own.numbered, fact) : own.numbered,
    }
    this.#folded[index] = null
  }

  parcels(): ParcelTracking[] {
    return this.#own.map((own, index) => {
      const folded = this.#folded[index] ?? foldParcel(own, this.#shared)
      this.#folded[index] = folded
      return folded
    })
  }

  read(): ReturnType<typeof readStanding> {
    return this.#isOfParcels && this.#own.length > 1 ? join(this.parcels()) : readStanding(this.#whole)
  }
}

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
function foldParcel(own: OwnReports, shared: Reports): ParcelTracking {
  const end = ends.findLast((each) => own.byEnd[each] ?? shared.byEnd[each])
  const all = combine(own.all, shared.all)
  const ofEnd = end && combine(own.byEnd[end] ?? noStanding, shared.byEnd[end] ?? noStanding)
  const { status, statusAt, condition, incident } = readStanding(ofEnd ?? all)
  return {
    status,
    statusAt,
    hasFailed: status === 'failed' || (own.byEnd.failed ?? shared.byEnd.failed) !== undefined,
    pickedUp: all.pickedUp,
    condition: isEnd(status) ? null : condition,
    incident,
    refund: own.refunded?.parcel?.refund ?? null,
    trackingNumber: own.numbered?.parcel?.trackingNumber ?? null,
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
