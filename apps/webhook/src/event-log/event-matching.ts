/** Pure: which events a subscription wants. */
import { matchesPattern } from '@waybill/contracts/events/event-patterns'
import { type EventType, eventTypes } from '@waybill/contracts/events/public-event'

/** Event types that a subscription selects. */
interface Wanted {
  /** Types and wildcards. */
  events: readonly string[]
  verboseEvents: boolean
}

/**
 * Whether a subscription gets an event. Without `verboseEvents`, not if it gets a more specific event of the same change,
 * which has the same object and the same previous attributes.
 */
export const isWanted = (event: { type: string; detailedBy: readonly string[] }, wanted: Wanted): boolean =>
  matchesPattern(event.type, wanted.events) &&
  (wanted.verboseEvents || !event.detailedBy.some((type) => matchesPattern(type, wanted.events)))

/** The event types that these patterns match. */
export const typesMatching = (patterns: readonly string[]): EventType[] =>
  eventTypes.filter((type) => matchesPattern(type, patterns))
