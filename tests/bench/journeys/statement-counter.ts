/** Counts the statements that services send to PostgreSQL, between them and the server. */
import { startPostgresProxy } from '@waybill/testing/postgres-proxy'
import type { TcpProxy } from '@waybill/testing/tcp-proxy'

export interface StatementCount {
  /** Executions, those that begin and end transactions included. */
  statements: number
  /** Explicit transactions. A statement outside of one is its own. */
  transactions: number
}

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
      const counted = byRole.get(role) ?? { statements: 0, transactions: 0 }
      counted.statements += statements.length
      if (statements.length > 1) counted.transactions += 1
      byRole.set(role, counted)
    },
  })
  return { proxy, counts: () => new Map([...byRole].map(([name, count]) => [name, { ...count }])) }
}
