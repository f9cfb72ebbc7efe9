/** Counts the statements that services send to PostgreSQL, between them and the server. */
import { messageReader } from '@waybill/testing/postgres-proxy'
import { startTcpProxy, type TcpProxy } from '@waybill/testing/tcp-proxy'

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
  const proxy = await startTcpProxy({
    ...target,
    relay(client, server) {
      let role = ''
      /** SQL by the name of the prepared statement, and the statement that is bound. */
      const prepared = new Map<string, string>()
      let bound = ''
      const count = (sql: string) => {
        const counted = byRole.get(role) ?? { statements: 0, transactions: 0 }
        counted.statements += 1
        if (/^\s*(begin|start transaction)/i.test(sql)) counted.transactions += 1
        byRole.set(role, counted)
      }
      const read = messageReader(
        (type, body) => {
          const [first = '', second = ''] = body.toString().split('\0', 2)
          if (type === 'Q') count(first)
          if (type === 'P') prepared.set(first, second)
          if (type === 'B') bound = prepared.get(second) ?? ''
          if (type === 'E') count(bound)
        },
        {
          onLogin: ({ user = '' }) => {
            role = user
          },
        },
      )
      client.on('data', (bytes: Buffer) => {
        read(bytes)
        server.write(bytes)
      })
      server.on('data', (bytes: Buffer) => client.write(bytes))
      client.on('end', () => server.end())
      server.on('end', () => client.end())
    },
  })
  return { proxy, counts: () => new Map([...byRole].map(([name, count]) => [name, { ...count }])) }
}
