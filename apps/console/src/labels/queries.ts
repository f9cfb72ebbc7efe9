import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LabelBatch } from '@waybill/sdk'
import { useApi } from '../session/workspace.ts'
import type { Paper } from './paper.ts'

/** As many as one document takes. */
export const MOST_LABELS = 500
const POLL_MS = 500
/** Two minutes: longer than 500 labels take. A second try goes on with the same document. */
const MOST_POLLS = 240

export interface Printed {
  batch: LabelBatch
  /** Null: no label could be included. */
  document: Blob | null
}

/**
 * One document with the labels of the bookings, which are marked as printed. The same key for the same choice: a second
 * try after a lost answer makes no second document.
 */
export function usePrint() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn({ ids, paper, key }: { ids: string[]; paper: Paper; key: string }): Promise<Printed> {
      const form = paper === 'zpl' ? { format: 'zpl' as const } : { format: 'pdf' as const, size: paper }
      let batch = await api.labelBatches.create(
        { booking_ids: ids, mark_printed: true, ...form },
        { idempotencyKey: key },
      )
      for (let polls = 0; batch.status === 'running' && polls < MOST_POLLS; polls += 1) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        batch = await api.labelBatches.get(batch.label_batch_id)
      }
      const document = batch.included === 0 ? null : await api.labelBatches.document(batch.label_batch_id)
      return { batch, document }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
}
