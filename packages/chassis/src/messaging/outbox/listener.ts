import pg from 'pg'
import { raceAbort, type Stoppable, startLoop } from '../../loops/loops.ts'
import { quoteIdentifier } from '../../postgres/database.ts'
import type { Logger } from '../../telemetry/log.ts'
import { outboxChannel } from './outbox.ts'

/**
 * Calls `onHint` when another process has added rows to the schema's outbox, or when a relay waits for lanes, with the id of
 * that relay. Uses a dedicated connection that reconnects, and calls `onConnect` each time, for hints missed in between. A hint may be lost; the poll is
 * the guarantee.
 */
export function listenToOutbox(options: {
  databaseUrl: string
  schema: string
  onConnect: () => void
  onHint: (asker: string) => void
  log: Logger
}): Stoppable {
  const { databaseUrl, schema, onConnect, onHint, log } = options
  return startLoop({
    name: 'outbox.listener',
    intervalMs: 100,
    log,
    async work(signal) {
      const client = new pg.Client({
        connectionString: databaseUrl,
        application_name: `${schema} outbox listener`,
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
      })
      const ended = new Promise<'lost'>((resolve) => client.once('end', () => resolve('lost')))
      client.on('error', () => {}) // followed by `end`
      client.on('notification', ({ payload = '' }) => onHint(payload))
      try {
        await client.connect()
        await client.query(`listen ${quoteIdentifier(outboxChannel(schema))}`)
        onConnect()
        if (await raceAbort(signal, ended)) log.warn({ schema }, 'outbox.listener_disconnected')
      } finally {
        await client.end()
      }
      return 'idle'
    },
  })
}
