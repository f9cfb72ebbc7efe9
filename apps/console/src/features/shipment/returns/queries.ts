import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { EditShipments, ReturnShipment, Waybill } from '@waybill/sdk'
import { useApi } from '../../../session/workspace.ts'

/** More returns than a shipment may have. */
const MOST_RETURNS = 100

export const returnQueries = (api: Waybill) => ({
  /** The returns of a shipment, oldest first. */
  list: (shipmentId: string) =>
    queryOptions({
      queryKey: ['shipments', shipmentId, 'returns'],
      queryFn: async ({ signal }) =>
        (await api.shipments.list({ return_of: shipmentId, sort: 'created_at', limit: MOST_RETURNS }, { signal })).data,
    }),
})

/** The same answer twice changes nothing more. */
export function useDecideReturn(shipmentId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (decision: NonNullable<EditShipments['return_decision']>) =>
      await api.shipments.decideReturn(shipmentId, decision),
    onSettled: () =>
      Promise.all([['shipments'], ['work']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}

export function useMakeReturn(shipmentId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ goods, key }: { goods: ReturnShipment; key: string }) =>
      await api.shipments.return(shipmentId, goods, { idempotencyKey: key }),
    onSettled: () =>
      Promise.all([['shipments'], ['work']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
