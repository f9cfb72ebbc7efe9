import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Booking, BookingBatch, QuoteOption, Shipment, Waybill } from '@waybill/sdk'
import { useApi } from '../../session/workspace.ts'
import { isSameShipment } from './ready.ts'
import { chooseOffer, type Rule } from './rule.ts'

/** As many as one batch takes. */
export const MOST_BOOKED = 500
const POLL_MS = 1_000
const PAGE = 100

/** Queries for booking many at once. */
export const bookQueries = (api: Waybill) => ({
  /** Shipments that nobody has booked, without those for which a courier is looked for. */
  ready: (sort: 'created_at' | '-created_at') =>
    queryOptions({
      queryKey: ['shipments', 'to-print', sort],
      queryFn: async ({ signal }): Promise<Shipment[]> =>
        await api.shipments
          .list({ waiting_for: ['booking'], sort, limit: PAGE }, { signal })
          .toArray({ limit: MOST_BOOKED }),
    }),
  /** Shipments on hold: they are named if they are scanned, and not booked. */
  held: () =>
    queryOptions({
      queryKey: ['shipments', 'to-print', 'held'],
      queryFn: async ({ signal }): Promise<Shipment[]> =>
        await api.shipments
          .list({ waiting_for: ['release'], sort: '-created_at', limit: PAGE }, { signal })
          .toArray({ limit: MOST_BOOKED }),
    }),
  /** A batch with its items, read again until each is booked or has failed; then with its bookings, too. */
  batch: (batchId: string) =>
    queryOptions({
      queryKey: ['bookings', 'batch', batchId],
      async queryFn({ signal }) {
        const batch = await api.batches.get(batchId, { signal })
        const list = api.batches.items(batchId, { limit: PAGE }, { signal })
        const items = await list.toArray({ limit: MOST_BOOKED })
        const bookings = batch.completed_at === null ? [] : await readBookings(api, batch, signal)
        return { batch, items, bookings }
      },
      refetchInterval: ({ state: { data } }) => (data?.batch.status === 'completed' ? false : POLL_MS),
    }),
  shipment: (shipmentId: string) =>
    queryOptions({
      queryKey: ['shipments', shipmentId, 'row'],
      queryFn: async ({ signal }) => await api.shipments.get(shipmentId, { signal }),
    }),
})

/** Those of the time of the batch. Somebody else may have made some of them. */
async function readBookings(api: Waybill, batch: BookingBatch, signal: AbortSignal): Promise<Booking[]> {
  const { created_at: created_from, completed_at } = batch
  // The last booking may have been made in the millisecond in which the batch was completed.
  const created_to = new Date(Date.parse(completed_at ?? created_from) + 1).toISOString()
  const list = api.bookings.list({ created_from, created_to, sort: 'created_at', limit: PAGE }, { signal })
  return await list.toArray({ limit: 2 * MOST_BOOKED })
}

interface Offered {
  /** The version of the shipment that the offer is for. */
  etag: string | null
  /** The one that the rule chooses; undefined: none. */
  option: QuoteOption | undefined
}

/** The offer for the shipment, or the shipment as it is now if another one was shown, or one that is on hold. */
export async function askFor(
  api: Waybill,
  { shipmentId, shown, rule, key }: { shipmentId: string; shown: Shipment | undefined; rule: Rule; key: string },
): Promise<Offered | { changed: Shipment }> {
  // Read before the offers: a change in between is refused when one is booked.
  const { data: shipment, etag } = await api.shipments.get(shipmentId).withResponse()
  if (shipment.hold || (shown && !isSameShipment(shown, shipment))) return { changed: shipment }
  const { options } = await api.quotes.create({ shipment_id: shipmentId }, { idempotencyKey: key })
  return { etag, option: chooseOffer(options, rule) }
}

export interface ManyBookings {
  bookings: { shipment_id: string; quote_option_id: string; if_match?: string }[]
  key: string
}

/** Books them after the answer, which is the id of the batch. */
export function useBookMany() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ bookings, key }: ManyBookings): Promise<string> =>
      (await api.bookings.createBatch({ bookings }, { idempotencyKey: key })).batch_id,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['shipments'] }),
  })
}
