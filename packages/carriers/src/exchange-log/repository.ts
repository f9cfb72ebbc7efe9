import { type Kysely, sql } from 'kysely'
import type { ExchangeRecord } from './exchange.ts'
import type { ExchangeTables } from './table.ts'

const PRUNE_BATCH = 1_000

/** Inserts redacted exchanges in one statement, except those that are stored already. */
export async function insertExchanges<DB extends ExchangeTables>(
  db: Kysely<DB>,
  exchanges: readonly (ExchangeRecord & { exchangeId: string })[],
): Promise<void> {
  await narrowTables(db)
    .insertInto('carrier_exchange')
    .values(
      exchanges.map((exchange) => ({
        environment_id: exchange.environmentId,
        exchange_id: exchange.exchangeId,
        carrier_code: exchange.carrierCode,
        carrier_account_id: exchange.carrierAccountId,
        operation: exchange.operation,
        direction: exchange.direction,
        request_id: exchange.requestId,
        reference: exchange.reference,
        method: exchange.method,
        path: exchange.path,
        request_text: exchange.requestText,
        http_status: exchange.httpStatus,
        response_text: exchange.responseText,
        fault: exchange.fault,
        started_at: exchange.startedAt,
        duration_ms: exchange.durationMs,
      })),
    )
    .onConflict((conflict) => conflict.columns(['environment_id', 'exchange_id']).doNothing())
    .execute()
}

/** Deletes up to 1,000 exchanges older than `days`. True: there may be more. */
export async function pruneExchanges<DB extends ExchangeTables>(db: Kysely<DB>, days: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from carrier_exchange
    where (environment_id, exchange_id) in (
      select environment_id, exchange_id from carrier_exchange
      where started_at < now() - ${days} * interval '1 day'
      order by started_at limit ${PRUNE_BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0) === PRUNE_BATCH
}

/** Kysely cannot resolve the tables of a type parameter. */
const narrowTables = <DB extends ExchangeTables>(db: Kysely<DB>) => db as unknown as Kysely<ExchangeTables>
