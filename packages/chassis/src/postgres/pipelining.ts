/**
 * Fewer round trips to Postgres: statements that do not need each other's results are sent in one write. Each is answered
 * for itself, as if it had been sent alone.
 */
import {
  type Compilable,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type OperationNodeSource,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
  type RawBuilder,
  sql,
  TableNode,
  type Transaction,
  type TransactionSettings,
  UpdateQueryNode,
} from 'kysely'
import pg from 'pg'

/** Begins a transaction together with its first statement. */
export class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }
  override createDriver(): Driver {
    return new PipeliningDriver(this.#config)
  }
}

class PipeliningDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>()

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings)
    begun.catch(() => {}) // the commit reports it
    this.#begun.set(connection, begun)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    await this.#begun.get(connection)
  }
}

/** Runs the statements on one connection, in this order, in one round trip. Rejects with the first error, after all have ended. */
export async function inOneTrip<DB, const Rows extends readonly unknown[]>(
  db: Kysely<DB>,
  queries: { [N in keyof Rows]: RawBuilder<Rows[N]> | Compilable<Rows[N]> },
): Promise<{ [N in keyof Rows]: Rows[N][] }> {
  const compiled = queries.map((query) => (query as RawBuilder<unknown>).compile(db))
  const settled = await db
    .getExecutor()
    .provideConnection((connection) => Promise.allSettled(compiled.map((one) => connection.executeQuery(one))))
  const results = settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return (one.value as QueryResult<unknown>).rows
  })
  return results as { [N in keyof Rows]: Rows[N][] }
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils
const sentWithCommit = new WeakMap<object, Promise<unknown>[]>()

/** Makes `sendWithCommit` send ahead in this transaction. Who calls it must await `lastStatements` when the transaction has ended. */
export function sendAhead<DB>(trx: Transaction<DB>): void {
  sentWithCommit.set(trx, [])
}

/**
 * Sends a statement whose result nobody reads, and does not wait for it: it travels with what follows, mostly the commit.
 * If it fails, so does the transaction, with its error.
 */
export async function sendWithCommit<DB>(
  trx: Transaction<DB>,
  query: Compilable<unknown> | RawBuilder<unknown>,
): Promise<void> {
  await askWithCommit(trx, query)
}

/** As `sendWithCommit`, for a statement whose rows are awaited only once the transaction has ended. */
export async function askWithCommit<DB, Row>(
  trx: Transaction<DB>,
  query: Compilable<Row> | RawBuilder<Row>,
): Promise<{ rows: Promise<Row[]> | Row[] }> {
  const compiled = 'isRawBuilder' in query ? query.compile(trx) : query.compile()
  const sent = sentWithCommit.get(trx)
  if (!sent) return await trx.executeQuery<Row>(compiled)
  // A value that the driver cannot write fails here: the driver would send the commit without the statement.
  const parameters = compiled.parameters.map(prepareValue)
  return await trx.getExecutor().provideConnection(async (connection) => {
    const rows = connection.executeQuery<Row>({ ...compiled, parameters }).then((answer) => answer.rows)
    rows.catch(() => {}) // `lastStatements` reports it
    sent.push(rows)
    return { rows }
  })
}

/** A write to be sent alone or as a part of a larger statement. It has no common table expression that writes. */
export type Write<Row = unknown> = RawBuilder<Row> | (Compilable<Row> & OperationNodeSource)

/**
 * Sends several writes as one statement, as `sendWithCommit` does with each, but in no defined order. None sees what another
 * one writes; null and an empty list write nothing. Throws if two update the same table: of two updates of a row Postgres
 * skips one in silence.
 */
export async function sendAsOne<DB>(trx: Transaction<DB>, writes: readonly (Write | null)[]): Promise<void> {
  const [first, ...others] = writes.filter((write) => write !== null)
  if (first === undefined) return
  if (others.length === 0) return await sendWithCommit(trx, first)
  assertApart([first, ...others])
  const parts = [first, ...others].map((write, n) => sql`${sql.ref(`write_${n}`)} as (${write})`)
  await sendWithCommit(trx, sql`with ${sql.join(parts)} select`)
}

function assertApart(writes: readonly Write[]): void {
  const tables = writes.flatMap((write) => {
    const node = write.toOperationNode()
    return UpdateQueryNode.is(node) && node.table && TableNode.is(node.table) ? [node.table.table.identifier.name] : []
  })
  const [twice] = tables.filter((table, index) => tables.indexOf(table) < index)
  if (twice !== undefined) throw new TypeError(`two writes of one statement update ${twice}`)
}

/** Rejects with the error of the first statement of `sendWithCommit` that has failed since the last call. */
export async function lastStatements<DB>(trx: Transaction<DB>): Promise<void> {
  await Promise.all(sentWithCommit.get(trx)?.splice(0) ?? [])
}
