/** Parse → remote reads → transaction → command → encode. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Carriers, openCarriers } from '@waybill/carriers/registry'
import { finishByAdding } from '@waybill/chassis/idempotency/finishing'
import { type Answer, abandonOperation, beginOperation, finishWithError } from '@waybill/chassis/idempotency/operations'
import { postgresCode, transact, UNIQUE_VIOLATION } from '@waybill/chassis/postgres/database'
import { oneOf, pageRequest } from '@waybill/chassis/postgres/page'
import { contextMessage, type UnaryClient } from '@waybill/chassis/rpc/client'
import { type CallContext, implement } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { QuotingServiceHandlers } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import type { Shipment__Output } from '@waybill/contracts/gen/waybill/shipment/v1/Shipment'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { isId, newId } from '@waybill/contracts/ids'
import { publicQuote, type Quote, quoteMessage, quoteOptionMessage, quoteStatuses } from '@waybill/contracts/quote'
import { type Shipment, shipmentFromMessage } from '@waybill/contracts/shipment'
import { createQuoteForShipmentSchema, quoteSchemaFor } from '@waybill/contracts/shipment-documents'
import { parseDocument } from '@waybill/contracts/validation'
import type { Kysely } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { acceptQuote, newQuote, storeRound } from '../quotes/commands.ts'
import { listQuotes } from '../quotes/queries.ts'
import { noOffers, openQuote } from '../quotes/quote.ts'
import { findQuote, findQuoteOfOption, finishWithQuote } from '../quotes/repository.ts'
import type { AskForRates } from '../rates/rates.ts'
import { publicCarrier } from './public-carrier.ts'

/** Longest that a question to all carriers may take; each carrier's own limit is below it. */
const RATES_LIMIT_MS = 10_000
/** Kept back of the caller's deadline, to write the quote and answer. */
const ANSWER_RESERVE_MS = 500
/** Longest that a merchant's request may take, however long the caller would wait. */
const OPERATION_LIMIT_MS = 13_000
/** The operation's limit and 2 s, so that a repeat takes over only from a process that died. */
const LEASE_MS = 15_000

export interface QuotingRpcDependencies {
  db: Kysely<QuotingDatabase>
  shipments: UnaryClient<ShipmentServiceDefinition>
  askForRates: AskForRates
  carriers: Carriers
}

