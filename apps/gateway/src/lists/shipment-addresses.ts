/** The addresses of several shipments in full. */
import { contextMessage, type RpcClient } from '@waybill/chassis/rpc/client'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope } from '@waybill/contracts/envelope'
import { invalidParameter } from '@waybill/contracts/requests/validation'
import { ids } from '@waybill/edge/routing/many-values'
import type { Call, Reply } from '@waybill/edge/routing/route'
import { z } from 'zod'

/** Shipments of a call, and so entries of its page. */
const MOST = 100

export const addressesQuery = z.object({
  shipment_id: ids('shp', 'Required. The shipments, up to 100: `shp_a,shp_b`.'),
})

/** Without those that are not found. The shipment service reads calls that come together by one statement. */
export async function listShipmentAddresses(
  { context, query }: Call<z.output<typeof addressesQuery>>,
  { shipments }: { shipments: RpcClient<'gateway', 'waybill.shipment.v1.ShipmentService'> },
): Promise<Reply> {
  if (query.shipment_id === undefined) throw invalidParameter('shipment_id', 'is required')
  const get = async (shipment_id: string): Promise<unknown[]> => {
    try {
      const { body } = await shipments.GetAddresses({ context: contextMessage(context), shipment_id })
      return [JSON.parse(body.toString()).data]
    } catch (error) {
      if (error instanceof AppError && error.code === 'shipment_not_found') return []
      throw error
    }
  }
  const found = (await Promise.all(query.shipment_id.map(get))).flat()
  return { status: 200, body: envelopeBytes(listEnvelope(found, { has_more: false, next_cursor: null, limit: MOST })) }
}
