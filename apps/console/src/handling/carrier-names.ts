import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Waybill } from '@waybill/sdk'
import { useCodeNames } from '../format/code-names.ts'
import { useApi } from '../session/workspace.ts'

const MOST = 500

/** Every carrier, with its services. */
export const allCarriers = (api: Waybill) =>
  queryOptions({
    queryKey: ['carriers', 'all'],
    queryFn: async ({ signal }) => await api.carriers.list({ signal }).toArray({ limit: MOST }),
  })

/** The names of carriers and services by their codes; of those that are not known, the codes in words. Read only if `isNeeded`. */
export function useCarrierNames(isNeeded = true) {
  const codeName = useCodeNames()
  const { data: carriers = [] } = useQuery({ ...allCarriers(useApi()), enabled: isNeeded })
  const services = carriers.flatMap((carrier) => carrier.services)
  return {
    toCarrier: (code: string) => carriers.find(({ carrier_code }) => carrier_code === code)?.name ?? codeName(code),
    toService: (code: string) => services.find(({ service_code }) => service_code === code)?.name ?? codeName(code),
  }
}
