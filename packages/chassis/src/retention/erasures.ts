/**
 * Erases the data that a schema holds about a subject. The request is recorded in one transaction and carried out in passes.
 * A pass that fails, or is not possible yet, is retried. Passes are idempotent.
 */
import { type ErasurePayload, parseErasure } from '@waybill/contracts/events/internal-events'
import { newId } from '@waybill/contracts/ids'
import { type Kysely, sql, type Transaction } from 'kysely'
import { backoffMs } from '../loops/backoff.ts'
import { type Loop, startLoop } from '../loops/loops.ts'
import type { SingleHandler } from '../messaging/inbox/consumers.ts'
import type { DomainEvent } from '../messaging/outbox/outbox.ts'
import { type ChassisTables, chassisDb } from '../postgres/chassis-tables.ts'
import { afterCommit } from '../postgres/database.ts'
import type { Logger } from '../telemetry/log.ts'

/**
 * Pauses before the passes over a recent subject, for data still in flight: an event in a queue or not yet published, an
 * answer or a record that is written a moment later.
 */
export const RECENT_PAUSES_SECONDS = [0, 60, 3_600, 86_400]
const SETTLED_PAUSES_SECONDS = [0]
/** While a pass is not possible: 5 s, doubling up to an hour. */
const RETRY = { firstMs: 5_000, maxMs: 3_600_000 }
/** Longest wait for a pass that is due. Who records an erasure nudges the loop of its process. */
const POLL_MS = 10_000
const BATCH = 20

const loops = new WeakMap<Kysely<unknown>, Loop>()

/** A subject whose personal data is erased. */
export interface Erasure {
  environmentId: string
  subjectType: string
  subjectId: string
  erasedAt: Date
  /** Whether anything happened to it within the retention of events, answers and queues. */
  isRecent: boolean
  cause: 'operator' | 'retention'
  /** The operator's note. */
  note: string | null
}

interface ErasureRequest extends Erasure {
  /** Completed passes. */
  passes: number
  /** The first pass is done, and no later one has failed. */
  complete: boolean
  /** Why the last try failed. */
  hindrance: string | null
}

/**
 * Records that a subject is to be erased; false if it was recorded before. `passes`: how many the caller has made in this
 * transaction; null: all of them.
 */
export async function recordErasure<DB extends ChassisTables>(
  trx: Transaction<DB>,
  erasure: Erasure,
  { passes = 0 }: { passes?: number | null } = {},
): Promise<boolean> {
  const pauses = listPauses(erasure)
  const pause = passes === null ? undefined : pauses[passes]
  const noted = await chassisDb(trx)
    .insertInto('erasure')
    .values({
      environment_id: erasure.environmentId,
      subject_id: erasure.subjectId,
      subject_type: erasure.subjectType,
      is_recent: erasure.isRecent,
      cause: erasure.cause,
      note: erasure.note,
      erased_at: erasure.erasedAt,
      passes: passes ?? pauses.length,
      due_at: pause === undefined ? null : sql<Date>`now() + ${pause} * interval '1 second'`,
      hindrance: null,
    })
    .onConflict((conflict) => conflict.columns(['environment_id', 'subject_id']).doNothing())
    .returning('subject_id')
    .executeTakeFirst()
  if (pause !== undefined) afterCommit(trx, (db) => loops.get(db)?.nudge())
  return noted !== undefined
}

/** The erasure of a subject, if one was recorded. */
export async function findErasure<DB extends ChassisTables>(
  db: Kysely<DB>,
  environmentId: string,
  subjectId: string,
): Promise<ErasureRequest | undefined> {
  const row = await chassisDb(db)
    .selectFrom('erasure')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  return (
    row && {
      environmentId,
      subjectId,
      subjectType: row.subject_type,
      erasedAt: row.erased_at,
      isRecent: row.is_recent,
      cause: row.cause,
      note: row.note,
      passes: row.passes,
      complete: row.passes > 0 && row.hindrance === null,
      hindrance: row.hindrance,
    }
  )
}

