import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UpdateBranding, Waybill } from '@waybill/sdk'
import { useApi } from '../../../session/workspace.ts'

const KEY = ['branding']
/** Key of changes of the logo. Each makes a new version of the branding. */
export const LOGO_CHANGE = ['branding', 'logo']

export const brandingQueries = (api: Waybill) => ({
  /** With the version that a change is made to. */
  branding: () =>
    queryOptions({
      queryKey: KEY,
      queryFn: async ({ signal }) => {
        const { data, etag } = await api.branding.get({ signal }).withResponse()
        return { branding: data, etag }
      },
      staleTime: 0,
    }),
})

function useRefreshBranding() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: KEY })
}

/** Reads the stored branding again, also after a failure: somebody else may have changed it. */
export function useUpdateBranding() {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ changes, etag, key }: { changes: UpdateBranding; etag: string | null; key: string }) =>
      await api.branding.update(changes, { ifMatch: etag ?? undefined, idempotencyKey: key }),
    onSettled: useRefreshBranding(),
  })
}

export function useUploadLogo() {
  const api = useApi()
  return useMutation({
    mutationKey: LOGO_CHANGE,
    mutationFn: async ({ image, key }: { image: Blob; key: string }) =>
      await api.branding.uploadLogo(image, { idempotencyKey: key }),
    onSuccess: useRefreshBranding(),
  })
}

/** Gives the image that was removed, to upload it again; null if it could not be read. */
export function useDeleteLogo() {
  const api = useApi()
  return useMutation({
    mutationKey: LOGO_CHANGE,
    async mutationFn(path: string): Promise<Blob | null> {
      const answer = await fetch(path)
      const image = answer.ok ? await answer.blob() : null
      await api.branding.deleteLogo()
      return image
    },
    onSuccess: useRefreshBranding(),
  })
}
