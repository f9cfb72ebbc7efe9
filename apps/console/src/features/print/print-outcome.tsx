import { Plural } from '@lingui/react/macro'
import type { LabelBatch } from '@waybill/sdk'

/** How many labels are in the document, and why the others are not. */
export function PrintOutcome({ batch }: { batch: LabelBatch }) {
  const failed = batch.items.filter(({ status }) => status === 'failed')
  return (
    <div role="status" className="rounded-md border px-3 py-2">
      <p className="font-medium">
        <Plural value={batch.included} one="# label printed" other="# labels printed" />
      </p>
      {failed.map(({ booking_id, error }) => (
        <p key={booking_id} className="text-sm wrap-anywhere text-danger">
          <span className="font-mono">{booking_id}</span>: {error?.message}
        </p>
      ))}
    </div>
  )
}
