/** Every gRPC method of the service: parse → transaction → command → encode. */
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { assertDispatchable, listUnknownCodes } from '@waybill/carriers/on-demand'
import { gatherAdditions } from '@waybill/chassis/idempotency/batched'
import { type Answer, findEarlierAnswer } from '@waybill/chassis/idempotency/operations'
import { transact } from '@waybill/chassis/postgres/database'
import { type ListPage, pageRequest } from '@waybill/chassis/postgres/page'
import { askWithCommit } from '@waybill/chassis/postgres/pipelining'
import { type CallContext, implement } from '@waybill/chassis/rpc/server'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { CreateRequest__Output } from '@waybill/contracts/gen/waybill/shipment/v1/CreateRequest'
import type { ShipmentServiceHandlers } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { compileSchema } from '@waybill/contracts/requests/across-fields'
import {
  assertMerchant,
  createOnDemandShipmentSchema,
  createQuoteForShipmentSchema,
  createQuoteSchema,
  createShipmentSchema,
  quoteSchemaFor,
} from '@waybill/contracts/requests/shipment-documents'
import {
  dependsOnTime,
  parseDocument,
  parseDocumentWith,
  validationError,
} from '@waybill/contracts/requests/validation'
import { publicShipment, type Shipment, shipmentAddresses, shipmentMessage } from '@waybill/contracts/shipment'
import { unknownAssignee } from '@waybill/contracts/values/search/handling-fields'
import { type Claimed, claimShipment, settleClaim } from '../claims/commands.ts'
import { findDefaultsFor } from '../customs/commands.ts'
import type { Reader, Writer } from '../db.ts'
import { forCarriers, type WithHours } from '../pickups/for-carriers.ts'
import { selectHours } from '../pickups/repository.ts'
import { findOrDraft, findOrRegister, getQuotedShipment } from '../registrations/commands.ts'
import { createOnDemandShipment, createShipment, type NewShipment } from '../shipments/commands.ts'
import { gatherGetShipment, getShipment } from '../shipments/get-shipment.ts'
import { countShipments, findByReferences, listShipments, listTimeline } from '../shipments/queries.ts'
import { insertShipments } from '../shipments/repository.ts'
import { checkUpdate, readQuoteOfShipment } from './check-update.ts'
import {
  causeFrom,
  claimKind,
  claimReply,
  ownerFrom,
  parseIntent,
  parseJson,
  parseOutcome,
  settleReply,
  shipmentFilters,
} from './codec.ts'
import { customsDefaultsHandlers } from './customs-defaults.ts'
import { erasureHandlers } from './erasure.ts'
import { findRecorded } from './find-recorded.ts'
import { follow, listNews } from './follow.ts'
import { handlingHandlers } from './handling.ts'
import { listClaims } from './list-claims.ts'
import { pickupLocationHandlers } from './pickup-locations.ts'
import { returnHandlers } from './returns.ts'

const otherHandlers = (db: Reader, publicUrl: string) => ({
  ...erasureHandlers(db),
  ...handlingHandlers(db),
  ...pickupLocationHandlers(db),
  ...customsDefaultsHandlers(db),
  ...returnHandlers(db, publicUrl),
  Count: (_: unknown, { environmentId }: CallContext) => countsAnswer(db, environmentId),
})

