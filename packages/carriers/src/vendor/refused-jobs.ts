/** Manifests that a vendor refuses for single labels. */
import type { ManifestJob, ManifestOutcome, RefusedJob } from '../carrier-adapter.ts'

/** The jobs that a text names by their id or their tracking number, as a whole word: `se-1234` does not name `se-123`. */
export function namedJobs(jobs: readonly ManifestJob[], message: string): RefusedJob[] {
  const words = new Set(message.match(/[\w-]+/g))
  return jobs
    .filter(({ carrierJobId, trackingNumber }) =>
      [carrierJobId, trackingNumber].some((id) => id !== null && words.has(id)),
    )
    .map(({ carrierJobId }) => ({ carrierJobId, message }))
}

type Plain<Outcome> = Outcome extends { kind: 'refused' } ? Omit<Outcome, 'jobs'> : Outcome

/** The outcome, a refusal with the jobs that its message names. */
export const withNamedJobs = (outcome: Plain<ManifestOutcome>, jobs: readonly ManifestJob[]): ManifestOutcome =>
  outcome.kind === 'refused' ? { ...outcome, jobs: namedJobs(jobs, outcome.failure.message) } : outcome
