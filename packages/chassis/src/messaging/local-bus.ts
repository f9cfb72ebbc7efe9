import type { Topology } from '@waybill/contracts/events/topology'
import { type Bus, matchesPattern, type PublishOutcome, publishInOrder } from './bus.ts'
import type { DomainEvent } from './outbox/outbox.ts'

type Handle = (event: DomainEvent) => Promise<void>

// A consumer's effect is one short transaction on its service's pool. More at once would only queue for connections.
const SUBJECTS_AT_ONCE = 16

/**
 * A bus within the process. An event is published when every service that the topology binds to it has committed;
 * one that is bound but not subscribed (not started yet, already stopped) fails the event, and the relay tries again.
 */
export function createLocalBus({ topology }: { topology: Topology }): Bus {
  const subscribers = new Map<string, Handle[]>()
  const underWay = new Set<Promise<PublishOutcome>>()

  async function deliver(event: DomainEvent): Promise<PublishOutcome> {
    const bound = Object.entries(topology.consumers)
      .filter(([, patterns]) => patterns.some((pattern) => matchesPattern(pattern, event.type)))
      .map(([service]) => service)
    // Checked before the first handler runs: a service must not receive an event repeatedly while another is down.
    const missing = bound.find((service) => !subscribers.get(service)?.length)
    if (missing) return { outcome: 'failed', reason: `${missing} is not subscribed` }

    const results = await Promise.allSettled(bound.map((service) => subscribers.get(service)?.[0]?.(event)))
    const failed = results.find((result) => result.status === 'rejected')
    return failed ? { outcome: 'failed', reason: String(failed.reason) } : { outcome: 'published' }
  }

  function publishOne(event: DomainEvent): Promise<PublishOutcome> {
    const delivery = deliver(event).finally(() => underWay.delete(delivery))
    underWay.add(delivery)
    return delivery
  }

  return {
    isConnected: () => true,
    isBlocked: () => false,
    publish: (events) => publishInOrder(events, SUBJECTS_AT_ONCE, publishOne),
    async subscribe(service, handle) {
      subscribers.set(service, [...(subscribers.get(service) ?? []), handle])
      return {
        async stop() {
          subscribers.set(
            service,
            (subscribers.get(service) ?? []).filter((other) => other !== handle),
          )
          await Promise.all(underWay)
        },
      }
    },
    async close() {
      subscribers.clear()
      await Promise.all(underWay)
    },
  }
}
