/** Pure: the facts of a job whose parcels the carrier reports one by one. */
import type { FactStatus, TrackingFact } from '../tracking-fact.ts'

const ENDS: readonly FactStatus[] = ['delivered', 'returned', 'failed', 'cancelled']

/** Whether nothing follows after this status but corrections. */
export const isEnd = (status: FactStatus): boolean => ENDS.includes(status)

/** How a job of several parcels ended; null: one of them is on its way. */
export function jointEnd(statuses: readonly FactStatus[]): FactStatus | null {
  const [first] = statuses
  if (first === undefined || !statuses.every(isEnd)) return null
  return statuses.every((status) => status === first) ? first : 'failed'
}

/** The status of a job by its facts, oldest first; `assigned` if they tell none. */
export function statusByFacts(facts: readonly Pick<TrackingFact, 'status'>[]): FactStatus {
  const known = facts.filter(({ status }) => status !== 'unknown')
  const last = known.findLast(({ status }) => isEnd(status)) ?? known.at(-1)
  return last?.status ?? 'assigned'
}

/**
 * The facts of all parcels. The end of one parcel is not the end of the job: such a fact has the status `unknown`, and a last
 * one with the joint end follows when all have ended.
 */
export function factsOfParcels(parcels: readonly (readonly TrackingFact[])[]): TrackingFact[] {
  const count = parcels.length
  const facts = parcels.flatMap((parcel, index) =>
    parcel.map((fact): TrackingFact => {
      const description = [`Parcel ${index + 1} of ${count}`, fact.description]
        .filter((part) => part !== null)
        .join(': ')
      const rawCode = `${fact.rawCode}#${index + 1}`
      return isEnd(fact.status)
        ? { ...fact, rawCode, description, status: 'unknown', incident: null, condition: null, pod: null }
        : { ...fact, rawCode, description }
    }),
  )
  const ends = parcels.flatMap((parcel) => parcel.findLast(({ status }) => isEnd(status)) ?? [])
  const end = ends.length === count ? jointEnd(ends.map(({ status }) => status)) : null
  const last = ends.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime()).at(-1)
  return end === null || last === undefined
    ? facts
    : [
        ...facts,
        {
          ...last,
          rawCode: `all_${end}`,
          status: end,
          description: `All ${count} parcels have ended.`,
          pod: end === 'delivered' ? last.pod : null,
        },
      ]
}
