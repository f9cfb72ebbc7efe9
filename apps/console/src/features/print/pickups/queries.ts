import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Pickup, Waybill } from '@waybill/sdk'
import { useApi } from '../../../session/workspace.ts'
import { toastError } from '../../../ui/toast.tsx'

const POLL_MS = 1_000
const MOST_RECENT = 20

export const pickupQueries = (api: Waybill) => ({
  /** The newest, read again while a carrier is being asked. */
  recent: () =>
    queryOptions({
      queryKey: ['pickups', 'recent'],
      queryFn: async ({ signal }) => (await api.pickups.list({ limit: MOST_RECENT }, { signal })).data,
      refetchInterval: ({ state }) => (state.data?.some(isAsked) ? POLL_MS : false),
    }),
})

/** The carrier comes, or is being asked to: its bookings can be in no other pickup. */
export const isLive = ({ status }: Pickup): boolean =>
  status === 'requested' || status === 'scheduled' || status === 'changed'

const isAsked = (pickup: Pickup): boolean =>
  pickup.status === 'requested' || (isLive(pickup) && pickup.cancellation_requested_at !== null)

export function useSchedulePickup() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ pickup, key }: { pickup: Parameters<Waybill['pickups']['create']>[0]; key: string }) =>
      api.pickups.create(pickup, { idempotencyKey: key }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['pickups'] }),
  })
}

export function useCancelPickup() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, key }: { id: string; key: string }) => api.pickups.cancel(id, { idempotencyKey: key }),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['pickups'] }),
  })
}
