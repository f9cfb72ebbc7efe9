/** Pure: the cancellation of a job whose parcels have separate labels. */
import type { CancelOutcome } from '../carrier-adapter.ts'

/** All labels of a job are cancelled, or the job is not. A repetition cancels those that are left. */
export function jointCancellation(outcomes: readonly CancelOutcome[]): CancelOutcome {
  const undone = outcomes.filter((outcome) => outcome.kind !== 'cancelled')
  const [first] = undone
  if (first === undefined) {
    const said = outcomes.flatMap((outcome) => (outcome.kind === 'cancelled' ? (outcome.refundPending ?? []) : []))
    return { kind: 'cancelled', ...(said.length > 0 && { refundPending: said.includes(true) }) }
  }
  const worst = undone.find(({ kind }) => kind !== 'refused') ?? first
  if (undone.length === outcomes.length) return worst
  const done = `${outcomes.length - undone.length} of ${outcomes.length} labels are cancelled. `
  const kind = worst.kind === 'not_sent' ? 'unknown' : worst.kind
  return { kind, failure: { ...worst.failure, message: done + worst.failure.message } }
}
