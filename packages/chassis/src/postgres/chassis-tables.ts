import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely'

/** The tables that every service has in its own schema. A service's DB type is `ChassisTables & its own tables`. */
export interface ChassisTables {
  outbox: OutboxTable
  outbox_lane: OutboxLaneTable
  inbox: InboxTable
  inbox_cursor: InboxCursorTable
  inbox_parked: InboxParkedTable
  idempotency_record: IdempotencyRecordTable
  erasure: ErasureTable
}

interface OutboxTable {
  /** Increases in commit order within a subject, whose row is locked during the write; not across subjects. */
  position: GeneratedAlways<number>
  /** Hash of environment and subject: the events of a subject share a lane. */
  lane: GeneratedAlways<number>
  event_id: string
  environment_id: string
  type: string
  subject_type: string
  subject_id: string
  sequence: number | null
  occurred_at: Date
  public: object | null
  internal: object | null
  traceparent: string | null
  created_at: Generated<Date>
  published_at: Date | null
}

interface OutboxLaneTable {
  lane: number
  lease_id: string | null
  lease_until: ColumnType<Date, never, Date>
}

interface InboxTable {
  environment_id: string
  event_id: string
  consumer: string
  received_at: Generated<Date>
}

interface InboxCursorTable {
  environment_id: string
  consumer: string
  subject_type: string
  subject_id: string
  last_sequence: number
  /** When it was last moved, to the day. */
  updated_at: Generated<Date>
}

/**
 * `gap`: an earlier event of the subject is missing. `error`: the handler failed. `newer`: a later version wrote it, and
 * the version that received it does not know its type or one of its values.
 */
export type ParkedReason = 'gap' | 'error' | 'newer'

interface InboxParkedTable {
  environment_id: string
  event_id: string
  consumer: string
  type: string
  subject_type: string
  subject_id: string
  sequence: number | null
  event: object
  reason: ParkedReason
  error: string | null
  /** Versions of the consumers that cannot read the event and do not try it again. */
  unknown_to: string[] | null
  attempts: number
  due_at: Date
  first_failed_at: Generated<Date>
}

export interface IdempotencyRecordTable {
  environment_id: string
  op_id: string
  route: string
  idempotency_key: string | null
  request_hash: string
  state: 'started' | 'finished'
  status: number | null
  body: Buffer | null
  etag: string | null
  minted: ColumnType<Record<string, string>, Record<string, string> | undefined, never>
  lease_id: string | null
  lease_until: Date | null
  created_at: Generated<Date>
  finished_at: Date | null
}

/** Subjects whose personal data is, or is being, erased. */
interface ErasureTable {
  environment_id: string
  subject_id: string
  subject_type: string
  is_recent: boolean
  cause: 'operator' | 'retention'
  note: string | null
  erased_at: Date
  /** Completed passes. */
  passes: Generated<number>
  /** Attempts of the next pass. */
  tries: Generated<number>
  /** When the next pass is due; null after the last. */
  due_at: Date | null
  /** Why the last attempt failed. */
  hindrance: string | null
}

/**
 * The same connection, typed with the chassis' tables only.
 * Kysely cannot resolve the tables of a type parameter, so generic code of the chassis goes through this.
 */
export function chassisDb<DB extends ChassisTables>(trx: Transaction<DB>): Transaction<ChassisTables>
export function chassisDb<DB extends ChassisTables>(db: Kysely<DB>): Kysely<ChassisTables>
export function chassisDb(db: unknown): unknown {
  return db
}
