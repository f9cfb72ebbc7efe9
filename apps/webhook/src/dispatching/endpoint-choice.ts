import type { WaitingEndpoint } from '../queue/waiting-repository.ts'

/**
 * Pure: the endpoints to claim from. Of each environment as many as it has free slots, because each endpoint has a
 * delivery due and locking more has no use: those where a test or manual redelivery waits, then those with the
 * fewest deliveries in flight, of equals any. `random`: from 0 to 1.
 */
export function chooseEndpoints<E extends Pick<WaitingEndpoint, 'environmentId' | 'inFlight' | 'isTestWaiting'>>(
  endpoints: readonly E[],
  { freeFor, random }: { freeFor: (environmentId: string) => number; random: () => number },
): E[] {
  const byEnvironment = Map.groupBy(endpoints, ({ environmentId }) => environmentId)
  return [...byEnvironment].flatMap(([environmentId, own]) => {
    const free = freeFor(environmentId)
    if (own.length <= free) return own
    return own
      .map((endpoint) => ({ endpoint, first: endpoint.isTestWaiting ? 0 : 1, any: random() }))
      .sort((a, b) => a.first - b.first || a.endpoint.inFlight - b.endpoint.inFlight || a.any - b.any)
      .slice(0, free)
      .map(({ endpoint }) => endpoint)
  })
}
