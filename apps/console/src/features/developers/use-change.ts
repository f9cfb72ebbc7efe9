import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubscriptionWithBacklog, Waybill } from '@waybill/sdk'
import { useOptimistic } from '../../live/optimistic.ts'
import { useApi } from '../../session/workspace.ts'
import { toastError } from '../../ui/toast.tsx'

/** An action on a key, an endpoint or a delivery. What was read of that noun is read again, also after a failure. */
export function useChange<Input, Result>(noun: string, change: (api: Waybill, input: Input) => PromiseLike<Result>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => await change(api, input),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [noun] }),
  })
}

type Status = SubscriptionWithBacklog['status']
interface ReadEndpoint {
  endpoint: SubscriptionWithBacklog
}
const withStatus = (read: ReadEndpoint, status: Status): ReadEndpoint => ({
  ...read,
  endpoint: { ...read.endpoint, status },
})

/** Pauses or resumes an endpoint, before the API has confirmed it. */
export function usePause(subscriptionId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: async (status: 'active' | 'paused') =>
      await api.webhooks.subscriptions.update(subscriptionId, { status }),
    ...useOptimistic<ReadEndpoint, Status>(['webhooks', subscriptionId], {
      apply: withStatus,
      takeBack: (read, before) => withStatus(read, before.endpoint.status),
    }),
  })
}
