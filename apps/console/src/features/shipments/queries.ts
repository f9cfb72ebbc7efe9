import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  Booking,
  Cancellation,
  CreateShipment,
  QuoteOption,
  SavedView,
  Shipment,
  ShipmentAddresses,
  ShipmentBatch,
  Waybill,
} from '@waybill/sdk'
import type { ExportedShipment } from '@waybill/sdk/sheets/shipments/export'
import { listQuery } from '../../grid/rows.ts'
import { useApi } from '../../session/workspace.ts'
import { toastError } from '../../ui/toast.tsx'
import { getQuery, type ShipmentsSearch, toView } from './search.ts'

const PAGE_SIZE = 100
/** An environment has at most this many views in the menu. */
const MAX_VIEWS = 200

/** The lists of shipments, and what their filters offer. */
export const shipmentsQueries = (api: Waybill) => ({
  list: (search: ShipmentsSearch) =>
    listQuery(['shipments', 'list', getQuery(search)], (cursor, signal) =>
      api.shipments.list({ ...getQuery(search), cursor, limit: PAGE_SIZE }, { signal }),
    ),
  /** The bookings of some shipments, of one page at most. */
  bookings: (shipmentIds: readonly string[]) =>
    queryOptions({
      queryKey: ['bookings', 'of-shipments', ...shipmentIds],
      queryFn: async ({ signal }) =>
        (await api.shipments.listBookings({ shipment_id: [...shipmentIds] }, { signal })).data,
    }),
  counts: () =>
    queryOptions({
      queryKey: ['shipments', 'counts'],
      queryFn: async ({ signal }) => await api.shipments.counts({ signal }),
    }),
  views: () =>
    queryOptions({
      queryKey: ['views', 'shipments'],
      queryFn: async ({ signal }) =>
        await api.savedViews.list({ resource: 'shipments', limit: 100 }, { signal }).toArray({ limit: MAX_VIEWS }),
    }),
  pickupLocations: () =>
    queryOptions({
      queryKey: ['pickup-locations', 'first'],
      queryFn: async ({ signal }) => (await api.pickupLocations.list({ limit: 100 }, { signal })).data,
    }),
  parcelPresets: () =>
    queryOptions({
      queryKey: ['parcel-presets', 'first'],
      queryFn: async ({ signal }) => (await api.parcelPresets.list({ limit: 100 }, { signal })).data,
    }),
})

/** All pages of the list, one after the other, for a file. */
export async function* allPages(
  api: Waybill,
  search: ShipmentsSearch,
  signal: AbortSignal,
): AsyncGenerator<Shipment[]> {
  const list = api.shipments.list({ ...getQuery(search), limit: PAGE_SIZE }, { signal })
  for await (const page of list.pages()) yield page.data
}

/**
 * The shipments with their addresses in full and their bookings, for a file. One that is gone has the part of the addresses that it
 * has shown.
 */
export async function withDetails(
  api: Waybill,
  shipments: readonly Shipment[],
  signal?: AbortSignal,
): Promise<ExportedShipment[]> {
  const addresses = new Map<string, ShipmentAddresses>()
  const bookings = new Map<string, Booking>()
  for (let first = 0; first < shipments.length; first += PAGE_SIZE) {
    const shipment_id = shipments.slice(first, first + PAGE_SIZE).map((one) => one.shipment_id)
    const [foundAddresses, foundBookings] = await Promise.all([
      api.shipments.listAddresses({ shipment_id }, { signal }),
      api.shipments.listBookings({ shipment_id }, { signal }),
    ])
    for (const one of foundAddresses.data) addresses.set(one.shipment_id, one)
    for (const one of foundBookings.data) bookings.set(one.shipment_id, one)
  }
  return shipments.map((shipment) => ({
    shipment,
    addresses: addresses.get(shipment.shipment_id) ?? (shipment as unknown as ShipmentAddresses),
    booking: bookings.get(shipment.shipment_id),
  }))
}

export function useSaveView() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, shared, search, key }: NewView): Promise<SavedView> =>
      await api.savedViews.create({ resource: 'shipments', name, shared, ...toView(search) }, { idempotencyKey: key }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['views'] }),
  })
}

interface NewView {
  name: string
  shared: boolean
  search: ShipmentsSearch
  key: string
}

export function useUpdateView() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ viewId, search }: { viewId: string; search: ShipmentsSearch }) =>
      await api.savedViews.update(viewId, toView(search)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['views'] }),
    onError: toastError,
  })
}

export function useDeleteView() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (viewId: string) => await api.savedViews.delete(viewId),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['views'] }),
    onError: toastError,
  })
}

interface Reason {
  reason_code: string
  reason_note: string | null
}

interface Cheapest {
  /** The state that the offer is for. */
  shipment: Shipment
  etag: string | null
  option: QuoteOption | null
}

export interface Bookable extends Cheapest {
  option: QuoteOption
}

/** The calls of bulk actions, for one shipment each. */
export const bulkCalls = (api: Waybill) => ({
  cancel: async (shipmentId: string, reason: Reason, idempotencyKey: string): Promise<Cancellation> =>
    await api.shipments.cancel(shipmentId, reason, { idempotencyKey }),
  /** The cheapest offer of all carriers for the shipment as it is now. */
  cheapest: async (shipmentId: string, idempotencyKey: string): Promise<Cheapest> => {
    // Read before the offers: a change in between is refused when one is booked.
    const { data: shipment, etag } = await api.shipments.get(shipmentId).withResponse()
    const { options } = await api.quotes.create({ shipment_id: shipmentId }, { idempotencyKey })
    return { shipment, etag, option: options[0] ?? null }
  },
  /** Fails with `version_conflict` if the shipment has changed since its offer was asked for. */
  book: async ({ shipment, etag, option }: Bookable, idempotencyKey: string): Promise<Booking> => {
    const options = { ifMatch: etag ?? undefined, idempotencyKey }
    return await api.shipments.book(shipment.shipment_id, { quote_option_id: option.quote_option_id }, options)
  },
})

/** Registers shipments of a file, or checks them only. */
export async function sendBatch(
  api: Waybill,
  shipments: CreateShipment[],
  dryRun: boolean,
  idempotencyKey: string,
): Promise<ShipmentBatch> {
  return await api.shipments.createBatch({ shipments, dry_run: dryRun }, { idempotencyKey })
}
