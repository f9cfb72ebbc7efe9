import { insertEvents } from '@waybill/chassis/idempotency/batched'
import { type FinishedAddition, recordFinish } from '@waybill/chassis/idempotency/finishing'
import { compileOnce, type Param } from '@waybill/chassis/postgres/compiled-query'
import { insertRecorded, insertRows, type NewRow, newColumns } from '@waybill/chassis/postgres/insert-rows'
import type { Write } from '@waybill/chassis/postgres/pipelining'
import type { Quote } from '@waybill/contracts/quote'
import { getEtaPrecision, type QuoteOption } from '@waybill/contracts/quotes/quote-option'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { QuoteOptionTable, QuoteTable, QuotingDatabase } from '../db.ts'

type Reader = Kysely<QuotingDatabase>
type Writer = Transaction<QuotingDatabase>

/** All rows of a new quote, by table. */
interface NewQuoteRows {
  quote: NewRow<QuoteTable>[]
  quote_option: NewRow<QuoteOptionTable>[]
}

/** `requestId` is the request under which the carriers were called. */
export const newQuoteRows = (quote: Quote, requestId: string | null): NewQuoteRows => ({
  quote: [{ ...quoteRow(quote), request_id: requestId }],
  quote_option: quote.options.map((option, rank) => optionRow(quote, option, rank)),
})

/** Finishes the operation that requested a quote: inserts the quote, and stores the answer and the events. */
export const finishWithQuote = compileOnce((db: Reader, param: Param<FinishedAddition<NewQuoteRows>>) => {
  const insert = insertRecorded<QuotingDatabase, FinishedAddition<NewQuoteRows>>(param)
  return sql<{ key: string }>`
    with recorded as (${recordFinish(param)}),
      new_quote as (${insert('quote', newQuoteColumns, ({ rows }) => rows.quote)}),
      new_option as (${insert('quote_option', newOptionColumns, ({ rows }) => rows.quote_option)}),
      new_event as (${insertEvents(param)})
    select key from recorded`.compile(db)
})

/** Inserts a new quote, in the caller's transaction. */
export async function insertQuote(trx: Writer, rows: NewQuoteRows): Promise<void> {
  await insertRows<QuotingDatabase>(trx, { ...rows })
}

const newQuoteColumns = newColumns<QuoteTable>()([
  'environment_id',
  'quote_id',
  'merchant_id',
  'livemode',
  'merchant_order_ref',
  'shipment_id',
  'shipment_created',
  'status',
  'route_revision',
  'requested_at',
  'expires_at',
  'selected_option_id',
  'booking_id',
  'messages',
  'request_id',
  'sequence',
])

const newOptionColumns = newColumns<QuoteOptionTable>()([
  'environment_id',
  'quote_option_id',
  'quote_id',
  'rank',
  'carrier_code',
  'service_code',
  'carrier_account_id',
  'currency',
  'exponent',
  'amount_minor',
  'tax_minor',
  'eta_from',
  'eta_to',
  'max_weight_grams',
  'expires_at',
  'carrier_rate_id',
  'carrier_name',
  'service_name',
  'transit_days',
  'price_lines',
  'features',
  'carried_by',
  'eta_precision',
])

export async function findQuote(db: Reader, environmentId: string, quoteId: string): Promise<Quote | undefined> {
  const row = await selectQuotes(db, environmentId).where('quote_id', '=', quoteId).executeTakeFirst()
  return row && toQuote(row)
}

/** The options of each quote as JSON, best first. */
const optionsOfQuote = sql<StoredOption[]>`(
  select coalesce(json_agg(option order by option.rank), '[]') from quote_option option
  where option.environment_id = quote.environment_id and option.quote_id = quote.quote_id)`.as('options')

/** A query for quotes with their options, to be narrowed by the caller. */
export const selectQuotes = (db: Reader, environmentId: string) =>
  db.selectFrom('quote').selectAll().select(optionsOfQuote).where('environment_id', '=', environmentId)

const selectQuoteOfOption = (db: Reader, environmentId: string, quoteOptionId: string) =>
  db
    .selectFrom('quote')
    .where('environment_id', '=', environmentId)
    .where('quote_id', '=', (eb) =>
      eb
        .selectFrom('quote_option')
        .select('quote_id')
        .where('environment_id', '=', environmentId)
        .where('quote_option_id', '=', quoteOptionId),
    )

export async function findQuoteOfOption(
  db: Reader,
  environmentId: string,
  quoteOptionId: string,
): Promise<Quote | undefined> {
  const row = await selectQuoteOfOption(db, environmentId, quoteOptionId)
    .selectAll()
    .select(optionsOfQuote)
    .executeTakeFirst()
  return row && toQuote(row)
}

