/** Pure: cancellations that a carrier refuses because they were made before. */
import type { CancelOutcome, Failed } from '../carrier-adapter.ts'

/** The refusal, while the job that it is about cannot be read. It may have been cancelled by an earlier call: then nothing is known. */
export const whileUnread = (refusal: CancelOutcome, { failure }: Failed): CancelOutcome =>
  failure.retryable ? { kind: 'unknown', failure } : refusal
