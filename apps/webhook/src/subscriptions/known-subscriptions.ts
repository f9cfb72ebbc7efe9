import type { Reader } from '../db.ts'
import { type EnvironmentSubscriptions, findByEnvironments } from './ingestion-repository.ts'

/** Environments that are remembered. */
const REMEMBERED = 1_000

/**
 * The subscriptions of environments that had events, in memory. Callers compare their version in the statement
 * that depends on it, and forget the ones that have changed since.
 */
export interface KnownSubscriptions {
  /** By environment. Reads those that are not known. */
  read(db: Reader, environmentIds: readonly string[]): Promise<Map<string, EnvironmentSubscriptions>>
  forget(environmentIds: readonly string[]): void
}

export function createKnownSubscriptions(): KnownSubscriptions {
  const known = new Map<string, EnvironmentSubscriptions>()
  return {
    async read(db, environmentIds) {
      const wanted = new Map(
        environmentIds.flatMap((environmentId) => {
          const environment = known.get(environmentId)
          return environment === undefined ? [] : [[environmentId, environment]]
        }),
      )
      const unknown = environmentIds.filter((environmentId) => !wanted.has(environmentId))
      for (const each of unknown.length > 0 ? await findByEnvironments(db, unknown) : []) {
        known.set(each.environmentId, each)
        wanted.set(each.environmentId, each)
      }
      for (const oldest of known.keys()) {
        if (known.size <= REMEMBERED) break
        known.delete(oldest)
      }
      return wanted
    },
    forget(environmentIds) {
      for (const environmentId of environmentIds) known.delete(environmentId)
    },
  }
}
