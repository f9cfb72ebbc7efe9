import { queryOptions } from '@tanstack/react-query'
import type { ListShipments, Shipment, Waybill } from '@waybill/sdk'

/** Entries that are counted; of more, the page says so. */
const MOST = 100

export const TROUBLE = ['delivery_attempted', 'on_hold', 'returning', 'failed'] as const

export interface Work<T> {
  rows: T[]
  /** There are more than these. */
  hasMore: boolean
}

/** What waits for somebody. Keys begin with `work`, which events of shipments, bookings, carriers and webhooks make old. */
export const workQueries = (api: Waybill) => {
  const shipments = (name: string, filters: ListShipments, waits: (shipment: Shipment) => boolean) =>
    queryOptions({
      queryKey: ['work', name, filters],
      queryFn: async ({ signal }): Promise<Work<Shipment>> => {
        const { data, hasMore } = await api.shipments.list({ ...filters, limit: MOST }, { signal })
        return { rows: data.filter(waits), hasMore }
      },
    })
  return {
    /** Oldest first. A search for a courier goes on by itself. */
    toBook: () =>
      shipments(
        'to-book',
        { status: ['ready'], sort: 'created_at' },
        ({ booking_id, dispatch }) => booking_id === null && dispatch === null,
      ),
    trouble: (since: string) =>
      shipments('trouble', { status: [...TROUBLE], sort: '-updated_at', updated_from: since }, () => true),
    carriers: () =>
      queryOptions({
        queryKey: ['work', 'carriers'],
        queryFn: async ({ signal }) => {
          const { data, hasMore } = await api.carrierAccounts.list({ limit: MOST }, { signal })
          return { rows: data.filter(({ status, enabled }) => enabled && status === 'failing'), hasMore }
        },
      }),
    webhooks: () =>
      queryOptions({
        queryKey: ['work', 'webhooks'],
        queryFn: async ({ signal }) => {
          const { data, hasMore } = await api.webhooks.subscriptions.list({ limit: MOST }, { signal })
          return { rows: data.filter(({ status }) => status === 'disabled'), hasMore }
        },
      }),
  }
}
