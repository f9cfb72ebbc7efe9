import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Delivery, Waybill } from '@waybill/sdk'
import type { Tone } from '../ui/badge.tsx'

/** As many events as one call of the API looks up deliveries of. */
const MOST = 100
const MOST_ENDPOINTS = 20
const FIRST_POLL_MS = 5_000
const LAST_POLL_MS = 60_000
const POLLS_PER_STEP = 6

const tones: Record<string, Tone> = { succeeded: 'success', failed: 'danger', retrying: 'warning', paused: 'warning' }

export const toneOfDelivery = (status: string): Tone => tones[status] ?? 'neutral'

/** A delivery with the URL of its endpoint. */
export type SentDelivery = Delivery & { url: string }

/** Every 5 seconds at first, and every minute in a page that stays open. For what changes without an event. */
export const slowerMs = ({ state }: { state: { dataUpdateCount: number } }): number =>
  Math.min(LAST_POLL_MS, FIRST_POLL_MS * 2 ** Math.floor(state.dataUpdateCount / POLLS_PER_STEP))

/** The deliveries of up to 100 events, of every endpoint. */
export const sentDeliveries = (api: Waybill, eventIds: readonly string[]) => {
  const event_id = eventIds.slice(0, MOST)
  return queryOptions({
    queryKey: ['webhooks', 'of-events', event_id],
    placeholderData: keepPreviousData,
    refetchInterval: slowerMs,
    async queryFn({ signal }): Promise<SentDelivery[]> {
      const { data: endpoints } = await api.webhooks.subscriptions.list({ limit: MOST_ENDPOINTS }, { signal })
      const lists = endpoints.map(async ({ subscription_id: id, url }) => {
        const { data } = await api.webhooks.deliveries.list(id, { event_id, limit: MOST }, { signal })
        return data.map((delivery) => ({ ...delivery, url }))
      })
      return (await Promise.all(lists)).flat()
    },
  })
}
