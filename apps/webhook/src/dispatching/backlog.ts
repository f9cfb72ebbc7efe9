import type { ClaimResult, ReachedDueAt } from '../queue/claim-repository.ts'
import type { EndpointKey } from '../queue/repository.ts'
import type { WaitingEndpoint } from '../queue/waiting-repository.ts'

/**
 * What a process knows, between one look through the queue and the next, of the endpoints that have more due than is
 * under way. Nothing depends on it but speed: the next look finds whatever is missing here.
 */
export interface Backlog {
  readonly size: number
  has(endpoint: { subscriptionId: string }): boolean
  /** A look begins at the first endpoint: what was known is forgotten. */
  startLook(): void
  noteFound(waiting: readonly WaitingEndpoint[]): void
  noteClaimed(result: ClaimResult): void
  /** Some of them, by turns. */
  next(limit: number): EndpointKey[]
  /**
   * How far claims have come in each lane of an endpoint. Claims that begin there step over no dead index entry of what
   * has been sent, which no vacuum clears while a transaction elsewhere stays open.
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
    startLook() {
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
