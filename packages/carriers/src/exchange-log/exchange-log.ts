/** Stores redacted exchanges with carriers for some days. Writes behind the call, prunes in batches. */
import { randomUUID } from 'node:crypto'
import { startLoop } from '@waybill/chassis/loops/loops'
import { startWriteBehind } from '@waybill/chassis/postgres/write-behind'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { Kysely } from 'kysely'
import { exchangeBytes, type RawExchange, type RecordExchange, redactExchange } from './exchange.ts'
import { insertExchanges, pruneExchanges } from './repository.ts'
import type { ExchangeTables } from './table.ts'

/** Limit of unwritten exchanges before redaction. Beyond it exchanges are dropped and counted. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024
const PRUNE_EVERY_MS = 60_000

interface ExchangeLog {
  record: RecordExchange
  stop(): Promise<void>
}

/** `days`: retention; 0: nothing is written. */
export function startExchangeLog<DB extends ExchangeTables>({
  db,
  days,
  log,
  metrics,
}: {
  db: Kysely<DB>
  days: number
  log: Logger
  metrics: Metrics
}): ExchangeLog {
  const pruning = startLoop({
    name: 'carrier_exchange.pruning',
    intervalMs: PRUNE_EVERY_MS,
    log,
    work: async () => ((await pruneExchanges(db, days)) ? 'again' : 'idle'),
  })
  const writing = startWriteBehind<RawExchange & { exchangeId: string }>({
    name: 'carrier_exchange',
    maxBytes: MAX_WAITING_BYTES,
    measureSize: exchangeBytes,
    write: (exchanges) =>
      insertExchanges(
        db,
        exchanges.map(({ exchangeId, ...exchange }) => ({ exchangeId, ...redactExchange(exchange) })),
      ),
    log,
    metrics,
  })
  return {
    // The id tells an exchange that is written again, after the answer to its commit was lost, from another one like it.
    record: days === 0 ? () => {} : (exchange) => writing.add({ ...exchange, exchangeId: randomUUID() }),
    async stop() {
      await Promise.all([pruning.stop(), writing.stop()])
    },
  }
}
