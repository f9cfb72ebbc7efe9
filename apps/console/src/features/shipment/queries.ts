import { queryOptions } from '@tanstack/react-query'
import type { Waybill } from '@waybill/sdk'

/** What the page of a shipment reads. */
export const shipmentQueries = (api: Waybill) => ({
  one: (shipmentId: string) =>
    queryOptions({
      queryKey: ['shipments', shipmentId],
      queryFn: async ({ signal }) => await api.shipments.get(shipmentId, { signal }),
    }),
})
