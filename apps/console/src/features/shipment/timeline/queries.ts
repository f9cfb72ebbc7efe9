import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Waybill, WaybillEvent } from '@waybill/sdk'
import { sentDeliveries, slowerMs } from '../../../webhooks/sent-deliveries.ts'

/** As many as one call of the API returns. */
const MOST = 100
/** Limit of subjects: the shipment, and the newest of its quotes and bookings. */
const MOST_SUBJECTS = 12

/**
 * Causes of the history of a shipment, and its webhooks. `version` is the state that the page shows: these are read again
 * when it changes, and not with every event of the environment, since they are many calls.
 */
export const causeQueries = (api: Waybill, shipmentId: string, version: string) => ({
  /** The events of a shipment, its quotes and its bookings. */
  events: (others: readonly string[]) => {
    const subjects = [shipmentId, ...others].slice(0, MOST_SUBJECTS)
    return queryOptions({
      queryKey: ['causes', shipmentId, 'events', subjects, version],
      placeholderData: keepPreviousData,
      refetchInterval: slowerMs,
      async queryFn({ signal }): Promise<WaybillEvent[]> {
        const lists = subjects.map((subject_id) => api.events.list({ subject_id, limit: MOST }, { signal }))
        return (await Promise.all(lists)).flatMap(({ data }) => data)
      },
    })
  },
  /** Changes asked for through the API, newest first. The log has them shortly after the answer, without an event. */
  calls: () =>
    queryOptions({
      queryKey: ['causes', shipmentId, 'calls', version],
      placeholderData: keepPreviousData,
      refetchInterval: slowerMs,
      queryFn: async ({ signal }) =>
        (await api.apiLog.list({ subject: shipmentId, method: ['POST', 'PATCH', 'DELETE'], limit: MOST }, { signal }))
          .data,
    }),
  /** Deliveries of the newest events. */
  deliveries: (events: readonly WaybillEvent[]) => {
    const newestFirst = events.toSorted((one, other) => other.timestamp.localeCompare(one.timestamp))
    return sentDeliveries(
      api,
      newestFirst.map(({ id }) => id),
    )
  },
})
