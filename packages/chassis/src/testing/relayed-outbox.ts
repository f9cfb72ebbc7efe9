import type { Stoppable } from '../loops/loops.ts'
import { createLocalBus } from '../messaging/local-bus.ts'
import { appendOutbox, type DomainEvent } from '../messaging/outbox/outbox.ts'
import { startRelay } from '../messaging/outbox/relay.ts'
import { transact } from '../postgres/database.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createChassisDatabase } from './chassis-database.ts'

/** For tests: an outbox, its relays, and a bus in the process with one consumer. */
export async function openRelayedOutbox() {
  const database = await createChassisDatabase()
  const { db, url, schema } = database
  const silent = createLog({ service: 'test', level: 'silent' })
  const relays: Stoppable[] = []
  const fresh = () => ({
    bus: createLocalBus({ topology: { consumers: { depot: ['#'] } } }),
    metrics: createMetrics({ service: 'depot' }),
  })
  let { bus, metrics } = fresh()
  return {
    database,
    db,
    drop: database.drop,
    /** Empties the outbox. The test has a new bus and new metrics. */
    async startTest() {
      await database.empty()
      ;({ bus, metrics } = fresh())
    },
    async endTest() {
      for (const relay of relays.splice(0)) await relay.stop()
    },
    get bus() {
      return bus
    },
    get metrics() {
      return metrics
    },
    async relay(log = silent, ownDb = db): Promise<Stoppable> {
      const started = await startRelay({ db: ownDb, databaseUrl: url, schema, bus, log, metrics })
      relays.push(started)
      return started
    },
    write: (...events: DomainEvent[]) => transact(db, (trx) => appendOutbox(trx, events)),
    /** Ids of the events that wait. */
    async unpublished(): Promise<string[]> {
      const rows = await db.selectFrom('outbox').select('event_id').where('published_at', 'is', null).execute()
      return rows.map((row) => row.event_id)
    },
    /** Subscribes the consumer. Resolves to the delivered events, in the order in which it finished them. */
    async receive(handle: (event: DomainEvent) => Promise<void> = async () => {}): Promise<DomainEvent[]> {
      const received: DomainEvent[] = []
      await bus.subscribe('depot', async (event) => {
        await handle(event)
        received.push(event)
      })
      return received
    },
  }
}

export type RelayedOutbox = Awaited<ReturnType<typeof openRelayedOutbox>>
