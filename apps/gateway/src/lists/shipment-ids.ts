/** The shipments that a call reads something of. */
import { invalidParameter } from '@waybill/contracts/requests/validation'
import { ids } from '@waybill/edge/routing/many-values'
import { z } from 'zod'

export const shipmentIdsQuery = z.object({
  shipment_id: ids('shp', 'Required. The shipments, up to 100: `shp_a,shp_b`.'),
})

/** Throws `invalid_parameter` if none is named. */
export function readShipmentIds({ shipment_id }: z.output<typeof shipmentIdsQuery>): string[] {
  if (shipment_id === undefined) throw invalidParameter('shipment_id', 'is required')
  return shipment_id
}
