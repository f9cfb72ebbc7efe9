import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UpdateUser, Waybill } from '@waybill/sdk'
import { useApi } from '../../session/workspace.ts'
import { toastError } from '../../ui/toast.tsx'

const MOST_SESSIONS = 100

export const accountQueries = (api: Waybill) => ({
  sessions: () =>
    queryOptions({
      queryKey: ['account', 'sessions'],
      queryFn: async ({ signal }) => await api.session.list({ signal }).toArray({ limit: MOST_SESSIONS }),
    }),
})

/** Ends one session of the person, or with null all but this one. */
export function useEndSession() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (sessionId: string | null) => {
      if (sessionId === null) await api.session.revokeOthers()
      else await api.session.revoke(sessionId)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
    onError: toastError,
  })
}

/** Changes the name or the password of the person. */
export function useUpdateUser() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (changes: UpdateUser) => await api.session.updateUser(changes),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  })
}
