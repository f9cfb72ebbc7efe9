import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Booking, type Hold, type Waybill, WaybillError } from '@waybill/sdk'
import { MOST_LABELS } from '../../labels/queries.ts'
import { useApi } from '../../session/workspace.ts'
import { type Code, readCode } from './scanned-code.ts'

/** Statuses of parcels that have not left yet. */
const WAITING = ['assigned', 'reassigning', 'en_route_to_pickup', 'arrived_at_pickup'] as const

export const printQueries = (api: Waybill) => ({
  /** Bookings whose label has not been printed, oldest first. */
  unprinted: () =>
    queryOptions({
      queryKey: ['bookings', 'unprinted'],
      queryFn: async ({ signal }) =>
        await api.bookings
          .list({ printed: 'false', status: [...WAITING], sort: 'created_at', limit: 100 }, { signal })
          .toArray({ limit: MOST_LABELS }),
    }),
})

/** The booking of a scanned or typed code, else why its shipment has none: the hold of it; null: neither. */
export function useFindByCode() {
  const api = useApi()
  return useMutation({
    async mutationFn(text: string): Promise<{ booking: Booking | null; hold: Hold | null }> {
      const code = readCode(text)
      const booking = await findBooking(api, code)
      return { booking, hold: booking === null ? await findHold(api, code) : null }
    },
  })
}

async function findBooking(api: Waybill, code: Code): Promise<Booking | null> {
  switch (code.kind) {
    case 'booking':
      return await nullIfMissing(api.bookings.get(code.id))
    case 'shipment':
      return (await api.bookings.list({ shipment_id: code.id, limit: 1 })).data[0] ?? null
    case 'text': {
      const [byNumber] = (await api.bookings.list({ tracking_number: [code.text], limit: 1 })).data
      if (byNumber) return byNumber
      return (await api.bookings.list({ merchant_order_ref: code.text, limit: 1 })).data[0] ?? null
    }
  }
}

async function findHold(api: Waybill, code: Code): Promise<Hold | null> {
  switch (code.kind) {
    case 'booking':
      return null
    case 'shipment':
      return (await nullIfMissing(api.shipments.get(code.id)))?.hold ?? null
    case 'text': {
      const held = { merchant_order_ref: code.text, waiting_for: ['release' as const], limit: 1 }
      return (await api.shipments.list(held)).data[0]?.hold ?? null
    }
  }
}

const nullIfMissing = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error) => {
    if (error instanceof WaybillError && error.status === 404) return null
    throw error
  })
