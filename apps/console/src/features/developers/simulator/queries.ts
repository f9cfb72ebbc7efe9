import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlanFault, Waybill } from '@waybill/sdk'
import { useApi } from '../../../session/workspace.ts'
import { toastError } from '../../../ui/toast.tsx'

const KEY = ['simulator', 'faults']
const MOST = 100
/** A fault is used up by calls, which have no event. */
const POLL_MS = 5_000

export const simulatorQueries = (api: Waybill) => ({
  faults: () =>
    queryOptions({
      queryKey: KEY,
      queryFn: async ({ signal }) => await api.simulator.listFaults({ signal }).toArray({ limit: MOST }),
      refetchInterval: POLL_MS,
    }),
  carriers: () =>
    queryOptions({
      queryKey: ['carriers', 'simulated'],
      queryFn: async ({ signal }) =>
        (await api.carriers.list({ signal }).toArray({ limit: MOST })).filter(({ simulated }) => simulated),
    }),
})

export function usePlanFault() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ fault, key }: { fault: PlanFault; key: string }) =>
      await api.simulator.planFault(fault, { idempotencyKey: key }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}

export function useRemoveFault() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (faultId: string) => await api.simulator.removeFault(faultId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
    onError: toastError,
  })
}