export function quotingRpc({ db, shipments, askForRates, carriers }: QuotingRpcDependencies) {
  const price = async (shipment: Shipment, quoteId: string, context: CallContext) => {
    const limitMs = Math.min(context.deadlineAt.getTime() - ANSWER_RESERVE_MS, Date.now() + RATES_LIMIT_MS)
    const rates = await askForRates(shipment, {
      requestId: context.requestId,
      deadlineAt: new Date(limitMs),
      signal: context.signal,
    })
    if (rates.options.length === 0) {
      const services = openCarriers(carriers, shipment.livemode).flatMap(({ descriptor }) => descriptor.services)
      throw noOffers(rates.messages, shipment, services)
    }
    const { requestId, idempotencyKey } = context
    return openQuote({ quoteId, shipment, ...rates, request: { requestId, idempotencyKey }, at: new Date() })
  }

  async function create(document: Buffer, context: CallContext): Promise<Answer> {
    const body: unknown = JSON.parse(document.toString())
    const schema = quoteSchemaFor(body)
    const bounded = within(context, OPERATION_LIMIT_MS)
    const findOrRegister = (quoteId: string) =>
      shipments.FindOrRegister({ context: contextMessage(bounded), quote_id: quoteId, document })
    // A shipment that is named is only read, so that nothing need be on record before.
    const named = schema === createQuoteForShipmentSchema ? findOrRegister('') : null
    named?.catch(() => {}) // heard where it is awaited, if it is
    // The question is out by the next turn: what follows is done while its answer is on the way.
    if (named) await nextTurn()
    const begun = await beginOperation(db, context, { leaseMs: LEASE_MS, minted: { quoteId: newId('qte') } })
    if (begun.outcome === 'finished') return begun.answer
    const operation = { environmentId: context.environmentId, opId: begun.opId }
    const quoteId = begun.minted.quoteId as string
    try {
      // Not before the key was looked up: a repeat is answered as the first call was, though the day has changed since.
      parseDocument(schema, body)
      const found = await (named ?? findOrRegister(quoteId))
      const decision = await price(shipmentFromMessage(found), quoteId, bounded)
      const answer = await finishByAdding(db, finishWithQuote, operation, {
        ...newQuote(decision),
        answer: answerOf(201, decision.quote),
      })
      // Someone took the operation over and has stored the quote with its answer: that is the answer.
      return answer ?? (await create(document, context))
    } catch (error) {
      if (error instanceof AppError && error.isDeterministic) {
        await finishWithError(db, operation, error, context.requestId)
      } else if (begun.outcome !== 'attached') {
        await abandonOperation(db, context, begun)
      }
      throw error
    }
  }

  return implement<QuotingServiceHandlers>('waybill.quoting.v1.QuotingService', {
    Create: ({ document }, context) => create(document, context),

    async Get(request, context) {
      return answerOf(200, await getQuote(db, context.environmentId, request.quote_id))
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
        throw new AppError('quote_option_not_found', `There is no quote option ${optionId}: request a quote first.`)
      }
      return { quote: quoteMessage(quote), option: quoteOptionMessage(option) }
    },

    async QuoteForDispatch(request, context) {
      const { quote_id: quoteId, shipment_id } = request
      const earlier = await findQuote(db, context.environmentId, quoteId)
      if (earlier !== undefined) return quoteMessage(earlier)
      const found: Shipment__Output = await shipments.Find({ context: contextMessage(context), shipment_id })
      const decision = await price(shipmentFromMessage(found), quoteId, context)
      const { requestId, idempotencyKey } = context
      await transact(db, (trx) => storeRound(trx, decision, { requestId, idempotencyKey })).catch((error: unknown) => {
        if (postgresCode(error) !== UNIQUE_VIOLATION) throw error // else another call was faster: its quote is answered
      })
      return quoteMessage(await getQuote(db, context.environmentId, quoteId))
    },

    async Accept(request, context) {
      const { environmentId, requestId, idempotencyKey } = context
      const { quote_id: quoteId, quote_option_id: optionId, booking_id: bookingId } = request
      const { shipmentId, options } = await getQuote(db, environmentId, quoteId)
      if (!options.some(({ quoteOptionId }) => quoteOptionId === optionId)) {
        throw new AppError('quote_option_not_found', `Quote ${quoteId} has no option ${optionId}.`)
      }
      const booking = { environmentId, shipmentId, quoteId, optionId, bookingId }
      const quote = await transact(db, (trx) => acceptQuote(trx, booking, { requestId, idempotencyKey }, new Date()))
      if (quote === undefined) throw new AppError('quote_not_found', `There is no quote ${quoteId}.`)
      return { quote: quoteMessage(quote) }
    },
  })
}

/** The context with a deadline of at most so long from now. */
const within = (context: CallContext, limitMs: number): CallContext => ({
  ...context,
  deadlineAt: new Date(Math.min(context.deadlineAt.getTime(), Date.now() + limitMs)),
})

async function getQuote(db: Kysely<QuotingDatabase>, environmentId: string, quoteId: string): Promise<Quote> {
  const quote = isId('qte', quoteId) ? await findQuote(db, environmentId, quoteId) : undefined
  if (quote === undefined) throw new AppError('quote_not_found', `There is no quote ${quoteId}.`)
  return quote
}

const answerOf = (status: number, quote: Quote) => ({
  status,
  body: envelopeBytes(successEnvelope(publicQuote(quote))),
  etag: String(quote.sequence),
})
