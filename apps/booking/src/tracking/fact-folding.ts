/** Pure: what all reports of a job say together. */
import type { FactStatus } from '@waybill/carriers/tracking-fact'
import { finalBookingStatuses } from '@waybill/contracts/booking'
import type { Tracking } from '../bookings/booking.ts'
import type { Fact } from './stored-fact.ts'

/** Breaks ties between reports of the same time: the one further along the delivery wins. */
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

/** Below 0 if `b` outranks `a`: by finality, time, rank, key. A non-final report never outranks a final one. */
export const compareFacts = (a: Fact, b: Fact): number =>
  Number(isFinal(a)) - Number(isFinal(b)) ||
  a.occurredAt.getTime() - b.occurredAt.getTime() ||
  ranks[a.status] - ranks[b.status] ||
  byKey(a, b)

/** Folds all reports of one job. The order of arrival makes no difference. */
export function foldFacts(facts: readonly Fact[]): Tracking {
  const ordered = facts.toSorted(compareFacts)
  const decisive = ordered.findLast(({ status }) => status !== 'unknown')
  const driver = ordered.findLast((fact) => fact.driver !== null)?.driver ?? null
  const pod = ordered.findLast((fact) => fact.pod !== null)?.pod ?? null
  // An unmapped code without an incident or a condition says nothing; one with either holds until the next report.
  const latest = ordered.findLast(
    (fact) => fact.status !== 'unknown' || fact.incident !== null || fact.condition !== null,
  )
  return {
    ...(decisive === undefined || decisive.status === 'unknown'
      ? { status: null, statusAt: null }
      : { status: decisive.status, statusAt: decisive.occurredAt }),
    pickedUp: ordered.some(({ status }) => impliesPickup.has(status)),
    driver,
    incident: latest?.incident ?? null,
    condition: latest === undefined || isFinal(latest) ? null : latest.condition,
    pod,
  }
}
