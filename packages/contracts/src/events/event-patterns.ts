/** Pure: which patterns match which event types. */
import { namedOnlyEventTypes } from './public-event.ts'

/** The patterns that match an event type: the type itself, its subject's wildcard, and `*`. */
export function patternsFor(eventType: string): string[] {
  if ((namedOnlyEventTypes as readonly string[]).includes(eventType)) return [eventType]
  return [eventType, `${eventType.slice(0, eventType.indexOf('.'))}.*`, '*']
}

/** Whether one of the patterns matches an event type. */
export const matchesPattern = (eventType: string, patterns: readonly string[]): boolean =>
  patternsFor(eventType).some((pattern) => patterns.includes(pattern))
