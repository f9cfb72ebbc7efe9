/** The event logs that open streams follow: who is where, and whose turn it is. */
import { AppError } from '@waybill/contracts/app-error'
import { matchesPattern } from '@waybill/contracts/events/event-patterns'
import type { ReadLogReply__Output as LogPart } from '@waybill/contracts/gen/waybill/webhook/v1/ReadLogReply'
import { messageText } from './message.ts'
import type { OpenStream } from './open-streams.ts'
import type { Place } from './place.ts'

/** A follower at most so many events behind reads what all read; one further behind, only the events that it wants. */
const NEAR = 1_000

/** The events that a follower wants. */
interface EventFilter {
  /** Event types and wildcards; empty: all types. */
  types: readonly string[]
  /** Empty: all subjects. */
  subjectId: string
}

export interface Follower {
  stream: OpenStream
  filter: EventFilter
  /** An error as the reader of the stream sees it. */
  showError(error: AppError): object
  /** The place up to which it has been given the events. */
  place: Place
}

/** The log of an environment. */
export interface FollowedLog {
  environmentId: string
  /** Ordered by their last turn, longest ago first. */
  followers: Set<Follower>
  /** The last place that is known. */
  end: Place
  isBeingRead: boolean
  /** Reads in a row that failed. */
  failures: number
  retryAtMs: number
}

export interface FollowedLogs {
  /** Ordered by their last turn, longest ago first. */
  all(): Iterable<FollowedLog>
  get(environmentId: string): FollowedLog | undefined
  ids(): string[]
  join(environmentId: string, follower: Follower): void
  leave(environmentId: string, follower: Follower): void
  /** Others have their turn before it. */
  moveBack(log: FollowedLog): void
}

export function createFollowedLogs(): FollowedLogs {
  const logs = new Map<string, FollowedLog>()
  return {
    all: () => logs.values(),
    get: (environmentId) => logs.get(environmentId),
    ids: () => [...logs.keys()],
    join(environmentId, follower) {
      const state = { isBeingRead: false, failures: 0, retryAtMs: 0 }
      const log = logs.get(environmentId) ?? { environmentId, followers: new Set(), end: follower.place, ...state }
      log.followers.add(follower)
      logs.set(environmentId, log)
    },
    leave(environmentId, follower) {
      const log = logs.get(environmentId)
      log?.followers.delete(follower)
      if (log?.followers.size === 0) logs.delete(environmentId)
    },
    moveBack(log) {
      if (logs.get(log.environmentId) !== log) return
      logs.delete(log.environmentId)
      logs.set(log.environmentId, log)
    },
  }
}

export const isDue = (log: FollowedLog, nowMs: number): boolean =>
  !log.isBeingRead && nowMs >= log.retryAtMs && nextReaders(log).readers.length > 0

/** The next part of a log to read, and for whom: everyone who is at the same place, as far as the filter suits them. */
export function nextReaders(log: FollowedLog): { after: number; filter: EventFilter; readers: Follower[] } {
  const due = [...log.followers].filter((follower) => isBehind(follower, log) && hasRoom(follower))
  const [first] = due
  if (first === undefined) return { after: 0, filter: EVERYTHING, readers: [] }
  const after = first.place.position
  const isNear = log.end.position - after <= NEAR
  const readers = due.filter(
    ({ place, filter }) => place.position === after && (isNear || isSame(filter, first.filter)),
  )
  return { after, filter: isNear ? EVERYTHING : first.filter, readers }
}

/** Gives the readers of a part the events that they want. */
export function handOut(log: FollowedLog, readers: readonly Follower[], { place, events }: LogPart): void {
  if (place === null) throw new Error('the reply of ReadLog contains no place')
  const texts = new Map<string, Buffer>()
  for (const follower of readers) {
    const key = toKey(follower.filter)
    const text = texts.get(key) ?? toText(events, follower.filter)
    texts.set(key, text)
    follower.place = place
    if (text.length > 0) follower.stream.write(text)
    if (log.followers.delete(follower)) log.followers.add(follower)
  }
}

/**
 * Sets the end of a log, which was read after its followers were at these places. Ends the streams of those that are further,
 * and returns how many: the database was restored from a backup, and what comes next has the positions of what they have.
 */
export function setEnd(log: FollowedLog, end: Place, places: ReadonlyMap<Follower, Place>): number {
  log.end = end
  const lost = [...log.followers].filter((follower) => (places.get(follower)?.position ?? 0) > end.position)
  for (const { stream, showError } of lost) {
    const error = new AppError(
      'events_expired',
      'The last message is not in the event log any more. Read the log with GET /api/v1/events?order=asc, and continue after its last event.',
    )
    stream.write(messageText({ event: 'expired', data: JSON.stringify(showError(error)) }))
    stream.end()
  }
  return lost.length
}

const EVERYTHING: EventFilter = { types: [], subjectId: '' }

export const isBehind = ({ place }: Follower, { end }: FollowedLog): boolean => place.position < end.position

/** A reader that has not read what it has gets no more: it costs the memory of one part at most. */
const hasRoom = ({ stream: { body, isOpen } }: Follower): boolean =>
  isOpen() && body.readableLength < body.readableHighWaterMark

const toKey = ({ types, subjectId }: EventFilter): string => JSON.stringify([[...types].sort(), subjectId])
const isSame = (one: EventFilter, other: EventFilter): boolean => toKey(one) === toKey(other)

const toText = (events: LogPart['events'], { types, subjectId }: EventFilter): Buffer =>
  Buffer.from(
    events
      .filter(({ subject_id }) => subjectId === '' || subject_id === subjectId)
      .filter(({ type }) => types.length === 0 || matchesPattern(type, types))
      .map(({ event_id, payload }) => messageText({ id: event_id, event: 'message', data: payload.toString() }))
      .join(''),
  )
