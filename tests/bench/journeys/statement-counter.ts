/** Counts the statements that services send to PostgreSQL, between them and the server. */
import { startPostgresProxy } from '@waybill/testing/postgres-proxy'
import type { TcpProxy } from '@waybill/testing/tcp-proxy'

export interface StatementCount {
  /** Executions, those that begin and end transactions included. */
  statements: number
  /** Explicit transactions, each with a statement at its beginning and one at its end. A statement outside of one is its own. */
  transactions: number
  /** Statements of the relay: leases of lanes, and marks of published events. */
  relay: number
  /** Other statements that write. */
  writes: number
}

export const noStatements = (): StatementCount => ({ statements: 0, transactions: 0, relay: 0, writes: 0 })

export interface StatementCounter {
  proxy: TcpProxy
  /** By role, since the start. */
  counts(): Map<string, StatementCount>
}

export async function startStatementCounter(target: {
  targetHost: string
  targetPort: number
}): Promise<StatementCounter> {
  const byRole = new Map<string, StatementCount>()
  const proxy = await startPostgresProxy({
    ...target,
    observe({ role, statements }) {
      const counted = byRole.get(role) ?? noStatements()
      counted.statements += statements.length
      if (statements.length > 1) counted.transactions += 1
      for (const sql of statements) {
        if (/\boutbox_lane\b/.test(sql)) counted.relay += 1
        else if (/\b(insert into|update \S+\s+set|delete from)\b/.test(sql)) counted.writes += 1
      }
      byRole.set(role, counted)
    },
  })
  return { proxy, counts: () => new Map([...byRole].map(([name, count]) => [name, { ...count }])) }
}
