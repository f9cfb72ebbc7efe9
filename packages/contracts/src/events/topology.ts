/** Which service consumes which events. Handlers and broker bindings both derive from this list. */
import type { InternalEventType } from './internal-events.ts'
import type { EventType } from './public-event.ts'

type Pattern = EventType | InternalEventType | '*'

/**
 * The patterns each service registers a handler for: an event type, or `*` for every type. Each change of a subject
 * emits one `updated` event, whatever other types it emits, so services follow `updated` alone.
 */
export const subscriptions = {
  shipment: ['booking.updated', 'booking.opened', 'shipment.carriers_declined'],
  quoting: [
    ...(['shipment.updated', 'shipment.erased', 'booking.updated'] as const),
    ...(['carrier_account.released', 'carrier_account.unauthorized'] as const),
  ],
  booking: [
    ...(['shipment.updated', 'shipment.dispatch_requested', 'shipment.expiry_requested', 'shipment.erased'] as const),
    'carrier_account.changed',
  ],
  webhook: ['*', 'shipment.erased', 'quote.erased', 'booking.erased'],
} as const satisfies Record<string, readonly Pattern[]>

type ConsumingService = keyof typeof subscriptions
/** Keys of a service's handlers: the compiler rejects a missing handler and one that no binding feeds. */
export type SubscribedPattern<S extends ConsumingService> = (typeof subscriptions)[S][number]

/**
 * Bindings of the broker's topic exchange. Every process asserts all of them before its first publish: the broker
 * confirms and drops an event that no queue is bound to.
 */
export interface Topology {
  /** Queues by consuming service: binding patterns of the topic exchange. */
  readonly consumers: Readonly<Record<string, readonly string[]>>
}

const bindings = (patterns: readonly Pattern[]): readonly string[] => (patterns.includes('*') ? ['#'] : patterns)

export const topology: Topology = {
  consumers: Object.fromEntries(
    Object.entries(subscriptions).map(([service, patterns]) => [service, bindings(patterns)]),
  ),
}
