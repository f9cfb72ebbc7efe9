import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Member, Shipment, Waybill } from '@waybill/sdk'
import { useApi } from '../session/workspace.ts'

const PAGE = 100
/** More than a team or an environment has. */
const MOST_ACTORS = 500

/** Those who take care of shipments, and who can have made a call. They change so seldom that they are read once. */
export const handlingQueries = (api: Waybill) => ({
  members: () =>
    queryOptions({
      queryKey: ['team', 'members', 'names'],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async ({ signal }): Promise<Member[]> =>
        await api.team.listMembers({ signal }).toArray({ limit: MOST_ACTORS }),
    }),
  keys: () =>
    queryOptions({
      queryKey: ['api-keys', 'names'],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async ({ signal }) =>
        await api.apiKeys.list({ limit: PAGE }, { signal }).toArray({ limit: MOST_ACTORS }),
    }),
  /** The tags in use. */
  tags: () =>
    queryOptions({
      queryKey: ['shipments', 'tags'],
      queryFn: async ({ signal }) => (await api.shipments.listTags({ signal })).data.map(({ tag }) => tag),
    }),
})

/** One change of how a shipment is handled. */
export type Handling =
  | { kind: 'hold'; reason: string }
  | { kind: 'release' }
  | { kind: 'assign'; assigneeId: string | null }
  | { kind: 'tag'; add: string[]; remove: string[] }

/** The call for a change. */
export const handlingCall =
  (api: Waybill) =>
  async (shipmentId: string, change: Handling, idempotencyKey: string): Promise<Shipment> => {
    const options = { idempotencyKey }
    switch (change.kind) {
      case 'hold':
        return await api.shipments.hold(shipmentId, { reason: change.reason }, options)
      case 'release':
        return await api.shipments.release(shipmentId, options)
      case 'assign':
        return await api.shipments.assign(shipmentId, { assignee_id: change.assigneeId }, options)
      case 'tag':
        return await api.shipments.tag(shipmentId, { add_tags: change.add, remove_tags: change.remove }, options)
    }
  }

/** Changes how the shipment of a page is handled. */
export function useHandling(shipmentId: string) {
  const call = handlingCall(useApi())
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: Handling) => await call(shipmentId, change, crypto.randomUUID()),
    onSettled: async () => {
      await Promise.all([['shipments'], ['work']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
}
