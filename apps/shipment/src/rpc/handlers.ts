/** Every gRPC method of the service: parse → transaction → command → encode. */
import { gatherAdditions } from '@waybill/chassis/idempotency/batched'
import { type Answer, findEarlierAnswer } from '@waybill/chassis/idempotency/operations'
import { transact } from '@waybill/chassis/postgres/database'
import { type ListPage, pageRequest } from '@waybill/chassis/postgres/page'
import { type CallContext, implement } from '@waybill/chassis/rpc/server'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { ShipmentServiceHandlers } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { publicShipment, type Shipment, shipmentMessage } from '@waybill/contracts/shipment'
import {
  createOnDemandShipmentSchema,
  createQuoteForShipmentSchema,
  createQuoteSchema,
  createShipmentSchema,
  quoteSchemaFor,
} from '@waybill/contracts/shipment-documents'
import { dependsOnTime, parseDocument } from '@waybill/contracts/validation'
import { claimShipment, settleClaim } from '../claims/commands.ts'
import type { Reader, Writer } from '../db.ts'
import { findOrRegister, getQuotedShipment } from '../registrations/commands.ts'
import { createOnDemandShipment, createShipment, type NewShipment } from '../shipments/commands.ts'
import { gatherGetShipment, getShipment } from '../shipments/get-shipment.ts'
import { listShipments, listTimeline } from '../shipments/queries.ts'
import { insertShipments } from '../shipments/repository.ts'
import {
  assertMerchant,
  causeFrom,
  claimReply,
  ownerFrom,
  parseIntent,
  parseJson,
  parseOutcome,
  settleReply,
  shipmentFilters,
} from './codec.ts'
import { erasureHandlers } from './erasure.ts'
import { follow, listNews } from './follow.ts'

/** The gRPC interface of the shipment service. */
export function shipmentRpc({ db, publicUrl }: { db: Reader; publicUrl: string }) {
  const add = gatherAdditions(db, insertShipments)
  const find = gatherGetShipment(db)
  return implement<ShipmentServiceHandlers>('waybill.shipment.v1.ShipmentService', {
    async Create(request, context) {
      try {
        const { shipment, rows, events } = createFromBody(parseJson(request.document), request.on_demand, {
          context,
          publicUrl,
        })
        return await add({ context, answer: shipmentAnswer(201, shipment), rows, events })
      } catch (error) {
        // A date that is too late now may have been accepted earlier: a repeat gets the earlier answer.
        const earlier = dependsOnTime(error) ? await findEarlierAnswer(db, context) : null
        if (earlier) return earlier
        throw error
      }
    },

    async Get(request, context) {
      const { environmentId } = context
      return shipmentAnswer(200, await find({ environmentId, shipmentId: request.shipment_id }))
    },

    async List(request, context) {
      const page = await listShipments(db, context.environmentId, shipmentFilters(request), pageRequest(request.page))
      return listAnswer({ ...page, items: page.items.map(publicShipment) })
    },

    async ListEvents(request, context) {
      const { environmentId } = context
      const { shipmentId } = await getShipment(db, environmentId, request.shipment_id)
      return listAnswer(await listTimeline(db, environmentId, shipmentId, pageRequest(request.page)))
    },

    ...erasureHandlers(db),

    Follow: (request, context) => follow(db, request, context),

    ListNews: (request) => listNews(db, request),

    async Find(request, context) {
      return shipmentMessage(await getShipment(db, context.environmentId, request.shipment_id))
    },

    async FindOrRegister(request, context) {
      const body = parseJson(request.document)
      if (quoteSchemaFor(body) === createQuoteForShipmentSchema) {
        const document = parseDocument(createQuoteForShipmentSchema, body)
        assertMerchant(context, document)
        return shipmentMessage(await getQuotedShipment(find, context.environmentId, document))
      }
      const document = parseDocument(createQuoteSchema, body)
      assertMerchant(context, document)
      const quote = { quoteId: request.quote_id, document }
      const register = (trx: Writer) => findOrRegister(trx, ownerFrom(context, publicUrl), quote, causeFrom(context))
      return shipmentMessage(await transact(db, register))
    },

    async Claim(request, context) {
      const key = { environmentId: context.environmentId, shipmentId: request.shipment_id }
      const intent = parseIntent(request, context)
      const claim = { claimId: request.claim_id, intent, ifMatch: context.ifMatch }
      return claimReply(await transact(db, (trx) => claimShipment(trx, key, claim, causeFrom(context))))
    },

    async Settle(request, context) {
      const key = { environmentId: context.environmentId, shipmentId: request.shipment_id }
      const { claim_id: claimId, cancellation_refused: cancellationRefused } = request
      const settlement = { claimId, outcome: parseOutcome(request), cancellationRefused }
      return settleReply(await transact(db, (trx) => settleClaim(trx, key, settlement, causeFrom(context))))
    },
  })
}

interface Caller {
  context: CallContext
  publicUrl: string
}

/** Parses the body of either create operation and creates the shipment. */
function createFromBody(body: unknown, onDemand: boolean, { context, publicUrl }: Caller): NewShipment {
  const owner = ownerFrom(context, publicUrl)
  if (onDemand) {
    const document = parseDocument(createOnDemandShipmentSchema, body)
    assertMerchant(context, document)
    return createOnDemandShipment(owner, document, causeFrom(context))
  }
  const document = parseDocument(createShipmentSchema, body)
  assertMerchant(context, document)
  return createShipment(owner, document, causeFrom(context))
}

const shipmentAnswer = (status: number, shipment: Shipment): Answer => ({
  status,
  body: envelopeBytes(successEnvelope(publicShipment(shipment))),
  etag: String(shipment.sequence),
})

const listAnswer = ({ items, meta }: ListPage<object>): Answer => ({
  status: 200,
  body: envelopeBytes(listEnvelope(items, meta)),
})
