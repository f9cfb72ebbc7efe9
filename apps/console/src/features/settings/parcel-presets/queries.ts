import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateParcelPreset, ParcelPreset, UpdateParcelPreset, Waybill } from '@waybill/sdk'
import { ofRow, useOptimistic } from '../../../live/optimistic.ts'
import { useApi } from '../../../session/workspace.ts'

const MOST_PRESETS = 500
const ALL = ['parcel-presets', 'all']

export const presetQueries = (api: Waybill) => ({
  list: () =>
    queryOptions({
      queryKey: ALL,
      queryFn: async ({ signal }) =>
        await api.parcelPresets.list({ limit: 100 }, { signal }).toArray({ limit: MOST_PRESETS }),
    }),
  /** With the version that a change is made to. */
  one: (presetId: string) =>
    queryOptions({
      queryKey: ['parcel-presets', 'one', presetId],
      queryFn: async ({ signal }) => {
        const { data, etag } = await api.parcelPresets.get(presetId, { signal }).withResponse()
        return { preset: data, etag }
      },
      staleTime: 0,
    }),
})

function useRefreshPresets() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['parcel-presets'] })
}

export function useCreatePreset() {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ preset, key }: { preset: CreateParcelPreset; key: string }) =>
      await api.parcelPresets.create(preset, { idempotencyKey: key }),
    onSuccess: useRefreshPresets(),
  })
}

/** Reads the stored presets again, also after a failure: somebody else may have changed them. */
export function useUpdatePreset(presetId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ changes, etag, key }: { changes: UpdateParcelPreset; etag: string | null; key: string }) =>
      await api.parcelPresets.update(presetId, changes, { ifMatch: etag ?? undefined, idempotencyKey: key }),
    onSettled: useRefreshPresets(),
  })
}

export function useDeletePreset() {
  const api = useApi()
  return useMutation({
    mutationFn: async (presetId: string) => await api.parcelPresets.delete(presetId),
    ...useOptimistic(
      ALL,
      ofRow(
        ({ preset_id }: ParcelPreset, presetId: string) => preset_id === presetId,
        () => null,
      ),
    ),
  })
}
