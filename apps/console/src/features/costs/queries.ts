import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Waybill } from '@waybill/sdk'

/** Waybill counts twice a minute. */
const REFRESH_MS = 60_000

export const costQueries = (api: Waybill) => ({
  costs: (period: { from: string; to: string }) =>
    queryOptions({
      queryKey: ['costs', period],
      queryFn: async ({ signal }) => await api.costs.get(period, { signal }),
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
})
