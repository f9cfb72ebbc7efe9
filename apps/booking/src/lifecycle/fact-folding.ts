/** Pure: what all reports of a job say together. */
import type { FactStatus } from '@waybill/carriers/tracking-fact'
import { type Eta, finalBookingStatuses } from '@waybill/contracts/booking'
import type { Tracking } from '../bookings/booking.ts'
import type { Fact } from '../facts/stored-fact.ts'

/**
 * Among reports of the same time, the one further along the delivery wins; among final ones, whatever their times: a delivery
 * corrects a loss, and a return corrects both.
 */
const ranks = {
  unknown: 0,
  assigned: 1,
  reassigning: 2,
  en_route_to_pickup: 3,
  arrived_at_pickup: 4,
  picked_up: 5,
  en_route_to_dropoff: 6,
  arrived_at_dropoff: 7,
  returning: 8,
  cancelled: 9,
  failed: 10,
  delivered: 11,
  returned: 12,
} as const satisfies Record<FactStatus, number>

/** Whether this version knows the status. A later version may have stored one that it has added. */
const isKnown = (status: FactStatus): boolean => status in ranks

const rank = (status: FactStatus): number => (isKnown(status) ? ranks[status] : ranks.unknown)

const isFinal = ({ status }: Fact): boolean => (finalBookingStatuses as readonly FactStatus[]).includes(status)

const impliesPickup: ReadonlySet<FactStatus> = new Set([
  'picked_up',
  'en_route_to_dropoff',
  'arrived_at_dropoff',
  'delivered',
  'returning',
  'returned',
])

const byKey = (a: Fact, b: Fact): number => (a.factKey < b.factKey ? -1 : a.factKey > b.factKey ? 1 : 0)

/**
 * Below 0 if `b` outranks `a`. A non-final report never outranks a final one. Non-final ones compare by time, then rank; final
 * ones by rank, then time, so that each further report leads to a status that the shipment can also reach.
 */
export function compareFacts(a: Fact, b: Fact): number {
  const byFinality = Number(isFinal(a)) - Number(isFinal(b))
  const byTime = a.occurredAt.getTime() - b.occurredAt.getTime()
  const byRank = rank(a.status) - rank(b.status)
  return byFinality || (isFinal(a) ? byRank || byTime : byTime || byRank) || byKey(a, b)
}

/** In the order in which what they report happened. */
export const byTime = (a: Fact, b: Fact): number =>
  a.occurredAt.getTime() - b.occurredAt.getTime() || compareFacts(a, b)

/** Those of the counted reports that say where the job is. */
export interface Standing {
  decisive: Fact | null
  /** The last that says anything of its trouble. */
  latest: Fact | null
  pickedUp: boolean
}

/** Without reports. */
export const noStanding: Standing = { decisive: null, latest: null, pickedUp: false }

/** The standing by one report. An unmapped code without an incident or a condition says nothing; one with either holds until the next report. */
export const toStanding = (fact: Fact): Standing => ({
  decisive: fact.status === 'unknown' ? null : fact,
  latest: fact.status === 'unknown' && fact.incident === null && fact.condition === null ? null : fact,
  pickedUp: impliesPickup.has(fact.status),
})

const greater = (a: Fact | null, b: Fact | null): Fact | null =>
  a === null || (b !== null && compareFacts(a, b) <= 0) ? b : a

/** The standing by the reports of both. The order makes no difference. */
export const combine = (a: Standing, b: Standing): Standing => ({
  decisive: greater(a.decisive, b.decisive),
  latest: greater(a.latest, b.latest),
  pickedUp: a.pickedUp || b.pickedUp,
})

/**
 * If the decisive report has a status that only a later version knows, it implies none: the booking keeps the status that the later
 * version gave it.
 */
export const readStanding = ({ decisive, latest, pickedUp }: Standing) => ({
  ...(decisive === null || decisive.status === 'unknown' || !isKnown(decisive.status)
    ? ({ status: null, statusAt: null } as const)
    : { status: decisive.status, statusAt: decisive.occurredAt }),
  pickedUp,
  incident: latest?.incident ?? null,
  condition: latest === null || isFinal(latest) ? null : latest.condition,
})

const toEta = ({ eta, occurredAt }: Fact): Eta | null =>
  eta ? { fromAt: new Date(eta.from), toAt: new Date(eta.to), updatedAt: occurredAt, source: 'carrier' } : null

/** Folds all reports of one job. The order of arrival makes no difference. */
export function foldFacts(facts: readonly Fact[]): Tracking {
  const last = (is: (fact: Fact) => boolean) =>
    facts.reduce<Fact | null>((found, fact) => (is(fact) ? greater(found, fact) : found), null)
  const withEta = last(({ eta }) => eta != null)
  const located = last(({ location }) => location !== null)
  return {
    ...readStanding(facts.map(toStanding).reduce(combine, noStanding)),
    driver: last(({ driver }) => driver !== null)?.driver ?? null,
    pod: last(({ pod }) => pod !== null)?.pod ?? null,
    reportedEta: withEta ? toEta(withEta) : null,
    position: located?.location ? { ...located.location, at: located.occurredAt } : null,
  }
}
