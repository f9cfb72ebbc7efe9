/** Personal data of quotes: carriers' messages about addresses, and exchanges with carriers. */
import { ERASED } from '@waybill/contracts/erasure'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { QuotingDatabase } from '../db.ts'

/** Overwrites carriers' messages in the quotes of a shipment and deletes the exchanges. Returns the quotes' IDs. */
export async function eraseQuotes(
  trx: Transaction<QuotingDatabase>,
  environmentId: string,
  shipmentId: string,
): Promise<string[]> {
  const { rows } = await sql<{ quoteId: string }>`
    with erased as (
      update quote
      set messages = coalesce(
        (select jsonb_agg(message || ${JSON.stringify({ message: ERASED })}::jsonb) from jsonb_array_elements(messages) as message),
        '[]')
      where environment_id = ${environmentId} and shipment_id = ${shipmentId}
      returning quote_id, request_id
    ), asked as (
      delete from carrier_exchange
      where environment_id = ${environmentId} and request_id in (select request_id from erased)
    )
    select quote_id as "quoteId" from erased order by quote_id`.execute(trx)
  return rows.map(({ quoteId }) => quoteId)
}

/** Number of rows about a shipment, by table, and the IDs of its quotes. */
export async function countQuoteRows(db: Kysely<QuotingDatabase>, environmentId: string, shipmentId: string) {
  const { rows } = await sql<{ quoteIds: string[]; quote: number; carrier_exchange: number }>`
    with wanted as (
      select quote_id, request_id from quote where environment_id = ${environmentId} and shipment_id = ${shipmentId}
    )
    select
      (select coalesce(array_agg(quote_id), '{}') from wanted) as "quoteIds",
      (select count(*) from wanted) as quote,
      (select count(*) from carrier_exchange
        where environment_id = ${environmentId} and request_id in (select request_id from wanted)) as carrier_exchange
    `.execute(db)
  const { quoteIds, ...tables } = rows[0] as { quoteIds: string[]; quote: number; carrier_exchange: number }
  return { quoteIds, tables }
}
