import type { Socket } from 'node:net'
import pg from 'pg'

/** Later texts are sent unnamed, so that an unbounded set of texts cannot exhaust the server's memory. */
const MOST_STATEMENTS = 1_000
/** A longer text is a bulk write of variable size, hardly ever repeated. */
const LONGEST_TEXT = 8_000
/** SQLSTATE when a schema change altered the result columns of a prepared statement. */
const CACHED_PLAN_STALE = '0A000'

const names = new Map<string, string>()
// Part of every name. Incremented when a plan goes stale, so that all statements are prepared again.
let generation = 0

/** Begins with the verb, since tracing calls the span of a named statement by its name. */
function getName(text: string): string | undefined {
  if (text.length > LONGEST_TEXT) return undefined
  let name = names.get(text)
  if (name === undefined && names.size < MOST_STATEMENTS) {
    const [verb = ''] = text.trimStart().split(/\s/, 1)
    name = `${verb.toUpperCase()} ${names.size}`
    names.set(text, name)
  }
  return name
}

/** Whether a prepared statement is stale after a schema change. A retry succeeds. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === CACHED_PLAN_STALE && error.message.startsWith('cached plan')

/**
 * A client that prepares each statement with parameters once a connection and sends only its name from then on: Postgres
 * parses and plans once. Does not work behind a pooler that gives every statement another connection.
 *
 * A schema change makes a plan stale that returns all columns of a table. Postgres then rejects the statement before it
 * has any effect, and the client sends it again under a new name. Within a transaction the rejection aborts the
 * transaction, which only the caller can repeat: see `transact`.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // Sends a statement before the answer to the one before it has come.
    super({ ...config, pipeline: true } as pg.ClientConfig)
  }

  // The driver's overloads: (text, values), (config), (submittable), each with or without a callback.
  override query(...args: unknown[]): never {
    this.#joinWrites()
    const [text, values, ...rest] = args
    const hasParameters = Array.isArray(values) && values.length > 0
    const name = typeof text === 'string' && hasParameters ? getName(text) : undefined
    const query = super.query as (...args: unknown[]) => unknown
    if (name === undefined) return query.apply(this, args) as never

    const preparedIn = generation
    const send = () => query.call(this, { name: `${name}_${generation}`, text, values }, ...rest)
    const result = send()
    if (!(result instanceof Promise)) return result as never
    return result.catch((error) => {
      if (!isStalePlan(error)) throw error
      // If statements fail at the same time, the first one renews all names.
      if (preparedIn === generation) generation += 1
      // `I`, idle: there is no transaction that the error could have aborted.
      if (this.getTransactionStatus() !== 'I') throw error
      return send()
    }) as never
  }
  /** Sends all statements of the current turn in one write. */
  #joinWrites(): void {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}
