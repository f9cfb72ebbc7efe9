import { queryOptions, useMutation } from '@tanstack/react-query'
import type { AddressLocation, AddressRequest } from '@waybill/sdk'
import { useApi } from '../session/workspace.ts'

/** Where this installation serves the streets of the map; null if it has none. It is no part of the API. */
export const mapTilesQuery = queryOptions({
  queryKey: ['installation', 'map-tiles'],
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn({ signal }): Promise<string | null> {
    const response = await fetch('/console/config.json', { signal })
    if (!response.ok) throw new Error(`The configuration cannot be read (${response.status}).`)
    return ((await response.json()) as { map_tiles_url: string | null }).map_tiles_url
  },
})

/** Where the geocoder of the installation finds an address. Nothing is changed. */
export function useLocate() {
  const api = useApi()
  return useMutation({
    mutationFn: (address: AddressRequest): Promise<AddressLocation> => api.addresses.locate({ address }),
  })
}
