import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UpdateCustomsDefaults, Waybill } from '@waybill/sdk'
import { useApi } from '../../../session/workspace.ts'

const KEY = ['customs-defaults']

export const customsQueries = (api: Waybill) => ({
  /** With the version that a change is made to. */
  defaults: () =>
    queryOptions({
      queryKey: KEY,
      queryFn: async ({ signal }) => {
        const { data, etag } = await api.customsDefaults.get({ signal }).withResponse()
        return { defaults: data, etag }
      },
      staleTime: 0,
    }),
})

/** Reads the stored defaults again, also after a failure: somebody else may have changed them. */
export function useUpdateCustomsDefaults() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({
      changes,
      etag,
      key,
    }: {
      changes: UpdateCustomsDefaults
      etag: string | null
      key: string
    }) => {
      const options = { ifMatch: etag ?? undefined, idempotencyKey: key }
      const { data, etag: after } = await api.customsDefaults.update(changes, options).withResponse()
      return { defaults: data, etag: after }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}
