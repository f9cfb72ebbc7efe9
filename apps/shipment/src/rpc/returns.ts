/** Returns: parse → transaction → command → encode. */
import { answerOnce } from '@waybill/chassis/idempotency/operations'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { ShipmentServiceHandlers } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { publicShipment } from '@waybill/contracts/shipment'
import { returnShipmentSchema } from '@waybill/contracts/shipments/returns'
import type { Reader } from '../db.ts'
import { returnShipment } from '../returns/commands.ts'
import { causeFrom, ownerFrom, parseJson } from './codec.ts'

export const returnHandlers = (db: Reader, publicUrl: string) =>
  ({
    async Return({ shipment_id: shipmentId, document: bytes }, context) {
      const document = parseDocument(returnShipmentSchema, parseJson(bytes))
      const owner = ownerFrom(context, publicUrl)
      return await answerOnce(db, context, async (trx) => {
        const shipment = await returnShipment(trx, shipmentId, { owner, document }, causeFrom(context))
        const body = envelopeBytes(successEnvelope(publicShipment(shipment)))
        return { status: 201, body, etag: String(shipment.sequence) }
      })
    },
  }) satisfies Partial<UnaryMethods<ShipmentServiceHandlers>>
