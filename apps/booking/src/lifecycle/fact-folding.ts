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

/** The reports of the job's state at the time of one of them, itself included. */
export const factsUntil = (facts: readonly Fact[], last: Fact): Fact[] =>
  facts.filter(
    (fact) =>
      fact.occurredAt < last.occurredAt ||
      (fact.occurredAt.getTime() === last.occurredAt.getTime() && compareFacts(fact, last) <= 0),
  )

const toEta = ({ eta, occurredAt }: Fact): Eta | null =>
  eta ? { fromAt: new Date(eta.from), toAt: new Date(eta.to), updatedAt: occurredAt, source: 'carrier' } : null

/**
 * Folds all reports of one job. The order of arrival makes no difference. If the decisive report has a status that only a
 * later version knows, the fold implies none: the booking keeps the status that the later version gave it.
 */
export function foldFacts(facts: readonly Fact[]): Tracking {
  const ordered = facts.toSorted(compareFacts)
  const decisive = ordered.findLast(({ status }) => status !== 'unknown')
  const driver = ordered.findLast((fact) => fact.driver !== null)?.driver ?? null
  const pod = ordered.findLast((fact) => fact.pod !== null)?.pod ?? null
  // An unmapped code without an incident or a condition says nothing; one with either holds until the next report.
  const latest = ordered.findLast(
    (fact) => fact.status !== 'unknown' || fact.incident !== null || fact.condition !== null,
  )
  const withEta = ordered.findLast(({ eta }) => eta != null)
  const located = ordered.findLast(({ location }) => location !== null)
  return {
    ...(decisive === undefined || decisive.status === 'unknown' || !isKnown(decisive.status)
      ? { status: null, statusAt: null }
      : { status: decisive.status, statusAt: decisive.occurredAt }),
    pickedUp: ordered.some(({ status }) => impliesPickup.has(status)),
    driver,
    incident: latest?.incident ?? null,
    condition: latest === undefined || isFinal(latest) ? null : latest.condition,
    pod,
    reportedEta: withEta ? toEta(withEta) : null,
    position: located?.location ? { ...located.location, at: located.occurredAt } : null,
  }
}
