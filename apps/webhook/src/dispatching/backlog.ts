import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import type { ClaimResult, ReachedDueAt } from '../queue/claim-repository.ts'
import type { WaitingEndpoint } from '../queue/waiting-repository.ts'

/**
 * Pure: the endpoints that have more due than they have in flight, as this process knows them between two scans of the
 * queue. An optimisation only: the next scan finds what is missing here.
 */
export interface Backlog {
  readonly size: number
  has(endpoint: { subscriptionId: string }): boolean
  /** A pass of scans begins: forgets everything but the endpoints of environments that it skips. */
  startScan(skippedEnvironments: readonly string[]): void
  noteFound(waiting: readonly WaitingEndpoint[]): void
  noteClaimed(result: ClaimResult): void
  /** The next endpoints, round robin by environment and then by endpoint. */
  next(limit: number, skippedEnvironments: readonly string[]): EndpointKey[]
  /**
   * The due time that claims have reached in each lane of an endpoint. A claim that begins there steps over no dead
   * index entries of sent deliveries, which vacuum cannot remove while a transaction elsewhere stays open.
   */
  reached(endpoint: { subscriptionId: string }): ReachedDueAt
}

export function createBacklog(): Backlog {
  let endpoints = new Map<string, EndpointKey>()
  let reached = new Map<string, ReachedDueAt>()

  return {
    get size() {
      return endpoints.size
    },
    has: ({ subscriptionId }) => endpoints.has(subscriptionId),
    startScan(skippedEnvironments) {
      endpoints = new Map([...endpoints].filter(([, { environmentId }]) => skippedEnvironments.includes(environmentId)))
      reached = new Map()
    },
    noteFound(waiting) {
      for (const { environmentId, subscriptionId, isDue } of waiting) {
        if (isDue) endpoints.set(subscriptionId, { environmentId, subscriptionId })
      }
    },
    noteClaimed({ progress, exhausted }) {
      for (const { subscriptionId, lane, dueAt } of progress) {
        const before = reached.get(subscriptionId)
        const furthest = before?.[lane]
        if (furthest === undefined || furthest < dueAt) reached.set(subscriptionId, { ...before, [lane]: dueAt })
      }
      for (const subscriptionId of exhausted) endpoints.delete(subscriptionId)
    },
    next(limit, skippedEnvironments) {
      const skipped = new Set(skippedEnvironments)
      const byEnvironment = Map.groupBy(endpoints.values(), ({ environmentId }) => environmentId)
      const taken = [...byEnvironment]
        .filter(([environmentId]) => !skipped.has(environmentId))
        .flatMap(([, own]) => own.map((endpoint, place) => ({ endpoint, place })))
        .sort((a, b) => a.place - b.place)
        .slice(0, limit)
        .map(({ endpoint }) => endpoint)
      for (const endpoint of taken) {
        endpoints.delete(endpoint.subscriptionId)
        endpoints.set(endpoint.subscriptionId, endpoint) // to the end
      }
      return taken
    },
    reached: ({ subscriptionId }) => reached.get(subscriptionId) ?? {},
  }
}
