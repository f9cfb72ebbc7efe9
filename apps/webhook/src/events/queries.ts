/** The event log of an environment. */
import { decodeCursor, encodeCursor, invalidCursor } from '@waybill/chassis/postgres/cursor'
import type { ListPage, PageRequest } from '@waybill/chassis/postgres/page'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db.ts'
import { inOneView, SCAN_LIMIT, scannedPage } from '../pages.ts'

/** How far back the log can be read. */
export const SHOWN_DAYS = 30

export interface EventFilters {
  /** Event types; null: any. */
  types: string[] | null
  subjectId: string | null
  /** Inclusive. */
  createdFrom: Date | null
  /** Exclusive. */
  createdTo: Date | null
  /** Oldest first. */
  ascending: boolean
}

interface EventRow {
  event_id: string
  event_at: Date
  position: number
  type: string
  payload: string
}

/** The cursor for reading only future events, oldest first. */
const LATEST = 'latest'

/**
 * Payloads of events, newest or oldest first. Without a period they are ordered by position. Positions become visible in
 * order, so that a client that polls from its last cursor misses nothing: oldest first, every page has a cursor, and a
 * client may start with `latest`. Within a period they are ordered by time. Throws `invalid_cursor`.
 */
export function listEvents(
  db: Reader,
  environmentId: string,
  filters: EventFilters,
  page: PageRequest,
): Promise<ListPage<string>> {
  const read = (reader: Reader) => readPage(reader, environmentId, filters, page)
  return filters.types === null ? read(db) : inOneView(db, read)
}

async function readPage(
  db: Reader,
  environmentId: string,
  filters: EventFilters,
  { limit, cursor }: PageRequest,
): Promise<ListPage<string>> {
  const { types, subjectId, createdFrom, createdTo, ascending } = filters
  const list = ['events', environmentId, filters]
  const isByTime = createdFrom !== null || createdTo !== null
  // Read before the events, so that all events up to this position are visible.
  const end = ascending && !isByTime ? await readLastPosition(db, environmentId) : 0
  if (cursor === LATEST && ascending && !isByTime) {
    return { items: [], meta: { has_more: false, next_cursor: encodeCursor(list, [String(end)]), limit } }
  }
  if (cursor === LATEST) throw invalidCursor('latest needs order=asc, without created_from and created_to')
  const after = cursor === null ? null : decodeCursor(list, cursor)
  const isFiltered = types !== null
  const direction = ascending ? sql`asc` : sql`desc`
  const order = isByTime ? sql`event_at ${direction}, event_id ${direction}` : sql`position ${direction}`
  const seen = (look: { offset: number; limit: number }) => sql`
    select event_id, event_at, position, type, payload from event
    where environment_id = ${environmentId} and position is not null
      and event_at >= now() - ${SHOWN_DAYS} * interval '1 day'
      ${createdFrom === null ? sql`` : sql`and event_at >= ${createdFrom}`}
      ${createdTo === null ? sql`` : sql`and event_at < ${createdTo}`}
      ${subjectId === null ? sql`` : sql`and subject_id = ${subjectId}`}
      ${after === null ? sql`` : afterCursor(after, { isByTime, ascending })}
    order by ${order} offset ${look.offset} limit ${look.limit}`
  const { rows } = await sql<EventRow>`
    select * from (${seen({ offset: 0, limit: isFiltered ? SCAN_LIMIT : limit + 1 })}) as seen
    where ${types}::text[] is null or type = any(${types}::text[])
    order by ${order} limit ${limit + 1}`.execute(db)
  const cursorAfter = (row: EventRow) =>
    encodeCursor(list, isByTime ? [row.event_at.toISOString(), row.event_id] : [String(row.position)])
  const { items, meta } = await scannedPage(rows, limit, {
    after: cursorAfter,
    async scanEnd() {
      if (!isFiltered) return null
      const {
        rows: [last],
      } = await sql<EventRow>`${seen({ offset: SCAN_LIMIT - 1, limit: 1 })}`.execute(db)
      return last === undefined ? null : cursorAfter(last)
    },
  })
  const last = items.at(-1)
  /** Where future events will appear, after a page that reached the end of the log. */
  function continuationCursor(): string {
    if (!isByTime) return encodeCursor(list, [String(Math.max(end, last?.position ?? 0, Number(after?.[0] ?? 0)))])
    if (last !== undefined) return cursorAfter(last)
    return cursor ?? encodeCursor(list, [(createdFrom ?? new Date(0)).toISOString(), ''])
  }
  const next = meta.next_cursor ?? (ascending ? continuationCursor() : null)
  return { items: items.map(({ payload }) => payload), meta: { ...meta, next_cursor: next } }
}

/** The last position of an environment's log. All positions up to it are visible. */
export async function readLastPosition(db: Reader, environmentId: string): Promise<number> {
  const row = await db
    .selectFrom('environment_position')
    .select('last_position')
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row?.last_position ?? 0
}

/** The condition for rows after a cursor, which is a position, or a time and an id. */
function afterCursor(
  cursor: string[],
  { isByTime, ascending }: { isByTime: boolean; ascending: boolean },
): RawBuilder<unknown> {
  const [first = '', second = ''] = cursor
  const compared = ascending ? sql`>` : sql`<`
  if (!isByTime) return sql`and position ${compared} ${Number(first)}`
  return sql`and (event_at, event_id) ${compared} (${new Date(first)}, ${second})`
}

/** The payload of an event within the retention period, test events included. */
export async function findEvent(db: Reader, environmentId: string, eventId: string): Promise<string | undefined> {
  const { rows } = await sql<{ payload: string }>`
    select payload from event
    where environment_id = ${environmentId} and event_id = ${eventId}
      and event_at >= now() - ${SHOWN_DAYS} * interval '1 day'`.execute(db)
  return rows[0]?.payload
}
