/** The event log of an environment as streams read it: by position, without a gap. */
import { AppError } from '@waybill/contracts/app-error'
import { namedOnlyEventTypes } from '@waybill/contracts/events/public-event'
import { idMadeAt } from '@waybill/contracts/ids'
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import { inOneView, SCAN_LIMIT } from '../pages.ts'
import { readLastPosition } from './queries.ts'

const DAY_MS = 86_400_000
const MAX_EVENTS = 200
/** A part of the log ends with the event whose payload exceeds them. */
const MAX_BYTES = 128 * 1024

export interface LogPlace {
  /** Position of the last event that was read; 0 before the first one. */
  position: number
  /** The events after the place are not older. */
  at: Date
}

interface StreamedEvent {
  event_id: string
  event_at: Date
  position: number
  type: string
  subject_id: string
  payload: string
}

/** The place at the end of the log. */
export const endOfLog = async (db: Reader, environmentId: string, now: Date): Promise<LogPlace> => ({
  position: await readLastPosition(db, environmentId),
  at: now,
})

/** How long the log is kept, and the present time. */
interface Kept {
  days: number
  now: Date
}

const isExpired = (at: Date, { days, now }: Kept): boolean => at.getTime() < now.getTime() - days * DAY_MS

/** The place of an event. Throws `event_not_found`, and `events_expired` if events after it may have been deleted. */
export async function placeOfEvent(db: Reader, environmentId: string, eventId: string, kept: Kept): Promise<LogPlace> {
  const { rows } = await sql<{ position: number; event_at: Date }>`
    select position, event_at from event
    where environment_id = ${environmentId} and event_id = ${eventId} and position is not null`.execute(db)
  const [found] = rows
  // The id of an event tells its time, also after the event was deleted.
  const at = found?.event_at ?? idMadeAt(eventId)
  if (at !== null && isExpired(at, kept)) throw expired(`Event ${eventId}`, kept)
  if (found === undefined)
    throw new AppError('event_not_found', `The event log of this environment has no event ${eventId}.`)
  return { position: found.position, at: found.event_at }
}

/** Throws `events_expired` if events after the place may have been deleted, or if the log ends before it. */
export async function assertKept(db: Reader, environmentId: string, place: LogPlace, kept: Kept): Promise<void> {
  if (isExpired(place.at, kept)) throw expired('The last message', kept)
  if (place.position <= (await readLastPosition(db, environmentId))) return
  // The database was restored from a backup that is older than the place.
  const message = 'The last message is not in the event log any more. Read the log with GET /api/v1/events?order=asc.'
  throw new AppError('events_expired', message)
}

const expired = (what: string, { days }: Kept): AppError =>
  new AppError(
    'events_expired',
    `${what} is older than the ${days} days for which events are kept, so events after it may have been deleted. Read what is left with GET /api/v1/events?order=asc, and continue after its last event.`,
  )

/** The last positions of the logs of environments. Environments without events are left out. */
export async function listLogEnds(
  db: Reader,
  environmentIds: readonly string[],
): Promise<{ environment_id: string; position: number }[]> {
  const { rows } = await sql<{ environment_id: string; position: number }>`
    select environment_id, last_position as position from environment_position
    where environment_id = any(${environmentIds}::text[])`.execute(db)
  return rows
}

interface LogFilter {
  /** Event types and wildcards; empty: all types. */
  types: readonly string[]
  /** Empty: all subjects. */
  subjectId: string
}

interface WantedPart {
  /** A position. */
  after: number
  filter: LogFilter
}

interface LogPart {
  place: LogPlace
  events: StreamedEvent[]
}

/**
 * The next events after a position that match the filter, in order, and the place up to which the log was read. Positions
 * become visible in order, so no event can appear before that place later. Reads a limited part of the log, however rare the
 * matches are.
 */
export function readLog(db: Reader, environmentId: string, part: WantedPart): Promise<LogPart> {
  const { types, subjectId } = part.filter
  const isFiltered = types.length > 0 || subjectId !== ''
  const read = (reader: Reader) => readPart(reader, environmentId, { ...part, isFiltered })
  return isFiltered ? inOneView(db, read) : read(db)
}

async function readPart(
  db: Reader,
  environmentId: string,
  { after, filter, isFiltered }: WantedPart & { isFiltered: boolean },
): Promise<LogPart> {
  // Read before the events: all events up to here are visible, and both statements see the same ones.
  const end = await endOfLog(db, environmentId, new Date())
  const scan = (look: { offset: number; limit: number }) => sql`
    select event_id, event_at, position, type, subject_id, payload from event
    where environment_id = ${environmentId} and position > ${after} and position <= ${end.position}
    order by position offset ${look.offset} limit ${look.limit}`
  const { rows } = await sql<StreamedEvent & { found: number }>`
    select event_id, event_at, position, type, subject_id, payload, found from (
      select *, count(*) over () as found,
        sum(octet_length(payload)) over (order by position) - octet_length(payload) as bytes_before
      from (
        select * from (${scan({ offset: 0, limit: isFiltered ? SCAN_LIMIT : MAX_EVENTS })}) as scanned
        where ${matches(filter)}
        order by position limit ${MAX_EVENTS}
      ) as matching
    ) as measured
    where bytes_before < ${MAX_BYTES} order by position`.execute(db)
  const last = rows.at(-1)
  if (last !== undefined && (last.found === MAX_EVENTS || rows.length < last.found)) return upTo(last, rows)
  if (isFiltered) {
    const { rows: scanned } = await sql<StreamedEvent>`${scan({ offset: SCAN_LIMIT - 1, limit: 1 })}`.execute(db)
    if (scanned[0] !== undefined) return upTo(scanned[0], rows)
  }
  return { place: { position: Math.max(end.position, after), at: end.at }, events: rows }
}

const upTo = ({ position, event_at }: StreamedEvent, events: StreamedEvent[]) => ({
  place: { position, at: event_at },
  events,
})

/** Also matches types that only a later version knows, which may run beside this one. */
const matches = ({ types, subjectId }: LogFilter) => sql`
  ${subjectId === '' ? sql`true` : sql`subject_id = ${subjectId}`}
  and ${
    types.length === 0
      ? sql`true`
      : sql`(type = any(${types}::text[]) or (
          type <> all(${namedOnlyEventTypes}::text[])
          and ('*' = any(${types}::text[]) or split_part(type, '.', 1) || '.*' = any(${types}::text[]))
        ))`
  }`
