/** How the services of a test run are brought. */

/** A service that is ready, and how to release it. */
export interface BroughtService {
  /** Path of a program. */
  url: string
  /** Where it comes from, for the first line of the output. */
  origin: string
  /** Part of the cache keys of the tests that use it. */
  version: string
  stop(): Promise<void>
}

/** A way to bring a service; null when it does not work on this machine. */
export type Provider = (stateDirectory: string) => Promise<BroughtService | null>
