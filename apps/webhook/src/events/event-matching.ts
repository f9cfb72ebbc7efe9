/** Pure: which patterns of a subscription match which event types. */
import { type EventType, eventTypes, namedOnlyEventTypes } from '@waybill/contracts/events/public-event'

/** The patterns that match an event type: the type itself, its subject's wildcard, and `*`. */
export function patternsFor(eventType: string): string[] {
  if ((namedOnlyEventTypes as readonly string[]).includes(eventType)) return [eventType]
  return [eventType, `${eventType.slice(0, eventType.indexOf('.'))}.*`, '*']
}

/** What a subscription wants of the events. */
export interface Wanted {
  /** Types and wildcards. */
  events: readonly string[]
  verboseEvents: boolean
}

const matches = (type: string, { events }: Wanted): boolean =>
  patternsFor(type).some((pattern) => events.includes(pattern))

/**
 * Whether a subscription gets an event. Without `verboseEvents`, not if it gets a more specific event of the same change,
 * which has the same object and the same previous attributes.
 */
export const isWanted = (event: { type: string; detailedBy: readonly string[] }, wanted: Wanted): boolean =>
  matches(event.type, wanted) && (wanted.verboseEvents || !event.detailedBy.some((type) => matches(type, wanted)))

/** The event types that these patterns match. */
export const typesMatching = (patterns: readonly string[]): EventType[] =>
  eventTypes.filter((type) => patternsFor(type).some((pattern) => patterns.includes(pattern)))
