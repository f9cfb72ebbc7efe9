import { Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { backoffMs } from '../loops/backoff.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { lastStatements, PipeliningDialect, sendAhead } from './pipelining.ts'
import { measurePool } from './pool-metrics.ts'
import { isStalePlan, PreparingClient } from './prepared-statements.ts'

export type Database<DB> = Kysely<DB>

export const UNIQUE_VIOLATION = '23505'
const SERIALIZATION_FAILURE = '40001'
export const DEADLOCK_DETECTED = '40P01'
export const LOCK_NOT_AVAILABLE = '55P03'
const TOO_MANY_CONNECTIONS = '53300'
/** Message of the pool's error when no connection became available in time. It has no code. */
const POOL_TIMEOUT_MESSAGE = 'timeout exceeded when trying to connect'

/** Longest wait for a lock. A caller's deadline is 10 s, and the answer is written after the wait. */
export const LOCK_TIMEOUT_MS = 4_000
const STATEMENT_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 5_000
const TRANSACTION_TRIES = 4

interface DatabaseOptions {
  url: string
  /** The only schema on the search path. */
  schema: string
  /** Shown in pg_stat_activity. */
  applicationName: string
  poolSize?: number
  /** Where the pool's figures are shown; nowhere unless given. */
  metrics?: Metrics
}

/**
 * A pool of connections to one service's schema. bigint and numeric counts come as numbers; timestamptz as Date.
 * Nothing connects before the first query. Close it with `db.destroy()`.
 */
export function openDatabase<DB>(options: DatabaseOptions): Kysely<DB> {
  const { url, schema, applicationName, poolSize = 10, metrics } = options
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    application_name: applicationName,
    // Statements take milliseconds. JIT compilation, triggered by a high cost estimate, takes far longer than it saves.
    options: `-c search_path=${schema} -c jit=off`,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: findParser },
  })
  // A broken connection leaves the pool, and its statement fails. Without these listeners its error would end the process:
  // the pool reports idle connections, the client reports one that is held between two statements.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (metrics) measurePool(metrics, pool, poolSize)
  return new Kysely<DB>({ dialect: new PipeliningDialect({ pool }) })
}

/** Rejects when the database does not answer. */
export async function pingDatabase(db: Pick<Kysely<never>, 'getExecutor'>): Promise<void> {
  await sql`select 1`.execute(db as Kysely<never>)
}

const findParser = ((oid: number, format: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8
    ? parseInt8
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
  return value
}

/** Called after a commit, with the pool, so that it can start further work. */
type CommitHint = (db: Kysely<unknown>) => void

const afterCommitWork = new WeakMap<object, CommitHint[]>()

/**
 * Calls the function once the transaction that `transact` opened has committed; never if it, or the savepoint of the call, rolls back.
 * For hints only: a crash right after the commit loses the call.
 */
export function afterCommit<DB>(trx: Transaction<DB>, hint: CommitHint): void {
  afterCommitWork.get(trx)?.push(hint)
}

/**
 * One transaction, read committed: commits when the work resolves, rolls back when it rejects.
 * A serialization failure, a deadlock or a plan that a migration made stale runs the work again, up to three times, so
 * it must have no other effect.
 */
export async function transact<DB, T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return await retryWhile(isTransientConflict, async () => {
    const hints: CommitHint[] = []
    let transaction: Transaction<DB> | undefined
    const result = await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute((trx) => {
        transaction = trx
        afterCommitWork.set(trx, hints)
        sendAhead(trx)
        return work(trx)
      })
      .catch(async (error) => {
        // A statement that was not waited for has failed first, and is why the others and the commit failed.
        if (transaction) await lastStatements(transaction)
        throw error
      })
    for (const hint of hints) hint(db as Kysely<unknown>)
    return result
  })
}

/** Runs the work, and retries it up to three times with back-off after errors that `isRetryable` accepts. */
export async function retryWhile<T>(isRetryable: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRANSACTION_TRIES || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, backoffMs(tries, { firstMs: 10, maxMs: 100, jitter: 1 })))
    }
  }
}

/**
 * Runs idempotent work, and up to three times more if its connection is lost: it may have committed all the same, and
 * then the next run finds what it wrote.
 */
export const untilAnswered = <T>(work: () => Promise<T>): Promise<T> => retryWhile(isLostConnection, work)

/** Whether an immediate retry may succeed: a conflict with another transaction, or a plan that a migration made stale. */
export function isTransientConflict(error: unknown): boolean {
  const code = postgresCode(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED || isStalePlan(error)
}

/** Whether the connection was lost, so that it is unknown whether the current statement committed. */
export function isLostConnection(error: unknown): boolean {
  const code = postgresCode(error)
  // 57P01 to 57P03: the server is shutting down or starting. Errors of the socket and the driver have no code.
  if (code !== undefined) return code.startsWith('08') || code.startsWith('57P')
  return (
    error instanceof Error &&
    /^(Connection terminated|Client has encountered|read |write |connect )/.test(error.message)
  )
}

/** Whether the database is unavailable: the connection was lost, refused, or not available in time. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isLostConnection(error) || postgresCode(error) === TOO_MANY_CONNECTIONS) return true
  return error instanceof Error && error.message === POOL_TIMEOUT_MESSAGE
}

/** Runs the work in a savepoint. If it rejects, rolls back to the savepoint and rejects; the transaction can continue. */
export async function withSavepoint<DB, T>(trx: Transaction<DB>, work: () => Promise<T>): Promise<T> {
  const before = afterCommitWork.get(trx)?.length ?? 0
  await sql`savepoint before_work`.execute(trx)
  try {
    const result = await work()
    await lastStatements(trx)
    return result
  } catch (error) {
    const cause = await lastStatements(trx).then(
      () => error,
      (first: unknown) => first,
    )
    await sql`rollback to savepoint before_work`.execute(trx)
    afterCommitWork.get(trx)?.splice(before)
    throw cause
  }
}

/** The SQLSTATE of an error that Postgres reported, else undefined. */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The name in double quotes, for use where a statement allows no parameter. */
export const quoteIdentifier = (name: string): string => pg.escapeIdentifier(name)
