/** Pickup locations: parse → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { CallContext, UnaryMethods } from '@waybill/chassis/rpc/server'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { ShipmentServiceHandlers } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import {
  createPickupLocationSchema,
  type PickupLocation,
  publicPickupLocation,
  type UpdatePickupLocation,
  updatePickupLocationSchema,
} from '@waybill/contracts/requests/pickup-locations'
import { parseDocument, readDocument, withOthers } from '@waybill/contracts/requests/validation'
import type { Reader } from '../db.ts'
import {
  createPickupLocation,
  getPickupLocation,
  removePickupLocation,
  updatePickupLocation,
} from '../pickups/commands.ts'
import { readOnlyProblems } from '../pickups/pickup-location.ts'
import { findPickupLocation, listPickupLocations, type PickupKey } from '../pickups/repository.ts'
import { parseJson } from './codec.ts'

const answer = (status: number, location: PickupLocation): Answer => ({
  status,
  body: envelopeBytes(successEnvelope(publicPickupLocation(location))),
  etag: String(location.sequence),
})

const toKey = ({ environmentId }: CallContext, pickupLocationId: string) => ({ environmentId, pickupLocationId })

/** Throws `validation_error` with every wrong field, judged with the stored location. */
async function readPatch(db: Reader, key: PickupKey, given: unknown): Promise<UpdatePickupLocation> {
  const read = readDocument(updatePickupLocationSchema, given)
  if (read.ok) return read.document
  const before = await findPickupLocation(db, key)
  throw withOthers(read.error, before ? readOnlyProblems(before, read.accepted) : [])
}

export const pickupLocationHandlers = (db: Reader) =>
  ({
    async CreatePickupLocation(request, context) {
      const document = parseDocument(createPickupLocationSchema, parseJson(request.document))
      return await answerOnce(db, context, async (trx) =>
        answer(201, await createPickupLocation(trx, context.environmentId, document, new Date())),
      )
    },

    async GetPickupLocation(request, context) {
      return answer(200, await getPickupLocation(db, toKey(context, request.pickup_location_id)))
    },

    async ListPickupLocations(request, { environmentId }) {
      const { limit, cursor } = pageRequest(request.page)
      const list = ['pickup_locations', environmentId]
      const after = cursor === null ? null : (decodeCursor(list, cursor)[0] ?? '')
      const found = await listPickupLocations(db, environmentId, { after, limit })
      const { items, meta } = toPage(found, limit, (last) => encodeCursor(list, [last.pickupLocationId]))
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(publicPickupLocation), meta)) }
    },

    async UpdatePickupLocation(request, context) {
      const key = toKey(context, request.pickup_location_id)
      const patch = await readPatch(db, key, parseJson(request.document))
      const change = { patch, ifMatch: context.ifMatch, at: new Date() }
      return await answerOnce(db, context, async (trx) => answer(200, await updatePickupLocation(trx, key, change)))
    },

    async DeletePickupLocation(request, context) {
      const key = toKey(context, request.pickup_location_id)
      return await answerOnce(db, context, async (trx) => {
        await removePickupLocation(trx, key, context.ifMatch)
        return { status: 204, body: Buffer.alloc(0) }
      })
    },
  }) satisfies Partial<UnaryMethods<ShipmentServiceHandlers>>
