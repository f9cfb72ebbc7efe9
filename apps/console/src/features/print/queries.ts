import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Booking, type Waybill, WaybillError } from '@waybill/sdk'
import { MOST_LABELS } from '../../labels/queries.ts'
import { useApi } from '../../session/workspace.ts'
import { readCode } from './scanned-code.ts'

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

/** The booking of a scanned or typed code; null: none has it. */
export function useFindByCode() {
  const api = useApi()
  return useMutation({
    async mutationFn(text: string): Promise<Booking | null> {
      const code = readCode(text)
      switch (code.kind) {
        case 'booking':
          return await api.bookings.get(code.id).catch((error) => {
            if (error instanceof WaybillError && error.status === 404) return null
            throw error
          })
        case 'shipment':
          return (await api.bookings.list({ shipment_id: code.id, limit: 1 })).data[0] ?? null
        case 'text': {
          const [byNumber] = (await api.bookings.list({ tracking_number: [code.text], limit: 1 })).data
          if (byNumber) return byNumber
          return (await api.bookings.list({ merchant_order_ref: code.text, limit: 1 })).data[0] ?? null
        }
      }
    },
  })
}
