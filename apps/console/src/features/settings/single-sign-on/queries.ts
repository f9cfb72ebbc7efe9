import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateOidcProvider, OidcProvider, UpdateOidcProvider, Waybill } from '@waybill/sdk'
import { useApi } from '../../../session/workspace.ts'

const KEY = ['team', 'oidc-provider']

export const providerQueries = (api: Waybill) => ({
  /** Null if the team has none. */
  provider: () =>
    queryOptions({
      queryKey: KEY,
      queryFn: async ({ signal }) => (await api.team.listOidcProviders({ signal }).toArray({ limit: 1 }))[0] ?? null,
    }),
  /** Whether the provider answers, for this version of it. */
  check: ({ provider_id, updated_at }: OidcProvider) =>
    queryOptions({
      // A separate key, so that saving does not wait until the provider answers.
      queryKey: ['oidc-provider-check', provider_id, updated_at],
      queryFn: async ({ signal }) => await api.team.checkOidcProvider(provider_id, { signal }),
      staleTime: 0,
      refetchOnWindowFocus: false,
    }),
})

function useRefreshProvider() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['team'] })
}

export function useCreateProvider() {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ provider, key }: { provider: CreateOidcProvider; key: string }) =>
      await api.team.createOidcProvider(provider, { idempotencyKey: key }),
    onSettled: useRefreshProvider(),
  })
}

export function useUpdateProvider() {
  const api = useApi()
  return useMutation({
    mutationFn: async ({
      providerId,
      changes,
      key,
    }: {
      providerId: string
      changes: UpdateOidcProvider
      key: string
    }) => await api.team.updateOidcProvider(providerId, changes, { idempotencyKey: key }),
    onSettled: useRefreshProvider(),
  })
}

export function useDeleteProvider() {
  const api = useApi()
  return useMutation({
    mutationFn: async (providerId: string) => await api.team.deleteOidcProvider(providerId),
    onSettled: useRefreshProvider(),
  })
}
