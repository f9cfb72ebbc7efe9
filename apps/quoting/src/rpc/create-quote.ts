/** The operation behind POST /quotes: idempotent across the calls to the shipment service and the carriers. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { finishByAdding } from '@waybill/chassis/idempotency/finishing'
import { type Answer, abandonOperation, beginOperation, finishWithError } from '@waybill/chassis/idempotency/operations'
import { contextMessage, type RpcClient } from '@waybill/chassis/rpc/client'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import { newId } from '@waybill/contracts/ids'
import { publicQuote, type Quote } from '@waybill/contracts/quote'
import { createQuoteForShipmentSchema, quoteSchemaFor } from '@waybill/contracts/requests/shipment-documents'
import { dependsOnTime, readDocument } from '@waybill/contracts/requests/validation'
import { shipmentFromMessage } from '@waybill/contracts/shipment'
import { customsText } from '@waybill/contracts/values/customs/declaration'
import type { Kysely } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { newQuote } from '../quotes/commands.ts'
import { openQuote } from '../quotes/quote.ts'
import { finishWithQuote } from '../quotes/repository.ts'
import type { RatesPart } from '../rates/rates.ts'
import type { Price } from './pricing.ts'

/** Longest duration of a merchant's request, whatever the caller's deadline. */
const OPERATION_LIMIT_MS = 13_000
/** 2 s more than the limit, so that a repeat takes over only from a process that died. */
const LEASE_MS = 15_000

/** Follows the creation of a quote. */
export interface QuoteObserver {
  /** The document is right, and the carriers are asked now. */
  begin(): void
  /** A carrier has answered. */
  report(part: RatesPart): void
}

/**
 * Creates a quote for a merchant's document: begin → find the shipment → price it → register it unless it exists → finish, with
 * one answer per key. If the process dies between the last two, the shipment stays: the next quote with its
 * document, under the same key or none, gets it.
 */
export function createQuoteOperation({
  db,
  shipments,
  price,
}: {
  db: Kysely<QuotingDatabase>
  shipments: RpcClient<'quoting', 'waybill.shipment.v1.ShipmentService'>
  price: Price
}) {
  return async function createQuote(document: Buffer, context: CallContext, observer?: QuoteObserver): Promise<Answer> {
    const body: unknown = JSON.parse(document.toString())
    const schema = quoteSchemaFor(body)
    const bounded = withDeadline(context, OPERATION_LIMIT_MS)
    const isNamed = schema === createQuoteForShipmentSchema
    const minted = { quoteId: newId('qte'), shipmentId: newId('shp') }
    const findOrRegister = (quoteId: string, how: { only_find?: boolean; new_shipment_id?: string } = {}) =>
      shipments.FindOrRegister({ context: contextMessage(bounded), quote_id: quoteId, document, ...how })
    // A named shipment is only read, so that the call needs no record first.
    const read = readDocument(schema, body)
    const isWrong = !read.ok && !dependsOnTime(read.error)
    const named = isNamed ? findOrRegister('') : null
    named?.catch(() => {}) // handled where it is awaited
    // Lets the call leave before the record is written, so that both run in parallel.
    if (named) await nextTurn()
    if (isWrong) throw (await findError(named)) ?? read.error
    const begun = await beginOperation(db, context, { leaseMs: LEASE_MS, minted })
    if (begun.outcome === 'finished') return begun.answer
    const operation = { environmentId: context.environmentId, opId: begun.opId }
    const { quoteId = minted.quoteId, shipmentId = minted.shipmentId } = begun.minted
    try {
      // After the key is looked up: a repeat gets the first answer even if its dates are in the past by now.
      if (!read.ok) throw read.error
      const found = shipmentFromMessage(await (named ?? findOrRegister(quoteId, { only_find: true })))
      observer?.begin()
      const drafted = await price(found, bounded, observer?.report)
      // Once there is something to quote. A try before this one may have registered the shipment already.
      const needsRegistration = !isNamed && (found.sequence === 0 || begun.outcome === 'resumed')
      const shipment = needsRegistration
        ? shipmentFromMessage(await findOrRegister(quoteId, { new_shipment_id: shipmentId }))
        : found
      // The merchant's customs defaults may have changed since: every offer is for what the shipment declares.
      const isPriced = customsText(shipment.customs) === customsText(found.customs)
      const rates = isPriced ? drafted : await price(shipment, bounded)
      const { requestId, idempotencyKey } = context
      const change = openQuote({
        quoteId,
        shipment,
        shipmentCreated: shipment.shipmentId === shipmentId,
        ...rates,
        request: { requestId, idempotencyKey },
        at: new Date(),
      })
      const addition = { ...newQuote(change), answer: quoteAnswer(201, change.quote) }
      const answer = await finishByAdding(db, finishWithQuote, operation, addition)
      // Null: another process took the operation over and stored its answer, which the repeat returns.
      return answer ?? (await createQuote(document, context))
    } catch (error) {
      if (error instanceof AppError && error.isDeterministic) {
        await finishWithError(db, operation, error, context.requestId)
      } else {
        await abandonOperation(db, context, begun)
      }
      throw error
    }
  }
}

export const quoteAnswer = (status: number, quote: Quote): Answer => ({
  status,
  body: envelopeBytes(successEnvelope(publicQuote(quote))),
  etag: String(quote.sequence),
})

/** The shipment service names what the shipment that the document names does not allow, too. Null: it found nothing wrong. */
const findError = async (named: Promise<unknown> | null): Promise<AppError | null> => {
  const error = await named?.then(() => null).catch((thrown: unknown) => thrown)
  return error instanceof AppError && error.details.length > 0 ? error : null
}

const withDeadline = (context: CallContext, limitMs: number): CallContext => ({
  ...context,
  deadlineAt: new Date(Math.min(context.deadlineAt.getTime(), Date.now() + limitMs)),
})
