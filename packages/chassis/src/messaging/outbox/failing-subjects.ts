import { backoffMs } from '../../loops/backoff.ts'
import type { Logger } from '../../telemetry/log.ts'
import { type PublishOutcome, subjectKey } from '../bus.ts'
import type { DomainEvent } from './outbox.ts'

const SUBJECT_BACKOFF = { firstMs: 100, maxMs: 5_000 }
/** A subject that has been due for longer is forgotten: another relay has published it. More than any back-off here. */
const FORGET_AFTER_MS = 30_000
// If more subjects than this fail at once, the bus is down rather than their events bad.
const MAX_SUBJECTS_WAITING = 256

/** Subjects whose last event the bus refused: each is tried again after a back-off, in its order. */
export function createFailingSubjects({ log, onFailed }: { log: Logger; onFailed: (subjects: number) => void }) {
  const waiting = new Map<string, { failures: number; until: number }>()

  /** Subjects whose last try failed and that are not due yet. */
  function held(): string[] {
    const now = Date.now()
    return [...waiting].filter(([, wait]) => wait.until > now).map(([subject]) => subject)
  }

  function forgetOld(): void {
    const dueBefore = Date.now() - FORGET_AFTER_MS
    for (const [subject, wait] of waiting) if (wait.until < dueBefore) waiting.delete(subject)
  }

  function note(events: readonly DomainEvent[], outcomes: readonly PublishOutcome[]): void {
    const failedSubjects = new Set<string>()
    let reason: string | undefined
    for (const [index, event] of events.entries()) {
      const subject = subjectKey(event)
      const outcome = outcomes[index]
      if (outcome?.outcome === 'published') waiting.delete(subject)
      else failedSubjects.add(subject)
      if (outcome?.outcome === 'failed') reason ??= outcome.reason
    }
    if (failedSubjects.size === 0) return
    onFailed(failedSubjects.size)
    log.warn({ subjects: failedSubjects.size, reason }, 'outbox.publish_failed')
    let heldBack = held().length
    for (const subject of failedSubjects) {
      if (heldBack >= MAX_SUBJECTS_WAITING) break
      const failures = (waiting.get(subject)?.failures ?? 0) + 1
      waiting.set(subject, { failures, until: Date.now() + backoffMs(failures, SUBJECT_BACKOFF) })
      heldBack += 1
    }
    const allFailed = outcomes.every(({ outcome }) => outcome === 'failed')
    if (allFailed && heldBack >= MAX_SUBJECTS_WAITING) {
      throw new Error(`the bus accepts no events: ${reason}`) // the loop backs off
    }
  }

  return { any: () => waiting.size > 0, held, forgetOld, note }
}

export type FailingSubjects = ReturnType<typeof createFailingSubjects>
