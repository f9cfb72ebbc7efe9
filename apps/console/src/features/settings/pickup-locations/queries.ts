import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreatePickupLocation, PickupLocation, UpdatePickupLocation, Waybill } from '@waybill/sdk'
import { ofRow, useOptimistic } from '../../../live/optimistic.ts'
import { useApi } from '../../../session/workspace.ts'

const MOST_LOCATIONS = 1_000
const ALL = ['pickup-locations', 'all']

export const locationQueries = (api: Waybill) => ({
  list: () =>
    queryOptions({
      queryKey: ALL,
      queryFn: async ({ signal }) =>
        await api.pickupLocations.list({ limit: 100 }, { signal }).toArray({ limit: MOST_LOCATIONS }),
    }),
  /** With the version that a change is made to. */
  one: (locationId: string) =>
    queryOptions({
      queryKey: ['pickup-locations', 'one', locationId],
      queryFn: async ({ signal }) => {
        const { data, etag } = await api.pickupLocations.get(locationId, { signal }).withResponse()
        return { location: data, etag }
      },
      staleTime: 0,
    }),
})

function useRefreshLocations() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['pickup-locations'] })
}

export function useCreateLocation() {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ location, key }: { location: CreatePickupLocation; key: string }) =>
      await api.pickupLocations.create(location, { idempotencyKey: key }),
    onSuccess: useRefreshLocations(),
  })
}

/** Reads the stored locations again, also after a failure: somebody else may have changed them. */
export function useUpdateLocation(locationId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ changes, etag, key }: { changes: UpdatePickupLocation; etag: string | null; key: string }) =>
      await api.pickupLocations.update(locationId, changes, { ifMatch: etag ?? undefined, idempotencyKey: key }),
    onSettled: useRefreshLocations(),
  })
}

export function useDeleteLocation() {
  const api = useApi()
  return useMutation({
    mutationFn: async (locationId: string) => await api.pickupLocations.delete(locationId),
    ...useOptimistic(
      ALL,
      ofRow(
        ({ pickup_location_id }: PickupLocation, locationId: string) => pickup_location_id === locationId,
        () => null,
      ),
    ),
  })
}
