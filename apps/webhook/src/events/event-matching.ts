/** Pure: which patterns of a subscription match which event types. */
import { type EventType, eventTypes, namedOnlyEventTypes } from '@waybill/contracts/events/public-event'

/** The patterns that match an event type: the type itself, its subject's wildcard, and `*`. */
export function patternsFor(eventType: string): string[] {
  if ((namedOnlyEventTypes as readonly string[]).includes(eventType)) return [eventType]
  return [eventType, `${eventType.slice(0, eventType.indexOf('.'))}.*`, '*']
}

/** The event types that these patterns match. */
export const typesMatching = (patterns: readonly string[]): EventType[] =>
  eventTypes.filter((type) => patternsFor(type).some((pattern) => patterns.includes(pattern)))
