import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Waybill, WaybillEvent } from '@waybill/sdk'
import type { SentDelivery } from './causes.ts'

/** As many as one call of the API returns, and as many events as it looks up deliveries of. */
const MOST = 100
/** Of the shipment, its quotes and its bookings, the newest. */
const MOST_SUBJECTS = 12
const MOST_ENDPOINTS = 20
const FIRST_POLL_MS = 5_000
const LAST_POLL_MS = 60_000
const POLLS_PER_STEP = 6

/** Every 5 seconds at first, and every minute in a page that stays open. */
const slowerMs = ({ state }: { state: { dataUpdateCount: number } }): number =>
  Math.min(LAST_POLL_MS, FIRST_POLL_MS * 2 ** Math.floor(state.dataUpdateCount / POLLS_PER_STEP))

/** What led to the history of a shipment, and who was told. */
export const causeQueries = (api: Waybill) => ({
  /** The events of a shipment, its quotes and its bookings. */
  events: (shipmentId: string, others: readonly string[]) => {
    const subjects = [shipmentId, ...others].slice(0, MOST_SUBJECTS)
    return queryOptions({
      queryKey: ['shipments', shipmentId, 'events', subjects],
      placeholderData: keepPreviousData,
      async queryFn({ signal }): Promise<WaybillEvent[]> {
        const lists = subjects.map((subject_id) => api.events.list({ subject_id, limit: MOST }, { signal }))
        return (await Promise.all(lists)).flatMap(({ data }) => data)
      },
    })
  },
  /** Changes asked for through the API, newest first. The log has them shortly after the answer, without an event. */
  calls: (shipmentId: string) =>
    queryOptions({
      queryKey: ['shipments', shipmentId, 'calls'],
      refetchInterval: slowerMs,
      queryFn: async ({ signal }) =>
        (await api.apiLog.list({ subject: shipmentId, method: ['POST', 'PATCH', 'DELETE'], limit: MOST }, { signal }))
          .data,
    }),
  /** Deliveries of the newest events. */
  deliveries: (events: readonly WaybillEvent[]) => {
    const ids = events
      .toSorted((one, other) => other.timestamp.localeCompare(one.timestamp))
      .slice(0, MOST)
      .map(({ id }) => id)
    return queryOptions({
      queryKey: ['webhooks', 'of-events', ids],
      placeholderData: keepPreviousData,
      refetchInterval: slowerMs,
      async queryFn({ signal }): Promise<SentDelivery[]> {
        const { data: endpoints } = await api.webhooks.subscriptions.list({ limit: MOST_ENDPOINTS }, { signal })
        const lists = endpoints.map(async ({ subscription_id: id, url }) => {
          const { data } = await api.webhooks.deliveries.list(id, { event_id: ids, limit: MOST }, { signal })
          return data.map((delivery) => ({ ...delivery, url }))
        })
        return (await Promise.all(lists)).flat()
      },
    })
  },
})
