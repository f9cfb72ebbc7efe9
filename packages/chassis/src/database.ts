import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { backoffMs } from './backoff.ts'
import { isStalePlan, PreparingClient } from './database-statements.ts'

export type Database<DB> = Kysely<DB>

export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
export const CHECK_VIOLATION = '23514'
export const SERIALIZATION_FAILURE = '40001'
export const DEADLOCK_DETECTED = '40P01'
export const LOCK_NOT_AVAILABLE = '55P03'
export const QUERY_CANCELED = '57014'

/** Longest wait for a lock, in ms: a caller's deadline is 10 s, and the answer has to be written after it. */
export const LOCK_TIMEOUT_MS = 4_000
const STATEMENT_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 5_000
const TRANSACTION_TRIES = 4

export interface DatabaseOptions {
  url: string
  /** The only schema on the search path. */
  schema: string
  /** Shown in pg_stat_activity. */
  applicationName: string
  poolSize?: number
}

/**
 * A pool of connections to one service's schema. bigint and numeric counts come as numbers; timestamptz as Date.
 * Nothing connects before the first query. Close it with `db.destroy()`.
 */
export function openDatabase<DB>({ url, schema, applicationName, poolSize = 10 }: DatabaseOptions): Kysely<DB> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    application_name: applicationName,
    options: `-c search_path=${schema}`,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  })
  // A connection that breaks leaves the pool by itself, and what it was at fails; without listeners its error would
  // end the process: the pool's hears it of idle connections, its own of one held between two statements.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

const parserOf = ((oid: number, format: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8
    ? parseInt8
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
  return value
}

/** Told the database, so that it can start work of its own there. */
export type CommitHint = (db: Kysely<unknown>) => void

const afterCommitWork = new WeakMap<object, CommitHint[]>()

/**
 * Calls the function once the transaction that `transact` opened has committed; never if it rolls back.
 * For hints only: a crash right after the commit loses the call.
 */
export function afterCommit<DB>(trx: Transaction<DB>, hint: CommitHint): void {
  afterCommitWork.get(trx)?.push(hint)
}

/**
 * One transaction, read committed: commits when the work resolves, rolls back when it rejects.
 * A serialisation failure, a deadlock or a plan that a migration made stale runs the work again, up to three times, so
 * it must have no other effect.
 */
export async function transact<DB, T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const hints: CommitHint[] = []
    try {
      const result = await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((trx) => {
          afterCommitWork.set(trx, hints)
          return work(trx)
        })
      for (const hint of hints) hint(db as Kysely<unknown>)
      return result
    } catch (error) {
      if (tries === TRANSACTION_TRIES || !mayCommitNextTime(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, backoffMs(tries, { firstMs: 10, maxMs: 100, jitter: 1 })))
    }
  }
}

function mayCommitNextTime(error: unknown): boolean {
  const code = postgresCode(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED || isStalePlan(error)
}

/** Runs the work; if it rejects, undoes what it wrote and rejects too, and the transaction can go on. */
export async function undoOnError<DB, T>(trx: Transaction<DB>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint before_work`.execute(trx)
  try {
    return await work()
  } catch (error) {
    await sql`rollback to savepoint before_work`.execute(trx)
    throw error
  }
}

/** The SQLSTATE of an error that Postgres reported, else undefined. */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Whether a unique index refused the row; with a name, whether it was that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === UNIQUE_VIOLATION &&
    (constraint === undefined || error.constraint === constraint)
  )
}

/** The text in double quotes, for a place in a statement where no parameter can stand. */
export const quoteIdentifier = (name: string): string => pg.escapeIdentifier(name)
