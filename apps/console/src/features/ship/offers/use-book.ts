import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../session/workspace.ts'
import type { KeptProgress } from '../progress.ts'
import { shipQueries } from '../queries.ts'
import { bookUnchanged, readUnchanged } from '../sending.ts'

/** Books with a key that is stored before the call: a lost answer or a reload books once. */
export function useBook(kept: KeptProgress) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(quoteOptionId: string) {
      const progress = kept.latest()
      const { shipmentId } = progress ?? {}
      if (progress?.quoteId === undefined || shipmentId === undefined) throw new Error('There is no quote to book.')
      const isRepeated = progress.quoteOptionId === quoteOptionId && progress.bookingKey !== undefined
      const etag = isRepeated ? (progress.etag ?? null) : await readUnchanged({ api, kept }, shipmentId)
      const bookingKey = isRepeated ? (progress.bookingKey ?? '') : crypto.randomUUID()
      const attempt = { ...progress, quoteOptionId, bookingKey, etag }
      kept.keep(attempt)
      const booking = await bookUnchanged({ api, kept }, { shipmentId, quoteOptionId, bookingKey, etag })
      queryClient.setQueryData(shipQueries(api).booking(booking.booking_id).queryKey, booking)
      kept.keep({ ...attempt, bookingId: booking.booking_id })
    },
  })
}
