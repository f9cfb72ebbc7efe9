/**
 * Pure: how many sends of one process may run at the same time, in total, per environment and per origin of receivers.
 * Why, and where the rules come from: docs/decisions/0012.
 */

/** Environment and origin of a send. */
export interface Destination {
  environmentId: string
  /** Scheme, host and port of the receiver. */
  origin: string
}

/** Concurrent sends of one process. */
export interface SendLimits {
  process: number
  environment: number
  /** An environment gets at most half of an origin's sends, and always one. */
  origin: number
}

/** Limit that keeps a send from starting. */
export type SendLimit = keyof SendLimits

/**
 * An environment may have at most this many times as many sends in flight as slots are free. However many environments
 * do their worst, a few slots stay free for one that has nothing in flight.
 */
const SENDS_PER_FREE_SLOT = 4

/** Environments whose last start is remembered. */
const REMEMBERED_STARTS = 10_000

/** Sends in flight. */
export interface SendCounts {
  readonly total: number
  /** Environments with sends in flight. */
  environments(): Iterable<string>
  ofEnvironment(environmentId: string): number
  ofOrigin(origin: string): number
  /** Orders environments by when they last started a send; 0: never, or long ago. */
  lastStart(environmentId: string): number
  /** Sends of this environment to this origin. */
  at(destination: Destination): number
  add(destination: Destination): void
  remove(destination: Destination): void
  /** A copy that changes independently. */
  copy(): SendCounts
  /** Environments and origins with as many sends in flight as they may have. */
  countFull(limits: SendLimits): { environment: number; origin: number }
}

export function createSendCounts(
  byEnvironment = new Map<string, number>(),
  byOrigin = new Map<string, number>(),
  byBoth = new Map<string, number>(),
  initialTotal = 0,
): SendCounts {
  let total = initialTotal
  let starts = 0
  const lastStarts = new Map<string, number>()
  const change = (by: 1 | -1, { environmentId, origin }: Destination) => {
    total += by
    increase(byEnvironment, environmentId, by)
    increase(byOrigin, origin, by)
    increase(byBoth, `${environmentId} ${origin}`, by)
  }
  return {
    get total() {
      return total
    },
    environments: () => byEnvironment.keys(),
    ofEnvironment: (environmentId) => byEnvironment.get(environmentId) ?? 0,
    ofOrigin: (origin) => byOrigin.get(origin) ?? 0,
    at: ({ environmentId, origin }) => byBoth.get(`${environmentId} ${origin}`) ?? 0,
    lastStart: (environmentId) => lastStarts.get(environmentId) ?? 0,
    add(destination) {
      change(1, destination)
      starts += 1
      lastStarts.delete(destination.environmentId)
      lastStarts.set(destination.environmentId, starts) // the latest at the end
      const [oldest] = lastStarts.keys()
      if (lastStarts.size > REMEMBERED_STARTS && oldest !== undefined) lastStarts.delete(oldest)
    },
    remove: (destination) => change(-1, destination),
    copy: () => createSendCounts(new Map(byEnvironment), new Map(byOrigin), new Map(byBoth), total),
    countFull: (limits) => ({
      environment: countAtLeast(byEnvironment, limits.environment),
      origin: countAtLeast(byOrigin, limits.origin),
    }),
  }
}

/** Changes a count, and keeps no zeros: environments come and go. */
export function increase(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

const countAtLeast = (counts: ReadonlyMap<string, number>, limit: number) =>
  [...counts.values()].filter((count) => count >= limit).length

/** The limit that keeps one more send to this destination from starting; null if it may start. */
export function reachedLimit(counts: SendCounts, limits: SendLimits, destination: Destination): SendLimit | null {
  return reachedByOrigin(counts, limits, destination) ?? reachedByEnvironment(counts, limits, destination.environmentId)
}

/** The same for the limit of the origin only. */
export function reachedByOrigin(counts: SendCounts, limits: SendLimits, destination: Destination): 'origin' | null {
  const own = counts.at(destination)
  if (own === 0) return null
  return own >= Math.ceil(limits.origin / 2) || counts.ofOrigin(destination.origin) >= limits.origin ? 'origin' : null
}

/** The same for the limits that hold whatever the origin. */
export function reachedByEnvironment(
  counts: SendCounts,
  limits: SendLimits,
  environmentId: string,
): 'environment' | 'process' | null {
  if (counts.ofEnvironment(environmentId) >= limits.environment) return 'environment'
  return freeSlotsFor(counts, limits, environmentId) === 0 ? 'process' : null
}

/** How many more sends an environment may start, whatever their origin. */
export function freeSlotsFor(counts: SendCounts, limits: SendLimits, environmentId: string): number {
  const own = counts.ofEnvironment(environmentId)
  const free = Math.max(0, limits.process - counts.total)
  // After n more sends, own + n are in flight and free - n slots are free. One more may start while own + n < 4 (free - n).
  const whileSlotsStayFree = Math.ceil((SENDS_PER_FREE_SLOT * free - own) / (SENDS_PER_FREE_SLOT + 1))
  return Math.max(0, Math.min(limits.environment - own, whileSlotsStayFree))
}
