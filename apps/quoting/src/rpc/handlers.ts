import { ownFleetDescriptor } from '@waybill/carriers/adapters/own-fleet/descriptor'
import { accountCarriers, openCarriers } from '@waybill/carriers/registry'
import { postgresCode, transact, UNIQUE_VIOLATION } from '@waybill/chassis/postgres/database'
import { oneOf, pageRequest } from '@waybill/chassis/postgres/page'
import { contextMessage, type RpcClient } from '@waybill/chassis/rpc/client'
import { implement, type UnaryMethods } from '@waybill/chassis/rpc/server'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope } from '@waybill/contracts/envelope'
import type { Quote__Output as QuoteMessage } from '@waybill/contracts/gen/waybill/quoting/v1/Quote'
import type { QuotingServiceHandlers } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import type { Shipment__Output } from '@waybill/contracts/gen/waybill/shipment/v1/Shipment'
import { invalidId, isId } from '@waybill/contracts/ids'
import { publicQuote, type Quote, quoteMessage, quoteStatuses } from '@waybill/contracts/quote'
import { quoteOptionMessage } from '@waybill/contracts/quotes/quote-option'
import { readPeriod } from '@waybill/contracts/requests/list-filters'
import { shipmentFromMessage } from '@waybill/contracts/shipment'
import type { Kysely, Transaction } from 'kysely'
import { findRevisions } from '../accounts/revisions.ts'
import { createAddressChecks } from '../addresses/check.ts'
import type { Geocoder } from '../addresses/geocoder.ts'
import type { QuotingDatabase } from '../db.ts'
import type { Acceptances } from '../quotes/acceptances.ts'
import { acceptQuote, storeRound } from '../quotes/commands.ts'
import { listQuoteExchanges, listQuotes } from '../quotes/queries.ts'
import { openQuote } from '../quotes/quote.ts'
import { findQuote, findQuoteOfOption } from '../quotes/repository.ts'
import type { ListContracts } from '../rates/contracts.ts'
import type { AskForRates } from '../rates/rates.ts'
import { type AccountDependencies, carrierAccountHandlers } from './carrier-accounts.ts'
import { addressHandlers } from './check-address.ts'
import { shipmentCheckHandlers } from './check-shipment.ts'
import { createQuoteOperation, quoteAnswer } from './create-quote.ts'
import { createLiveQuote } from './live-quote.ts'
import { createPricing } from './pricing.ts'
import { publicCarrier } from './public-carrier.ts'
import { rateCardHandlers } from './rate-cards.ts'

interface QuotingRpcDependencies extends AccountDependencies {
  shipments: RpcClient<'quoting', 'waybill.shipment.v1.ShipmentService'>
  askForRates: AskForRates
  listContracts: ListContracts
  geocoder: Geocoder | null
  acceptances: Acceptances
  log: Logger
}