/** The event of an erasure, which the `erasureHandler` of other services records. */
export const erasureEvent = ({
  environmentId,
  subjectType,
  subjectId,
  erasedAt,
  isRecent,
  cause,
}: Erasure): DomainEvent => ({
  eventId: newId('evt'),
  type: `${subjectType}.erased`,
  environmentId,
  subjectType,
  subjectId,
  sequence: null,
  occurredAt: erasedAt,
  public: null,
  internal: { is_recent: isRecent, cause } satisfies ErasurePayload,
})

/** Records an erasure that another service has announced. The passes follow. */
export const erasureHandler: SingleHandler<ChassisTables> = {
  order: 'set',
  async apply(trx, event) {
    const { environmentId, subjectType, subjectId, occurredAt } = event
    const { is_recent, cause } = parseErasure(event)
    const subject = { environmentId, subjectType, subjectId }
    await recordErasure(trx, { ...subject, erasedAt: occurredAt, isRecent: is_recent, cause, note: null })
  },
}

/** A pass is not possible yet and is retried later. The message says why, without personal data. */
export class NotYet extends Error {
  override readonly name = 'NotYet'
}

/**
 * Makes the passes that are due, one subject after another. Several processes may run it concurrently. `erase` makes one
 * pass in separate transactions, and throws `NotYet` if it is not possible yet.
 */
export function startErasures<DB extends ChassisTables>(options: {
  db: Kysely<DB>
  erase: (erasure: Erasure) => Promise<void>
  log: Logger
}): Loop {
  const { db, erase, log } = options

  async function makePass({ passes, tries, ...erasure }: DueErasure): Promise<void> {
    const { environmentId, subjectType, subjectId } = erasure
    try {
      await erase(erasure)
    } catch (error) {
      log.warn({ err: error, environmentId, subjectType, subjectId, tries }, 'erasure.hindered')
      const hindrance = error instanceof NotYet ? error.message : 'failed; see the log'
      await sql`
        update erasure
        set hindrance = ${hindrance}, due_at = now() + ${backoffMs(tries + 1, RETRY)} * interval '1 ms'
        where environment_id = ${environmentId} and subject_id = ${subjectId}`.execute(db)
      return
    }
    const pause = listPauses(erasure)[passes + 1] ?? null
    await sql`
      update erasure
      set passes = passes + 1, tries = 0, hindrance = null, due_at = now() + ${pause} * interval '1 second'
      where environment_id = ${environmentId} and subject_id = ${subjectId} and passes = ${passes}`.execute(db)
    log.info({ environmentId, subjectType, subjectId, pass: passes + 1, isLast: pause === null }, 'erasure.passed')
  }

  const loop = startLoop({
    name: 'erasures',
    intervalMs: POLL_MS,
    log,
    async work(signal) {
      const due = await takeDue(db)
      for (const erasure of due) if (!signal.aborted) await makePass(erasure)
      if (due.length === BATCH) return 'again'
      // The passes that were made may have another soon.
      return due.length > 0 ? RETRY.firstMs : 'idle'
    },
  })
  loops.set(db as Kysely<unknown>, loop)
  return loop
}

interface DueErasure extends Erasure {
  passes: number
  tries: number
}

/** Claims due subjects and postpones their next pass, so that other processes retry them if this one dies. */
async function takeDue<DB>(db: Kysely<DB>): Promise<DueErasure[]> {
  const { rows } = await sql<DueErasure>`
    update erasure set tries = tries + 1, due_at = now() + interval '1 minute'
    where (environment_id, subject_id) in (
      select environment_id, subject_id from erasure
      where due_at <= now() order by due_at limit ${BATCH} for update skip locked
    )
    returning environment_id as "environmentId", subject_type as "subjectType", subject_id as "subjectId",
      erased_at as "erasedAt", is_recent as "isRecent", cause, note, passes, tries - 1 as tries`.execute(db)
  return rows
}

const listPauses = ({ isRecent }: Pick<Erasure, 'isRecent'>): readonly number[] =>
  isRecent ? RECENT_PAUSES_SECONDS : SETTLED_PAUSES_SECONDS
