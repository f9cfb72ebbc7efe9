/** The addresses of several shipments in full. */
import { contextMessage, type RpcClient } from '@waybill/chassis/rpc/client'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope } from '@waybill/contracts/envelope'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { z } from 'zod'
import { readShipmentIds, type shipmentIdsQuery } from './shipment-ids.ts'

/** Shipments of a call, and so entries of its page. */
const MOST = 100

/** Without those that are not found. The shipment service reads calls that come together by one statement. */
export async function listShipmentAddresses(
  { context, query }: Call<z.output<typeof shipmentIdsQuery>>,
  { shipments }: { shipments: RpcClient<'gateway', 'waybill.shipment.v1.ShipmentService'> },
): Promise<Reply> {
  const shipmentIds = readShipmentIds(query)
  const get = async (shipment_id: string): Promise<unknown[]> => {
    try {
      const { body } = await shipments.GetAddresses({ context: contextMessage(context), shipment_id })
      return [JSON.parse(body.toString()).data]
    } catch (error) {
      if (error instanceof AppError && error.code === 'shipment_not_found') return []
      throw error
    }
  }
  const found = (await Promise.all(shipmentIds.map(get))).flat()
  return { status: 200, body: envelopeBytes(listEnvelope(found, { has_more: false, next_cursor: null, limit: MOST })) }
}
