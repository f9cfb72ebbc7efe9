/** Quotes of a shipment that a change of it or of its booking concerns. */
import type { Quote } from '@waybill/contracts/quote'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { selectQuotes, toQuote } from './repository.ts'

type Writer = Transaction<QuotingDatabase>
type Reader = Kysely<QuotingDatabase> | Writer

/** The routes for which the shipments have open quotes. */
export async function listOpenRoutes(
  db: Reader,
  shipments: readonly { environmentId: string; shipmentId: string }[],
): Promise<{ environmentId: string; shipmentId: string; routeRevision: number }[]> {
  const environments = shipments.map(({ environmentId }) => environmentId)
  const ids = shipments.map(({ shipmentId }) => shipmentId)
  return await db
    .selectFrom('quote')
    .select(['environment_id as environmentId', 'shipment_id as shipmentId', 'route_revision as routeRevision'])
    .where('status', '=', sql.lit('pending'))
    .where(sql<boolean>`(environment_id, shipment_id) in
      (select * from unnest(${environments}::text[], ${ids}::text[]))`)
    .execute()
}

/** Those of the options whose quotes have not been accepted. */
export async function listUnacceptedOptions(
  db: Reader,
  options: readonly { environmentId: string; optionId: string }[],
): Promise<{ environmentId: string; optionId: string }[]> {
  if (options.length === 0) return []
  const environments = options.map(({ environmentId }) => environmentId)
  const ids = options.map(({ optionId }) => optionId)
  return await db
    .selectFrom('quote_option')
    .innerJoin('quote', (join) =>
      join
        .onRef('quote.environment_id', '=', 'quote_option.environment_id')
        .onRef('quote.quote_id', '=', 'quote_option.quote_id'),
    )
    .select(['quote_option.environment_id as environmentId', 'quote_option.quote_option_id as optionId'])
    .where('quote.status', '<>', sql.lit('accepted'))
    .where(sql<boolean>`(quote_option.environment_id, quote_option.quote_option_id) in
      (select * from unnest(${environments}::text[], ${ids}::text[]))`)
    .execute()
}

/** Locks the quote and the open ones of its shipment until the transaction ends, in the order of `lockOpenQuotes`. */
export async function lockQuoteAndOpen(
  trx: Writer,
  { environmentId, quoteId }: { environmentId: string; quoteId: string },
): Promise<Quote[]> {
  const shipmentId = trx
    .selectFrom('quote')
    .select('shipment_id')
    .where('environment_id', '=', environmentId)
    .where('quote_id', '=', quoteId)
  const rows = await selectQuotes(trx, environmentId)
    .where('shipment_id', '=', shipmentId)
    .where((eb) => eb.or([eb('status', '=', sql.lit('pending')), eb('quote_id', '=', quoteId)]))
    .orderBy('quote_id')
    .forUpdate()
    .execute()
  return rows.map(toQuote)
}

/**
 * Locks the open quotes of a shipment until the transaction ends; with `before`, only those for an earlier revision of the
 * route. In the order of their IDs, so that two transactions never deadlock.
 */
export async function lockOpenQuotes(
  trx: Writer,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
  { before }: { before?: number } = {},
): Promise<Quote[]> {
  let query = selectQuotes(trx, environmentId)
    .where('shipment_id', '=', shipmentId)
    .where('status', '=', sql.lit('pending'))
  if (before !== undefined) query = query.where('route_revision', '<', before)
  const rows = await query.orderBy('quote_id').forUpdate().execute()
  return rows.map(toQuote)
}
