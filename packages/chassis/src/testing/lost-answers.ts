/** Statements whose answers are lost: they are executed, then their connection breaks, as in a failover of the database. */
import pg from 'pg'

export interface SentStatement {
  text: string
  values: readonly unknown[]
}

/**
 * Whether the answer to what has just been committed is lost. Gets the statements of the transaction, without `begin` and
 * `commit`, or the one statement that commits by itself, and the number of rows of the last one.
 */
type Loses = (committed: readonly SentStatement[], rowCount: number) => boolean

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** Loses answers on every connection of this process. Returns the function that ends it. */
export function loseAnswers(loses: Loses): () => void {
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  const open = new WeakMap<pg.Client, SentStatement[]>()

  function committedBy(connection: pg.Client, statement: SentStatement): readonly SentStatement[] | null {
    const transaction = open.get(connection)
    switch (/^[a-z]+/i.exec(statement.text.trimStart())?.[0].toLowerCase()) {
      case 'begin':
      case 'start':
        open.set(connection, [])
        return null
      case 'rollback':
        open.delete(connection)
        return null
      case 'commit':
        open.delete(connection)
        return transaction ?? null
    }
    transaction?.push(statement)
    return transaction ? null : [statement]
  }

  client.query = function (...args) {
    const result = query.apply(this, args)
    const committed = result instanceof Promise ? committedBy(this, toStatement(args)) : null
    if (!(result instanceof Promise) || committed === null) return result
    return result.then((answer: pg.QueryResult) => {
      if (!loses(committed, answer.rowCount ?? 0)) return answer
      const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } }).connection
      stream.destroy()
      throw new Error('Connection terminated unexpectedly')
    })
  }
  return () => {
    client.query = query
  }
}

function toStatement([config, values]: unknown[]): SentStatement {
  const given = typeof config === 'string' ? { text: config, values } : (config as Partial<SentStatement>)
  return { text: given.text ?? '', values: (given.values as unknown[] | undefined) ?? [] }
}
