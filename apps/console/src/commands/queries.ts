import { queryOptions } from '@tanstack/react-query'
import type { Waybill } from '@waybill/sdk'

const MOST_SHIPMENTS = 5

/** The newest shipments that a text finds. */
export const foundShipments = (api: Waybill, q: string) =>
  queryOptions({
    queryKey: ['shipments', 'palette', q],
    queryFn: async ({ signal }) => (await api.shipments.list({ q, limit: MOST_SHIPMENTS }, { signal })).data,
  })
