/** The operation behind POST /quotes: idempotent across the calls to the shipment service and the carriers. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { finishByAdding } from '@waybill/chassis/idempotency/finishing'
import { type Answer, abandonOperation, beginOperation, finishWithError } from '@waybill/chassis/idempotency/operations'
import { contextMessage, type UnaryClient } from '@waybill/chassis/rpc/client'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { newId } from '@waybill/contracts/ids'
import { publicQuote, type Quote } from '@waybill/contracts/quote'
import { shipmentFromMessage } from '@waybill/contracts/shipment'
import { createQuoteForShipmentSchema, quoteSchemaFor } from '@waybill/contracts/shipment-documents'
import { parseDocument } from '@waybill/contracts/validation'
import type { Kysely } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { newQuote } from '../quotes/commands.ts'
import { finishWithQuote } from '../quotes/repository.ts'
import type { Price } from './pricing.ts'

/** Longest duration of a merchant's request, whatever the caller's deadline. */
const OPERATION_LIMIT_MS = 13_000
/** 2 s more than the limit, so that a repeat takes over only from a process that died. */
const LEASE_MS = 15_000

/** Creates a quote for a merchant's document: begin → find the shipment → price it → finish, with one answer per key. */
export function createQuoteOperation({
  db,
  shipments,
  price,
}: {
  db: Kysely<QuotingDatabase>
  shipments: UnaryClient<ShipmentServiceDefinition>
  price: Price
}) {
  return async function createQuote(document: Buffer, context: CallContext): Promise<Answer> {
    const body: unknown = JSON.parse(document.toString())
    const schema = quoteSchemaFor(body)
    const bounded = withDeadline(context, OPERATION_LIMIT_MS)
    const findOrRegister = (quoteId: string) =>
      shipments.FindOrRegister({ context: contextMessage(bounded), quote_id: quoteId, document })
    // A named shipment is only read, so that the call needs no record first.
    const named = schema === createQuoteForShipmentSchema ? findOrRegister('') : null
    named?.catch(() => {}) // handled where it is awaited
    // Lets the call leave before the record is written, so that both run in parallel.
    if (named) await nextTurn()
    const begun = await beginOperation(db, context, { leaseMs: LEASE_MS, minted: { quoteId: newId('qte') } })
    if (begun.outcome === 'finished') return begun.answer
    const operation = { environmentId: context.environmentId, opId: begun.opId }
    const quoteId = begun.minted.quoteId as string
    try {
      // After the key is looked up: a repeat gets the first answer even if its dates are in the past by now.
      parseDocument(schema, body)
      const found = await (named ?? findOrRegister(quoteId))
      const change = await price(shipmentFromMessage(found), quoteId, bounded)
      const addition = { ...newQuote(change), answer: quoteAnswer(201, change.quote) }
      const answer = await finishByAdding(db, finishWithQuote, operation, addition)
      // Null: another process took the operation over and stored its answer, which the repeat returns.
      return answer ?? (await createQuote(document, context))
    } catch (error) {
      if (error instanceof AppError && error.isDeterministic) {
        await finishWithError(db, operation, error, context.requestId)
      } else if (begun.outcome !== 'attached') {
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

const withDeadline = (context: CallContext, limitMs: number): CallContext => ({
  ...context,
  deadlineAt: new Date(Math.min(context.deadlineAt.getTime(), Date.now() + limitMs)),
})
