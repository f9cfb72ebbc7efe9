/** Pure: which of the due deliveries are sent first. */
import {
  type Destination,
  reachedByEnvironment,
  reachedByOrigin,
  type SendCounts,
  type SendLimit,
  type SendLimits,
} from './send-limits.ts'

/** A due delivery. */
export interface Candidate extends Destination {
  /** Lower goes first within an environment. */
  rank: number
  /** Deliveries of its endpoint that come before it, including those in flight. */
  turn: number
  /** Due time in ms, or any number that orders deliveries in the same way. */
  dueAt: number
}

interface Choice<C extends Candidate> {
  /** In the order in which to send them. */
  chosen: C[]
  /** Why the others were left out, as far as limits of sends are the reason. */
  refused: { limit: SendLimit; destination: Destination }[]
}

/**
 * Chooses at most `most` deliveries that may start together. The environment with the fewest sends in flight goes first,
 * of equals the one whose last start is longest ago; within it the lower rank, and then the endpoint with the fewest. The
 * slots of an origin go to environments in the same way, by what each has in flight there.
 */
export function chooseFairly<C extends Candidate>(
  candidates: readonly C[],
  { counts, limits, most }: { counts: SendCounts; limits: SendLimits; most: number },
): Choice<C> {
  const refused: Choice<C>['refused'] = []
  const inOrder = candidates.toSorted((a, b) => a.rank - b.rank || a.turn - b.turn || a.dueAt - b.dueAt)
  const lastStart = ({ environmentId }: C) => counts.lastStart(environmentId)

  const atOrigins = counts.copy()
  const fitting = new Set<C>()
  const byBoth = ({ environmentId, origin }: C) => `${environmentId} ${origin}`
  for (const candidate of inTurns(inOrder, { toGroup: byBoth, inFlight: counts.at, lastStart })) {
    const limit = reachedByOrigin(atOrigins, limits, candidate)
    if (limit === null) {
      fitting.add(candidate)
      atOrigins.add(candidate)
    } else refused.push({ limit, destination: candidate })
  }

  const inAll = counts.copy()
  const chosen: C[] = []
  const remaining = inOrder.filter((candidate) => fitting.has(candidate))
  const toGroup = ({ environmentId }: C) => environmentId
  const inFlight = ({ environmentId }: C) => counts.ofEnvironment(environmentId)
  for (const candidate of inTurns(remaining, { toGroup, inFlight, lastStart })) {
    if (chosen.length === most) break
    const limit = reachedByEnvironment(inAll, limits, candidate.environmentId)
    if (limit === null) {
      chosen.push(candidate)
      inAll.add(candidate)
    } else refused.push({ limit, destination: candidate })
  }
  return { chosen, refused }
}

/**
 * Orders candidates by how many of their group come before them, including those in flight: the order in which the group
 * with the fewest is always next.
 */
function inTurns<C>(
  candidates: readonly C[],
  by: { toGroup: (candidate: C) => string; inFlight: (first: C) => number; lastStart: (candidate: C) => number },
): C[] {
  const taken = new Map<string, number>()
  return candidates
    .map((candidate) => {
      const group = by.toGroup(candidate)
      const turn = taken.get(group) ?? by.inFlight(candidate)
      taken.set(group, turn + 1)
      return { candidate, turn, lastStart: by.lastStart(candidate) }
    })
    .sort((a, b) => a.turn - b.turn || a.lastStart - b.lastStart)
    .map(({ candidate }) => candidate)
}