/** The gRPC interface of the shipment service. */
export function shipmentRpc({
  db,
  publicUrl,
  dispatchWindowMinutes,
  carriers,
}: {
  db: Reader
  publicUrl: string
  dispatchWindowMinutes: number
  carriers: readonly CarrierDescriptor[]
}) {
  const add = gatherAdditions(db, insertShipments)
  const find = gatherGetShipment(db)
  return implement<ShipmentServiceHandlers>('waybill.shipment.v1.ShipmentService', {
    async Create(request, context) {
      try {
        const { shipment, rows, events } = await createFromBody(request, {
          db,
          context,
          publicUrl,
          dispatchWindowMinutes,
          carriers,
        })
        return await add({ context, answer: shipmentAnswer(201, shipment), rows, events })
      } catch (error) {
        // A date that is too late now, or a carrier or a member that is gone, may have been accepted earlier: a repeat gets the earlier answer.
        const earlier = dependsOnTime(error) || request.assignee_unknown ? await findEarlierAnswer(db, context) : null
        if (earlier) return earlier
        throw error
      }
    },

    Get: async ({ shipment_id: shipmentId }, { environmentId }) =>
      shipmentAnswer(200, await find({ environmentId, shipmentId })),

    async GetAddresses(request, context) {
      const shipment = await find({ environmentId: context.environmentId, shipmentId: request.shipment_id })
      return {
        status: 200,
        body: envelopeBytes(successEnvelope(shipmentAddresses(shipment))),
        etag: String(shipment.sequence),
      }
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

    ...otherHandlers(db, publicUrl),

    Follow: (request, context) => follow(db, request, context),

    ListNews: (request) => listNews(db, request),
    async Find(request, context) {
      return await carriersMessage(db, await getShipment(db, context.environmentId, request.shipment_id))
    },

    async FindOrRegister(request, context) {
      const body = parseJson(request.document)
      if (quoteSchemaFor(body) === createQuoteForShipmentSchema) {
        const document = await readQuoteOfShipment(db, context.environmentId, body)
        assertMerchant(context, document)
        return await carriersMessage(db, await getQuotedShipment(find, context.environmentId, document))
      }
      const document = parseDocument(createQuoteSchema, body)
      assertMerchant(context, document)
      const [owner, cause] = [ownerFrom(context, publicUrl), causeFrom(context)]
      if (request.only_find) return await messageWithHours(db, await findOrDraft(db, owner, document, cause))
      const quote = { quoteId: request.quote_id, newShipmentId: request.new_shipment_id || null, document }
      return await messageWithHours(db, await transact(db, (trx: Writer) => findOrRegister(trx, owner, quote, cause)))
    },

    CheckUpdate: (request, { environmentId }) => checkUpdate(db, environmentId, request),

    async Claim(request, context) {
      const { environmentId, ifMatch, deadlineAt } = context
      const key = { environmentId, shipmentId: request.shipment_id }
      // A known claim is not judged again: the dates of its document may have passed since.
      const readIntent = () => parseIntent(request, context)
      const wish = { claimId: request.claim_id, kind: claimKind(request), readIntent, ifMatch, deadlineAt }
      const claimed = await transact(db, async (trx) =>
        askForHours(trx, await claimShipment(trx, key, wish, causeFrom(context))),
      )
      if ('refusal' in claimed) throw claimed.refusal
      return claimReply(await claimedForCarriers(db, claimed))
    },

    async Settle(request, context) {
      const key = { environmentId: context.environmentId, shipmentId: request.shipment_id }
      const { claim_id: claimId, cancellation_refused: cancellationRefused } = request
      const settlement = { claimId, outcome: parseOutcome(request), cancellationRefused }
      return settleReply(await transact(db, (trx) => settleClaim(trx, key, settlement, causeFrom(context))))
    },

    ListClaims: (request) => listClaims(db, request),
    FindByReferences: (request, { environmentId }) => findByReferences(db, environmentId, request.merchant_order_refs),
    FindRecorded: (request, context) => findRecorded(db, request, context),
  })
}

const carriersMessage = async (db: Reader, shipment: Shipment) =>
  shipmentMessage(await forCarriers(db, shipment, new Date()))

const messageWithHours = async (db: Reader, { shipment, ...known }: WithHours) =>
  shipmentMessage(await forCarriers(db, shipment, new Date(), known))

/** Asks for the hours of the claimed shipment's place together with the commit. */
async function askForHours<T extends object>(trx: Writer, claimed: Claimed | T): Promise<(Claimed & WithHours) | T> {
  if (!('shipment' in claimed)) return claimed
  const { environmentId, pickupAddress: address } = claimed.shipment
  const { rows: hours } = await askWithCommit(trx, selectHours(trx, environmentId, address))
  return { ...claimed, address, hours }
}

/** Both states as of the same time, so that they differ only by what the update changes. */
async function claimedForCarriers(
  db: Reader,
  { state, shipment, desired, ...known }: Claimed & WithHours,
): Promise<Claimed> {
  const at = new Date()
  return {
    state,
    shipment: await forCarriers(db, shipment, at, known),
    desired: desired && (await forCarriers(db, desired, at, known)),
  }
}

interface Caller {
  db: Reader
  context: CallContext
  publicUrl: string
  dispatchWindowMinutes: number
  /** Descriptors of the connected carriers; empty: not known. */
  carriers: readonly CarrierDescriptor[]
}

const compiledCreateSchema = compileSchema(createShipmentSchema)

/** Parses the body of either create operation and creates the shipment. */
async function createFromBody(request: CreateRequest__Output, caller: Caller): Promise<NewShipment> {
  const { db, context, publicUrl, carriers } = caller
  const { environmentId } = context
  const body = parseJson(request.document)
  const owner = ownerFrom(context, publicUrl)
  const problems = request.assignee_unknown ? [unknownAssignee()] : []
  if (request.on_demand) {
    const connected = forMode(carriers, context.livemode)
    const document = parseDocumentWith(createOnDemandShipmentSchema, body, (given) => [
      ...listUnknownCodes(connected, given),
      ...problems,
    ])
    assertMerchant(context, document)
    if (problems.length > 0) throw validationError(problems)
    const customsDefaults = await findDefaultsFor(db, environmentId, document)
    const { dispatchWindowMinutes } = caller
    const created = createOnDemandShipment(owner, document, causeFrom(context), {
      dispatchWindowMinutes,
      customsDefaults,
    })
    assertDispatchable(connected, created.shipment)
    return created
  }
  const document = parseDocumentWith(compiledCreateSchema, body, () => problems)
  assertMerchant(context, document)
  if (problems.length > 0) throw validationError(problems)
  const customsDefaults = await findDefaultsFor(db, environmentId, document)
  return createShipment(owner, document, causeFrom(context), { actorId: request.actor_id, customsDefaults })
}

/** A live environment has no simulated carriers. */
const forMode = (carriers: readonly CarrierDescriptor[], livemode: boolean): readonly CarrierDescriptor[] =>
  carriers.filter(({ simulated }) => !(livemode && simulated))

const shipmentAnswer = (status: number, shipment: Shipment): Answer => ({
  status,
  body: envelopeBytes(successEnvelope(publicShipment(shipment))),
  etag: String(shipment.sequence),
})

const countsAnswer = async (db: Reader, environmentId: string): Promise<Answer> => ({
  status: 200,
  body: envelopeBytes(successEnvelope(await countShipments(db, environmentId))),
})

const listAnswer = ({ items, meta }: ListPage<object>): Answer => ({
  status: 200,
  body: envelopeBytes(listEnvelope(items, meta)),
})
