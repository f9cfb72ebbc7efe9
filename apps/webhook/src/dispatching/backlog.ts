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
  /** A scan begins at the first endpoint: forgets everything. */
  startScan(): void
  noteFound(waiting: readonly WaitingEndpoint[]): void
  noteClaimed(result: ClaimResult): void
  /** The next endpoints, round robin. */
  next(limit: number): EndpointKey[]
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
    startScan() {
      endpoints = new Map()
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
    next(limit) {
      const taken = [...endpoints].slice(0, limit)
      for (const [subscriptionId, endpoint] of taken) {
        endpoints.delete(subscriptionId)
        endpoints.set(subscriptionId, endpoint) // to the end
      }
      return taken.map(([, endpoint]) => endpoint)
    },
    reached: ({ subscriptionId }) => reached.get(subscriptionId) ?? {},
  }
}
