import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdvanceShipment, CancelShipment, TimelineEntry, UpdateShipment, Waybill } from '@waybill/sdk'
import { useApi } from '../../session/workspace.ts'
import { toastError } from '../../ui/toast.tsx'

/** More entries than a delivery has. */
const MOST_ENTRIES = 500
const MOST_BOOKINGS = 50
const COURIER_POLL_MS = 10_000

/** Queries of the page of a shipment. */
export const shipmentQueries = (api: Waybill) => ({
  /** The shipment with the entity tag that a change sends back. */
  one: (shipmentId: string) =>
    queryOptions({
      queryKey: ['shipments', shipmentId],
      async queryFn({ signal }) {
        const { data, etag } = await api.shipments.get(shipmentId, { signal }).withResponse()
        return { shipment: data, etag }
      },
    }),
  addresses: (shipmentId: string) =>
    queryOptions({
      queryKey: ['shipments', shipmentId, 'addresses'],
      queryFn: async ({ signal }) => await api.shipments.addresses(shipmentId, { signal }),
    }),
  timeline: (shipmentId: string) =>
    queryOptions({
      queryKey: ['shipments', shipmentId, 'timeline'],
      async queryFn({ signal }): Promise<TimelineEntry[]> {
        return await api.shipments.timeline(shipmentId, { limit: 100 }, { signal }).toArray({ limit: MOST_ENTRIES })
      },
    }),
  /** Newest first. */
  bookings: (shipmentId: string) =>
    queryOptions({
      queryKey: ['bookings', 'of-shipment', shipmentId],
      async queryFn({ signal }) {
        return await api.bookings.list({ shipment_id: shipmentId }, { signal }).toArray({ limit: MOST_BOOKINGS })
      },
    }),
  /** Where the courier of a booking was last. Polled, since events report a new place at most every 20 seconds. */
  driver: (bookingId: string) =>
    queryOptions({
      queryKey: ['bookings', 'driver', bookingId],
      queryFn: async ({ signal }) => await api.bookings.driverLocation(bookingId, { signal }),
      refetchInterval: COURIER_POLL_MS,
    }),
  /** Newest first: the offers, and the carriers that made none. */
  quotes: (shipmentId: string) =>
    queryOptions({
      queryKey: ['quotes', 'of-shipment', shipmentId],
      queryFn: async ({ signal }) => (await api.quotes.list({ shipment_id: shipmentId, limit: 10 }, { signal })).data,
    }),
  /** Newest first. */
  notes: (shipmentId: string) =>
    queryOptions({
      queryKey: ['shipments', shipmentId, 'notes'],
      queryFn: async ({ signal }) =>
        await api.shipments.listNotes(shipmentId, { limit: 100 }, { signal }).toArray({ limit: MOST_ENTRIES }),
    }),
  exchanges: (bookingId: string) =>
    queryOptions({
      queryKey: ['bookings', bookingId, 'exchanges'],
      queryFn: async ({ signal }) => (await api.bookings.exchanges(bookingId, { limit: 50 }, { signal })).data,
    }),
})

/** Refreshes everything that a change of a shipment makes old. */
function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [['shipments'], ['bookings'], ['quotes'], ['work']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
}

/** Fails with `version_conflict` if somebody else has changed the shipment since it was read. */
export function useUpdateShipment(shipmentId: string) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    async mutationFn({ changes, etag, key }: { changes: UpdateShipment; etag: string | null; key: string }) {
      return await api.shipments.update(shipmentId, changes, { ifMatch: etag ?? undefined, idempotencyKey: key })
    },
    onSettled: refresh,
  })
}

/** Cancels the shipment, or one booking alone, after which the shipment can be booked again. */
export function useCancel(shipmentId: string) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    async mutationFn({ reason, bookingId, key }: { reason: CancelShipment; bookingId: string | null; key: string }) {
      const options = { idempotencyKey: key }
      if (bookingId === null) await api.shipments.cancel(shipmentId, reason, options)
      else await api.bookings.cancel(bookingId, reason, options)
    },
    onSettled: refresh,
  })
}

/** Adds a note. The key is the same for the same text. */
export function useAddNote(shipmentId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ text, key }: { text: string; key: string }) =>
      await api.shipments.createNote(shipmentId, { text }, { idempotencyKey: key }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['shipments', shipmentId, 'notes'] }),
  })
}

export function useDeleteNote(shipmentId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (noteId: string) => await api.shipments.deleteNote(shipmentId, noteId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['shipments', shipmentId, 'notes'] }),
    onError: toastError,
  })
}

/** Moves the simulated courier. */
export function useAdvance(shipmentId: string) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (move: AdvanceShipment) => await api.simulator.advance(shipmentId, move),
    onSettled: refresh,
  })
}

/** `label`, `label-2` for that of a parcel, `customs` for papers, `qr` for the code of a return, or a part of the proof of delivery. */
async function readDocument(api: Waybill, bookingId: string, name: string): Promise<Blob> {
  if (name === 'label') return await api.bookings.label(bookingId)
  const [, parcel] = /^label-(\d+)$/.exec(name) ?? []
  if (parcel !== undefined) return await api.bookings.label(bookingId, { parcel: Number(parcel) })
  if (name === 'customs' || name === 'qr') return await api.bookings.label(bookingId, { document: name })
  return await api.bookings.proof(bookingId, name)
}

/** Opens a document in a new tab, and records that a label was printed. */
export function useDocument(bookingId: string) {
  const api = useApi()
  const refresh = useRefresh()
  return useMutation({
    async mutationFn({ name, tab }: { name: string; tab: Window | null }) {
      const isLabel = name === 'label'
      const blob = await readDocument(api, bookingId, name)
      if (tab) tab.location.href = URL.createObjectURL(blob)
      if (!isLabel) return
      await api.bookings.markPrinted(bookingId)
      await refresh()
    },
    onError: (_error, { tab }) => tab?.close(),
  })
}
