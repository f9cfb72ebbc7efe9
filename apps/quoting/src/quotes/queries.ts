/** Lists, in keyset pages. */
import { listExchangePage } from '@waybill/carriers/exchange-log/pages'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { type ListPage, type PageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { Quote, QuoteStatus } from '@waybill/contracts/quote'
import type { Period } from '@waybill/contracts/requests/list-filters'
import { type Kysely, sql } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { selectQuotes, toQuote } from './repository.ts'

interface QuoteFilters {
  shipmentId: string | null
  status: QuoteStatus | null
  requested: Period
}

/** Quotes of the environment, newest first. Throws `invalid_cursor`. */
export async function listQuotes(
  db: Kysely<QuotingDatabase>,
  environmentId: string,
  filters: QuoteFilters,
  { limit, cursor }: PageRequest,
): Promise<ListPage<Quote>> {
  const list = ['quotes', environmentId, filters]
  const { from, to } = filters.requested
  let query = selectQuotes(db, environmentId)
  if (filters.shipmentId !== null) query = query.where('shipment_id', '=', filters.shipmentId)
  if (filters.status !== null) query = query.where('status', '=', filters.status)
  if (from !== null) query = query.where('requested_at', '>=', from)
  if (to !== null) query = query.where('requested_at', '<', to)
  if (cursor !== null) {
    const [requestedAt = '', quoteId = ''] = decodeCursor(list, cursor)
    query = query.where((eb) =>
      eb(eb.refTuple('requested_at', 'quote_id'), '<', eb.tuple(new Date(requestedAt), quoteId)),
    )
  }
  const rows = await query
    .orderBy('requested_at', 'desc')
    .orderBy('quote_id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows.map(toQuote), limit, (last) => encodeCursor(list, [last.requestedAt.toISOString(), last.quoteId]))
}

/** Exchanges with the carriers that were asked for a quote, by the request that asked for it. None of offers that were reused. */
export function listQuoteExchanges(
  db: Kysely<QuotingDatabase>,
  { environmentId, quoteId }: { environmentId: string; quoteId: string },
  page: PageRequest,
) {
  const ofQuote = sql`
    operation = 'quote' and request_id = (
      select request_id from quote where quote.environment_id = ${environmentId} and quote_id = ${quoteId}
    )`
  return listExchangePage(db, { environmentId, list: quoteId, matching: ofQuote }, page)
}
