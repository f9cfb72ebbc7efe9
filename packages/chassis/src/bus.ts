import type { Stoppable } from './loops.ts'
import type { DomainEvent } from './outbox.ts'

/** Whether the bus took an event for good: `published` means that every bound service has it or will get it. */
export type PublishOutcome = { outcome: 'published' } | { outcome: 'failed'; reason: string }

/** What carries events between services. */
export interface Bus {
  /**
   * Publishes events; resolves to one outcome per event, in the order given, and does not reject.
   * Events of one subject go one after another, each after the earlier one is confirmed; once one of them has failed
   * its later ones are not sent.
   */
  publish(events: DomainEvent[]): Promise<PublishOutcome[]>
  /**
   * Hands the service every event that its bindings select, several at once and in no promised order.
   * An event is done when the handler resolves; while it rejects the event is kept and handed over again.
   */
  subscribe(service: string, handle: (event: DomainEvent) => Promise<void>): Promise<Stoppable>
  close(): Promise<void>
}

/** Who receives what. A binding is an event type, `shipment.*` (one word), `shipment.#` (any number) or `#`. */
export interface Topology {
  services: readonly { name: string; bindings: readonly string[] }[]
}
