import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UpdateReturnRules, Waybill } from '@waybill/sdk'
import { useApi } from '../../../session/workspace.ts'

const KEY = ['return-rules']

export const returnRulesQueries = (api: Waybill) => ({
  /** With the version that a change is made to. */
  rules: () =>
    queryOptions({
      queryKey: KEY,
      queryFn: async ({ signal }) => {
        const { data, etag } = await api.returnRules.get({ signal }).withResponse()
        return { rules: data, etag }
      },
      staleTime: 0,
    }),
})

/** Reads the stored rules again, also after a failure: somebody else may have changed them. */
export function useUpdateReturnRules() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ changes, etag, key }: { changes: UpdateReturnRules; etag: string | null; key: string }) => {
      const options = { ifMatch: etag ?? undefined, idempotencyKey: key }
      const { data, etag: after } = await api.returnRules.update(changes, options).withResponse()
      return { rules: data, etag: after }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}
