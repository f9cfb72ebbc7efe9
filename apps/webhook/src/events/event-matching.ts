import { type EventType, eventTypes, namedOnlyEventTypes } from '@waybill/contracts/events/public-event'

/** What a subscription may hold to get events of this type: the type itself, all of its noun, everything. */
export function patternsFor(eventType: string): string[] {
  if ((namedOnlyEventTypes as readonly string[]).includes(eventType)) return [eventType]
  return [eventType, `${eventType.slice(0, eventType.indexOf('.'))}.*`, '*']
}

/** The types of the catalogue that a subscription with these patterns gets. */
export const typesOf = (patterns: readonly string[]): EventType[] =>
  eventTypes.filter((type) => patternsFor(type).some((pattern) => patterns.includes(pattern)))