/** The gRPC interface of the quoting service. Every method: parse → remote reads → transaction → command → encode. */
export function quotingRpc(dependencies: QuotingRpcDependencies) {
  const { db, shipments, askForRates, carriers, geocoder, acceptances, log } = dependencies
  const price = createPricing({ askForRates })
  const createQuote = createQuoteOperation({ db, shipments, price })
  const createLive = createLiveQuote({ createQuote, log })
  const withAccounts = async (quote: Quote): Promise<QuoteMessage> => ({
    ...quoteMessage(quote),
    accounts: await findRevisions(db, quote.environmentId, quote.options),
  })
  return implement<QuotingServiceHandlers>('waybill.quoting.v1.QuotingService', {
    ...carrierAccountHandlers(dependencies),
    ...rateCardHandlers(dependencies),
    ...addressHandlers({ checkAddress: createAddressChecks(dependencies), geocoder }),
    ...shipmentCheckHandlers(dependencies),

    Create: ({ document }, context) => createQuote(document, context),

    CreateLive: ({ document }, context) => createLive(document, context),

    ...quoteReads(dependencies),

    async ListCarriers(_request, { livemode }) {
      const usable = [...openCarriers(carriers, livemode), ...accountCarriers(carriers, livemode)]
      const shown = [...usable.map(({ descriptor }) => descriptor), ownFleetDescriptor].map(publicCarrier)
      const meta = { has_more: false, next_cursor: null, limit: shown.length }
      return { status: 200, body: envelopeBytes(listEnvelope(shown, meta)) }
    },

    async FindOption(request, context) {
      const { quote_option_id: optionId } = request
      if (!isId('qop', optionId))
        throw new AppError(
          'quote_option_not_found',
          `${invalidId('quote_option_id', 'qop')} The options of a quote have it.`,
        )
      const quote = await findQuoteOfOption(db, context.environmentId, optionId)
      const option = quote?.options.find(({ quoteOptionId }) => quoteOptionId === optionId)
      if (quote === undefined || option === undefined) {
        throw new AppError(
          'quote_option_not_found',
          `Quote option ${optionId} does not exist in this environment. Request a quote first.`,
        )
      }
      const [account] = await findRevisions(db, context.environmentId, [option])
      return { quote: quoteMessage(quote), option: quoteOptionMessage(option), account }
    },

    async QuoteForDispatch(request, context) {
      const { quote_id: quoteId, shipment_id } = request
      const earlier = await findQuote(db, context.environmentId, quoteId)
      if (earlier !== undefined) return await withAccounts(earlier)
      const found: Shipment__Output = await shipments.Find({ context: contextMessage(context), shipment_id })
      const shipment = shipmentFromMessage(found)
      const rates = await price(shipment, context)
      const { requestId, idempotencyKey } = context
      const by = { requestId, idempotencyKey }
      const change = openQuote({ quoteId, shipment, shipmentCreated: false, ...rates, request: by, at: new Date() })
      await transact(db, (trx) => storeRound(trx, change, by)).catch((error: unknown) => {
        if (postgresCode(error) !== UNIQUE_VIOLATION) throw error // otherwise a concurrent call stored the quote
      })
      return await withAccounts(await getQuote(db, context.environmentId, quoteId))
    },

    async Accept(request, context) {
      const { environmentId, requestId, idempotencyKey } = context
      const { quote_id: quoteId, quote_option_id: optionId, booking_id: bookingId } = request
      const booking = { environmentId, quoteId, optionId, bookingId }
      const at = new Date()
      const accept = (trx: Transaction<QuotingDatabase>) =>
        acceptQuote(trx, booking, { requestId, idempotencyKey }, { acceptedAt: at, at })
      const quote = await acceptances.during(booking, async () => {
        const accepted = await transact(db, accept)
        if (accepted !== undefined) return accepted
        throw new AppError('quote_not_found', `Quote ${quoteId} does not exist in this environment.`)
      })
      return { quote: quoteMessage(quote) }
    },
  })
}

async function getQuote(db: Kysely<QuotingDatabase>, environmentId: string, quoteId: string): Promise<Quote> {
  const quote = isId('qte', quoteId) ? await findQuote(db, environmentId, quoteId) : undefined
  if (quote === undefined) throw new AppError('quote_not_found', `Quote ${quoteId} does not exist in this environment.`)
  return quote
}

/** The reads of quotes for merchants. */
const quoteReads = ({ db, shipments }: QuotingRpcDependencies) =>
  ({
    async Get(request, context) {
      return quoteAnswer(200, await getQuote(db, context.environmentId, request.quote_id))
    },

    async List(request, context) {
      const { shipment_id } = request
      const page = pageRequest(request.page)
      const status = oneOf('status', quoteStatuses, request.status)
      if (request.shipment_must_exist) await shipments.Find({ context: contextMessage(context), shipment_id })
      const requested = readPeriod('requested', request.requested_from, request.requested_to)
      const filters = { shipmentId: shipment_id || null, status, requested }
      const { items, meta } = await listQuotes(db, context.environmentId, filters, page)
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(publicQuote), meta)) }
    },

    async ListExchanges({ quote_id: quoteId, page }, { environmentId }) {
      await getQuote(db, environmentId, quoteId)
      const { items, meta } = await listQuoteExchanges(db, { environmentId, quoteId }, pageRequest(page))
      return { status: 200, body: envelopeBytes(listEnvelope(items, meta)) }
    },
  }) satisfies Partial<UnaryMethods<QuotingServiceHandlers>>
