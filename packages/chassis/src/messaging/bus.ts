import type { Stoppable } from '../process/loops.ts'
import { withTraceparent } from '../telemetry/trace-context.ts'
import type { DomainEvent } from './outbox/outbox.ts'

/** Whether the bus took an event for good: `published` means that every bound service has it or will get it. */
export type PublishOutcome = { outcome: 'published' } | { outcome: 'failed'; reason: string }

/** What carries events between services. */
export interface Bus {
  /** Whether events can be published at present; an outage is no reason to turn requests away. */
  isConnected(): boolean
  /**
   * Publishes events, each under its own trace; resolves to one outcome per event, in the order given; never rejects.
   * Events of one subject go one after another, each after the earlier one is confirmed; once one of them has failed
   * its later ones are not sent.
   */
  publish(events: DomainEvent[]): Promise<PublishOutcome[]>
  /**
   * Hands the service every event that its bindings select, several at once and in no promised order; from a broker
   * at most `atOnce`, 32 unless given.
   * An event is done when the handler resolves; while it rejects the event is kept and handed over again.
   */
  subscribe(
    service: string,
    handle: (event: DomainEvent) => Promise<void>,
    options?: { atOnce?: number },
  ): Promise<Stoppable>
  close(): Promise<void>
}

/** Whether a pattern selects an event type: `*` stands for one word, a last `#` for any number, `*` alone for all. */
export function matchesPattern(pattern: string, type: string): boolean {
  if (pattern === '*' || pattern === '#') return true
  const words = type.split('.')
  const wanted = pattern.split('.')
  const open = wanted.at(-1) === '#'
  if (open) wanted.pop()
  if (open ? words.length < wanted.length : words.length !== wanted.length) return false
  return wanted.every((word, index) => word === '*' || word === words[index])
}

/** What tells subjects apart. */
export const subjectKey = (event: { environmentId: string; subjectId: string }): string =>
  `${event.environmentId} ${event.subjectId}`

/** Keeps the promises of `Bus.publish` over a way to publish one event, with so many subjects at a time. */
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

  // One iterator shared by all: each takes the next subject when it is done with its own.
  await Promise.all(Array.from({ length: Math.min(concurrency, events.length) }, publishSubjects))
  return outcomes
}
