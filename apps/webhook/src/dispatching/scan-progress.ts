import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import type { ScanRange } from '../queue/waiting-repository.ts'

/**
 * Pure: how far the scans of the queue have come. A scan returns the first endpoint of each environment and a limited
 * number of its others, so that one with many does not delay the rest. A pass ends when those that had more have been
 * read to their end.
 */
interface ScanProgress {
  /** Whether the next scan begins a new pass. */
  readonly isAtStart: boolean
  /** The range of the next scan. */
  next(skippedEnvironments: readonly string[]): ScanRange
  /** After the scan of this range. */
  noteFound(range: ScanRange, endpoints: readonly EndpointKey[]): void
}

export function createScanProgress(limits: Pick<ScanRange, 'limit' | 'environmentLimit'>): ScanProgress {
  let after: EndpointKey | null = null
  /** Environments that had more endpoints than a scan returns, and where their next scan continues. */
  const resumeAfter = new Map<string, string>()
  /** Those of them that have not been read to their end in this pass. */
  const unfinished = new Set<string>()
  let found = new Set<string>()
  let isFirstRound = true

  function noteEnvironment(environmentId: string, endpoints: readonly EndpointKey[], isSkipped: boolean): void {
    found.add(environmentId)
    if (isSkipped) {
      unfinished.delete(environmentId) // and continues at the same place later
    } else if (endpoints.length < limits.environmentLimit) {
      resumeAfter.delete(environmentId)
      unfinished.delete(environmentId)
    } else {
      resumeAfter.set(environmentId, endpoints.at(-1)?.subscriptionId ?? '')
      if (isFirstRound) unfinished.add(environmentId)
    }
  }

  /** All environments have been read once. Forgets those that have nothing waiting any more. */
  function endRound(): void {
    for (const environmentId of resumeAfter.keys()) {
      if (found.has(environmentId)) continue
      resumeAfter.delete(environmentId)
      unfinished.delete(environmentId)
    }
    found = new Set()
    isFirstRound = unfinished.size === 0
  }

  return {
    get isAtStart() {
      return isFirstRound && after === null
    },
    next: (skippedEnvironments) => ({ ...limits, after, resumeAfter, skippedEnvironments }),
    noteFound({ skippedEnvironments }, endpoints) {
      const skipped = new Set(skippedEnvironments)
      for (const [environmentId, own] of Map.groupBy(endpoints, (endpoint) => endpoint.environmentId)) {
        noteEnvironment(environmentId, own, skipped.has(environmentId))
      }
      after = endpoints.length < limits.limit ? null : (endpoints.at(-1) ?? null)
      if (after === null) endRound()
    },
  }
}
