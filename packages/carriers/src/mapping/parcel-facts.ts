/** Pure: the facts of a job whose parcels the carrier reports one by one. */
import type { FactStatus, ReportedParcel, TrackingFact } from '../tracking-fact.ts'

const ENDS: readonly FactStatus[] = ['delivered', 'returned', 'failed', 'cancelled']

/** Whether nothing follows after this status but corrections. */
export const isEnd = (status: FactStatus): boolean => ENDS.includes(status)

/**
 * How a job of several parcels ended; null: one of them is on its way. Cancelled ones do not count beside others. Of the others the
 * worst counts, and a return more than a delivery.
 */
export function jointEnd(statuses: readonly FactStatus[]): FactStatus | null {
  if (statuses.length === 0 || !statuses.every(isEnd)) return null
  return (['failed', 'returned', 'delivered'] as const).find((status) => statuses.includes(status)) ?? 'cancelled'
}

/** The status of a job by its facts, oldest first; `assigned` if they tell none. */
export function statusByFacts(facts: readonly Pick<TrackingFact, 'status'>[]): FactStatus {
  const known = facts.filter(({ status }) => status !== 'unknown')
  const last = known.findLast(({ status }) => isEnd(status)) ?? known.at(-1)
  return last?.status ?? 'assigned'
}

/** The parcel of facts: its tracking number, and what they say of its refund. */
export interface ParcelOfFacts {
  trackingNumber: string | null
  facts: readonly TrackingFact[]
}

/**
 * The fact, as one of the parcel at this position of so many, if that is known. The end of the parcel is not that of the job: it is
 * `unknown`. The proof of a delivered parcel stays with its fact.
 */
export function toParcelFact(
  fact: TrackingFact,
  { position, count, trackingNumber }: Pick<ReportedParcel, 'position' | 'trackingNumber'> & { count: number | null },
): TrackingFact {
  const { status, incident, pod } = fact
  const parcel = { ...fact.parcel, position, trackingNumber, status, incident }
  const name = count === null ? `Parcel ${position}` : `Parcel ${position} of ${count}`
  const description = [name, fact.description].filter((part) => part !== null).join(': ')
  const named = { ...fact, rawCode: `${fact.rawCode}#${position}`, description, parcel }
  if (!isEnd(status)) return named
  return { ...named, status: 'unknown', incident: null, condition: null, pod: status === 'delivered' ? pod : null }
}

const JOINT = 'all_'

/** Whether the fact only says how all parcels ended together. */
export const isJoint = ({ rawCode, status, parcel }: Pick<TrackingFact, 'rawCode' | 'status' | 'parcel'>): boolean =>
  !parcel && rawCode === `${JOINT}${status}`

/** The facts of all parcels, and a last one with the joint end when all have ended. */
export function factsOfParcels(parcels: readonly ParcelOfFacts[]): TrackingFact[] {
  const count = parcels.length
  const facts = parcels.flatMap(({ facts: own, trackingNumber }, index) =>
    own.map((fact) => toParcelFact(fact, { position: index + 1, count, trackingNumber })),
  )
  const ends = parcels.flatMap(({ facts: own }) => own.findLast(({ status }) => isEnd(status)) ?? [])
  const end = ends.length === count ? jointEnd(ends.map(({ status }) => status)) : null
  const last = ends.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime()).at(-1)
  if (end === null || last === undefined) return facts
  const joint = {
    ...last,
    rawCode: `${JOINT}${end}`,
    status: end,
    description: `All ${count} parcels have ended.`,
    pod: end === 'delivered' ? last.pod : null,
    parcel: null,
  }
  return [...facts, joint]
}
