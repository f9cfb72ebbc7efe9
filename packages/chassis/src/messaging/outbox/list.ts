/** Operators' view of the outbox. */
import { type Kysely, sql } from 'kysely'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { hintRelays } from './outbox.ts'

interface ListedEvent {
  position: number
  environmentId: string
  eventId: string
  type: string
  subjectType: string
  subjectId: string
  sequence: number | null
  createdAt: Date
  /** Null: not published yet. */
  publishedAt: Date | null
}

export interface OutboxFilters {
  /** Start of the period in which events were written, inclusive; null: unbounded. */
  since: Date | null
  /** Exclusive. */
  until: Date | null
  type: string | null
  subjectId: string | null
}

/** Events without their payloads, newest first. */
export async function listOutbox<DB extends ChassisTables>(
  db: Kysely<DB>,
  { since, until, type, subjectId }: OutboxFilters,
  limit: number,
): Promise<ListedEvent[]> {
  const { rows } = await sql<ListedEvent>`
    select position, environment_id as "environmentId", event_id as "eventId", type, subject_type as "subjectType",
      subject_id as "subjectId", sequence, created_at as "createdAt", published_at as "publishedAt"
    from outbox
    where ${since === null ? sql`true` : sql`created_at >= ${since}`}
      and ${until === null ? sql`true` : sql`created_at < ${until}`}
      and ${type === null ? sql`true` : sql`type = ${type}`}
      and ${subjectId === null ? sql`true` : sql`subject_id = ${subjectId}`}
    order by position desc limit ${limit}`.execute(db)
  return rows
}

/** Republishes one event. False if it does not exist or is not published yet. */
export async function replayEvent<DB extends ChassisTables>(db: Kysely<DB>, eventId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update outbox set published_at = null where event_id = ${eventId} and published_at is not null`.execute(db)
  if (numAffectedRows) hintRelays(db as Kysely<unknown>)
  return Boolean(numAffectedRows)
}
