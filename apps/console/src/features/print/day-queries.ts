import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Manifest, OpenLabels, Waybill } from '@waybill/sdk'
import { useApi } from '../../session/workspace.ts'

const POLL_MS = 500
/** Two minutes: longer than most carriers take. A second try goes on with the same manifest. */
const MOST_POLLS = 240
const MOST_GROUPS = 1_000
/** As many manifests as a day has. */
const MOST_RECENT = 20

export const dayQueries = (api: Waybill) => ({
  /** Labels in no manifest, by account and place. `day`: YYYY-MM-DD. */
  open: (day: string) =>
    queryOptions({
      queryKey: ['manifests', 'open', day],
      queryFn: async ({ signal }) =>
        await api.manifests.openLabels({ ship_date: day }, { signal }).toArray({ limit: MOST_GROUPS }),
    }),
  recent: () =>
    queryOptions({
      queryKey: ['manifests', 'recent'],
      queryFn: async ({ signal }) => (await api.manifests.list({ limit: MOST_RECENT }, { signal })).data,
    }),
})

interface Closed {
  manifest: Manifest
  /** Null: the manifest has failed, or its document has not come yet. */
  document: Blob | null
}

/** A manifest of the labels of a group, with its document. The same key for the same labels files nothing twice. */
export function useCloseDay() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn({ group, key }: { group: OpenLabels; key: string }): Promise<Closed> {
      const { carrier_account_id, booking_ids, ship_date } = group
      const asked = { carrier_account_id, booking_ids, ship_date }
      let manifest = await api.manifests.create(asked, { idempotencyKey: key })
      for (let polls = 0; isOpen(manifest) && polls < MOST_POLLS; polls += 1) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        manifest = await api.manifests.get(manifest.manifest_id)
      }
      const document = manifest.document_url === null ? null : await api.manifests.document(manifest.manifest_id)
      return { manifest, document }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['manifests'] }),
  })
}

/** The document of a manifest that was made before. */
export function useManifestDocument() {
  const api = useApi()
  return useMutation({ mutationFn: (manifestId: string): Promise<Blob> => api.manifests.document(manifestId) })
}

const isOpen = ({ status, document_url, error }: Manifest): boolean =>
  status === 'creating' || (status === 'created' && document_url === null && error === null)