/** The quote of an option, without its options. */
export async function findQuoteHeadOfOption(
  db: Reader,
  environmentId: string,
  quoteOptionId: string,
): Promise<Pick<Quote, 'quoteId' | 'shipmentId' | 'status'> | undefined> {
  return selectQuoteOfOption(db, environmentId, quoteOptionId)
    .select(['quote_id as quoteId', 'shipment_id as shipmentId', 'status'])
    .executeTakeFirst()
}

/** When the first open quote expires; null: none is open. */
export async function findNextExpiry(db: Reader): Promise<Date | null> {
  const row = await db
    .selectFrom('quote')
    .select(({ fn }) => fn.min('expires_at').as('at'))
    .where('status', '=', sql.lit('pending'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Locks open quotes past their validity. Skips those that another transaction has locked. */
export async function lockOverdueQuotes(trx: Writer, at: Date, limit: number): Promise<Quote[]> {
  const rows = await trx
    .selectFrom('quote')
    .selectAll()
    .select(optionsOfQuote)
    .where('status', '=', sql.lit('pending'))
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toQuote)
}

/** The write of the columns of a quote that can change. */
export const quoteUpdate = (trx: Writer, quote: Quote): Write =>
  trx
    .updateTable('quote')
    .set({
      status: quote.status,
      selected_option_id: quote.selectedOptionId,
      booking_id: quote.bookingId,
      sequence: quote.sequence,
    })
    .where('environment_id', '=', quote.environmentId)
    .where('quote_id', '=', quote.quoteId)

const quoteRow = (quote: Quote) => ({
  environment_id: quote.environmentId,
  quote_id: quote.quoteId,
  merchant_id: quote.merchantId,
  livemode: quote.livemode,
  merchant_order_ref: quote.merchantOrderRef,
  shipment_id: quote.shipmentId,
  shipment_created: quote.shipmentCreated,
  status: quote.status,
  route_revision: quote.routeRevision,
  requested_at: quote.requestedAt,
  expires_at: quote.expiresAt,
  selected_option_id: quote.selectedOptionId,
  booking_id: quote.bookingId,
  messages: quote.messages,
  sequence: quote.sequence,
})

const optionRow = (quote: Quote, option: QuoteOption, rank: number): NewRow<QuoteOptionTable> => ({
  environment_id: quote.environmentId,
  quote_option_id: option.quoteOptionId,
  quote_id: quote.quoteId,
  rank,
  carrier_code: option.carrierCode,
  service_code: option.serviceCode,
  carrier_account_id: option.carrierAccountId,
  currency: option.currency,
  exponent: option.exponent,
  amount_minor: option.amountMinor,
  tax_minor: option.taxMinor,
  eta_from: option.etaFrom,
  eta_to: option.etaTo,
  max_weight_grams: option.maxWeightGrams,
  expires_at: option.expiresAt,
  carrier_rate_id: option.carrierRateId,
  carrier_name: option.carrierName,
  service_name: option.serviceName,
  transit_days: option.transitDays,
  price_lines: option.priceLines,
  features: option.features,
  carried_by: option.carriedBy,
  eta_precision: option.etaPrecision,
})

/** A row as JSON, which has times as text. */
type StoredOption = Omit<Selectable<QuoteOptionTable>, 'eta_from' | 'eta_to' | 'expires_at'> &
  Record<'eta_from' | 'eta_to' | 'expires_at', string>

export const toQuote = ({ options, ...row }: Selectable<QuoteTable> & { options: StoredOption[] }): Quote => ({
  environmentId: row.environment_id,
  quoteId: row.quote_id,
  merchantId: row.merchant_id,
  livemode: row.livemode,
  merchantOrderRef: row.merchant_order_ref,
  shipmentId: row.shipment_id,
  shipmentCreated: row.shipment_created,
  status: row.status,
  routeRevision: row.route_revision,
  requestedAt: row.requested_at,
  expiresAt: row.expires_at,
  options: options.map(toOption),
  selectedOptionId: row.selected_option_id,
  bookingId: row.booking_id,
  messages: row.messages,
  sequence: row.sequence,
})

const toOption = (row: StoredOption): QuoteOption => ({
  quoteOptionId: row.quote_option_id,
  carrierCode: row.carrier_code,
  serviceCode: row.service_code,
  carrierAccountId: row.carrier_account_id,
  currency: row.currency,
  exponent: row.exponent,
  amountMinor: row.amount_minor,
  taxMinor: row.tax_minor,
  etaFrom: new Date(row.eta_from),
  etaTo: new Date(row.eta_to),
  maxWeightGrams: row.max_weight_grams,
  expiresAt: new Date(row.expires_at),
  carrierRateId: row.carrier_rate_id,
  carrierName: row.carrier_name,
  serviceName: row.service_name,
  transitDays: row.transit_days,
  priceLines: row.price_lines,
  features: row.features,
  carriedBy: row.carried_by,
  etaPrecision: getEtaPrecision(row.eta_precision),
})
