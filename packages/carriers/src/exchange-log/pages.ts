/** Pages of the exchange log for merchants. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { type ListPage, type PageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { PublicCarrierExchange } from '@waybill/contracts/carrier-accounts/carrier-exchange'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { redactUrl } from './exchange.ts'
import type { CarrierExchangeTable, ExchangeTables } from './table.ts'

interface Row extends Omit<CarrierExchangeTable, 'exchange_id'> {
  exchange_id: string
  attempt: number
}

/**
 * Exchanges of the environment that `matching`, a condition on `carrier_exchange`, selects: oldest first. `list` names what they
 * belong to, for the cursor. Throws `invalid_cursor`.
 */
export async function listExchangePage<DB extends ExchangeTables>(
  db: Kysely<DB>,
  subject: { environmentId: string; list: string; matching: RawBuilder<unknown> },
  { limit, cursor }: PageRequest,
): Promise<ListPage<PublicCarrierExchange>> {
  const list = ['exchanges', subject.environmentId, subject.list]
  const [at = '-infinity', id = '00000000-0000-0000-0000-000000000000'] =
    cursor === null ? [] : decodeCursor(list, cursor)
  const { rows } = await sql<Row>`
    with matching as (
      select carrier_exchange.*, row_number() over (
        partition by carrier_account_id, operation, direction, method, path order by started_at, exchange_id
      )::int as attempt
      from carrier_exchange
      where environment_id = ${subject.environmentId} and ${subject.matching}
    )
    select * from matching
    where (started_at, exchange_id) > (${at}::timestamptz, ${id}::uuid)
    order by started_at, exchange_id
    limit ${limit + 1}`.execute(db)
  return toPage(rows.map(publicExchange), limit, (last) => encodeCursor(list, [last.started_at, last.exchange_id]))
}

const publicExchange = (row: Row): PublicCarrierExchange => ({
  exchange_id: row.exchange_id,
  carrier_code: row.carrier_code,
  carrier_account_id: row.carrier_account_id,
  operation: row.operation,
  direction: row.direction,
  attempt: row.attempt,
  method: row.method,
  // Once more: versions before kept short values of every name.
  path: redactUrl(row.path),
  request_body: row.request_text,
  http_status: row.http_status,
  response_body: row.response_text,
  fault: row.fault,
  started_at: row.started_at.toISOString(),
  duration_ms: row.duration_ms,
})
