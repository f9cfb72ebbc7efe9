import { type Carriers, openCarriers } from '@waybill/carriers/registry'
import { postgresCode, transact, UNIQUE_VIOLATION } from '@waybill/chassis/postgres/database'
import { oneOf, pageRequest } from '@waybill/chassis/postgres/page'
import { contextMessage, type UnaryClient } from '@waybill/chassis/rpc/client'
import { implement } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope } from '@waybill/contracts/envelope'
import type { QuotingServiceHandlers } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import type { Shipment__Output } from '@waybill/contracts/gen/waybill/shipment/v1/Shipment'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { isId } from '@waybill/contracts/ids'
import { publicQuote, type Quote, quoteMessage, quoteOptionMessage, quoteStatuses } from '@waybill/contracts/quote'
import { shipmentFromMessage } from '@waybill/contracts/shipment'
import type { Kysely } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { acceptQuote, storeRound } from '../quotes/commands.ts'
import { listQuotes } from '../quotes/queries.ts'
import { findQuote, findQuoteOfOption } from '../quotes/repository.ts'
import type { AskForRates } from '../rates/rates.ts'
import { createQuoteOperation, quoteAnswer } from './create-quote.ts'
import { createPricing } from './pricing.ts'
import { publicCarrier } from './public-carrier.ts'

export interface QuotingRpcDependencies {
  db: Kysely<QuotingDatabase>
  shipments: UnaryClient<ShipmentServiceDefinition>
  askForRates: AskForRates
  carriers: Carriers
}

/** The gRPC interface of the quoting service. Every method: parse → remote reads → transaction → command → encode. */
export function quotingRpc({ db, shipments, askForRates, carriers }: QuotingRpcDependencies) {
  const price = createPricing({ askForRates, carriers })
  const createQuote = createQuoteOperation({ db, shipments, price })
  return implement<QuotingServiceHandlers>('waybill.quoting.v1.QuotingService', {
    Create: ({ document }, context) => createQuote(document, context),

    async Get(request, context) {
      return quoteAnswer(200, await getQuote(db, context.environmentId, request.quote_id))
    },

    async List(request, context) {
      const { shipment_id } = request
      const page = pageRequest(request.page)
      const status = oneOf('status', quoteStatuses, request.status)
      if (request.shipment_must_exist) await shipments.Find({ context: contextMessage(context), shipment_id })
      const filters = { shipmentId: shipment_id || null, status }
      const { items, meta } = await listQuotes(db, context.environmentId, filters, page)
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(publicQuote), meta)) }
    },

    async ListCarriers(_request, { livemode }) {
      const shown = openCarriers(carriers, livemode).map(({ descriptor }) => publicCarrier(descriptor))
      const meta = { has_more: false, next_cursor: null, limit: shown.length }
      return { status: 200, body: envelopeBytes(listEnvelope(shown, meta)) }
    },

    async FindOption(request, context) {
      const { quote_option_id: optionId } = request
      const quote = isId('qop', optionId) ? await findQuoteOfOption(db, context.environmentId, optionId) : undefined
      const option = quote?.options.find(({ quoteOptionId }) => quoteOptionId === optionId)
      if (quote === undefined || option === undefined) {
        throw new AppError(
          'quote_option_not_found',
          `Quote option ${optionId} does not exist in this environment. Request a quote first.`,
        )
      }
      return { quote: quoteMessage(quote), option: quoteOptionMessage(option) }
    },

    async QuoteForDispatch(request, context) {
      const { quote_id: quoteId, shipment_id } = request
      const earlier = await findQuote(db, context.environmentId, quoteId)
      if (earlier !== undefined) return quoteMessage(earlier)
      const found: Shipment__Output = await shipments.Find({ context: contextMessage(context), shipment_id })
      const change = await price(shipmentFromMessage(found), quoteId, context)
      const { requestId, idempotencyKey } = context
      await transact(db, (trx) => storeRound(trx, change, { requestId, idempotencyKey })).catch((error: unknown) => {
        if (postgresCode(error) !== UNIQUE_VIOLATION) throw error // otherwise a concurrent call stored the quote
      })
      return quoteMessage(await getQuote(db, context.environmentId, quoteId))
    },

    async Accept(request, context) {
      const { environmentId, requestId, idempotencyKey } = context
      const { quote_id: quoteId, quote_option_id: optionId, booking_id: bookingId } = request
      const { shipmentId, options } = await getQuote(db, environmentId, quoteId)
      if (!options.some(({ quoteOptionId }) => quoteOptionId === optionId)) {
        throw new AppError(
          'quote_option_not_found',
          `Quote ${quoteId} has no option ${optionId}. Use an option of this quote.`,
        )
      }
      const booking = { environmentId, shipmentId, quoteId, optionId, bookingId }
      const quote = await transact(db, (trx) => acceptQuote(trx, booking, { requestId, idempotencyKey }, new Date()))
      if (quote === undefined)
        throw new AppError('quote_not_found', `Quote ${quoteId} does not exist in this environment.`)
      return { quote: quoteMessage(quote) }
    },
  })
}

async function getQuote(db: Kysely<QuotingDatabase>, environmentId: string, quoteId: string): Promise<Quote> {
  const quote = isId('qte', quoteId) ? await findQuote(db, environmentId, quoteId) : undefined
  if (quote === undefined) throw new AppError('quote_not_found', `Quote ${quoteId} does not exist in this environment.`)
  return quote
}
