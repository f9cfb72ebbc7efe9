import type { Stoppable } from '../loops/loops.ts'
import { withTraceparent } from '../telemetry/trace-context.ts'
import type { DomainEvent } from './outbox/outbox.ts'

/** Result of publishing one event. `published`: every bound service has the event or will get it. */
export type PublishOutcome = { outcome: 'published' } | { outcome: 'failed'; reason: string }

/** Transport of events between services. */
export interface Bus {
  /** Whether events can be published now. Do not reject requests during an outage: the outbox keeps their events. */
  isConnected(): boolean
  /** Whether the broker takes no events for now, since it is short of memory or disk space. */
  isBlocked(): boolean
  /**
   * Publishes events, each under its own trace; resolves to one outcome per event, in the order given; never rejects.
   * Events of one subject are sent one after another, each after the previous one is confirmed. After a failure, the
   * later events of that subject are not sent. While the broker is blocked, events that it was sent before wait for their
   * confirm until the signal aborts; the others fail at once.
   */
  publish(events: DomainEvent[], signal?: AbortSignal): Promise<PublishOutcome[]>
  /**
   * Delivers every event that the service's bindings match, concurrently and in no guaranteed order; from a broker at
   * most `atOnce` at a time (default 32).
   * An event is acknowledged when the handler resolves. If it rejects, the event is redelivered.
   */
  subscribe(
    service: string,
    handle: (event: DomainEvent) => Promise<void>,
    options?: { atOnce?: number },
  ): Promise<Stoppable>
  close(): Promise<void>
}

/** Whether a pattern selects an event type: `*` matches one word, a final `#` any number of words, `*` alone every type. */
export function matchesPattern(pattern: string, type: string): boolean {
  if (pattern === '*' || pattern === '#') return true
  const words = type.split('.')
  const wanted = pattern.split('.')
  const open = wanted.at(-1) === '#'
  if (open) wanted.pop()
  if (open ? words.length < wanted.length : words.length !== wanted.length) return false
  return wanted.every((word, index) => word === '*' || word === words[index])
}

/** Identifies a subject. */
export const subjectKey = (event: { environmentId: string; subjectId: string }): string =>
  `${event.environmentId} ${event.subjectId}`

/** Implements the order of `Bus.publish` over a function that publishes one event, for `concurrency` subjects at a time. */
export async function publishInOrder(
  events: readonly DomainEvent[],
  concurrency: number,
  publishOne: (event: DomainEvent) => Promise<PublishOutcome>,
): Promise<PublishOutcome[]> {
  const outcomes: PublishOutcome[] = events.map(() => ({ outcome: 'failed', reason: 'held back by an earlier event' }))
  const subjects = Map.groupBy(events.entries(), ([, event]) => subjectKey(event)).values()

  async function publishSubjects(): Promise<void> {
    for (const subject of subjects) {
      for (const [index, event] of subject) {
        const outcome = await withTraceparent(event.traceparent, () => publishOne(event))
        outcomes[index] = outcome
        if (outcome.outcome === 'failed') break
      }
    }
  }

  // All workers share one iterator: each takes the next subject when it has finished one.
  await Promise.all(Array.from({ length: Math.min(concurrency, events.length) }, publishSubjects))
  return outcomes
}
