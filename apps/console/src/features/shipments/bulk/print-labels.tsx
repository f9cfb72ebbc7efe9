import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { LabelBatch, Shipment } from '@waybill/sdk'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { usePaper } from '../../../labels/paper.ts'
import { usePrintInTab } from '../../../labels/print-in-tab.ts'
import { MOST_LABELS } from '../../../labels/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorNote } from '../../../ui/error-state.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Prints the labels of the shipments that are booked in one document. A dialog names those without a label. */
export function PrintLabels({ shipments }: { shipments: readonly Shipment[] }) {
  const { t } = useLingui()
  const [paper] = usePaper()
  const printing = usePrintInTab(paper)
  const [problem, setProblem] = useState<LabelBatch | 'error' | null>(null)
  const ids = shipments.flatMap(({ booking_id }) => booking_id ?? [])
  const isPossible = ids.length > 0 && ids.length <= MOST_LABELS
  const print = async () => {
    if (!isPossible || printing.isPending) return
    const printed = await printing.print(ids)
    if (printed === null) setProblem('error')
    else if (printed.batch.failed > 0) setProblem(printed.batch)
    else
      toast(printed.batch.included === 1 ? t`The label is printed.` : t`${printed.batch.included} labels are printed.`)
  }
  useCommands(
    isPossible
      ? [{ id: 'shipments.print', title: t`Print the labels`, group: t`Selected shipments`, shortcut: 'p', run: print }]
      : [],
  )
  const getReference = (bookingId: string) =>
    shipments.find(({ booking_id }) => booking_id === bookingId)?.merchant_order_ref ?? bookingId
  return (
    <>
      <Button
        disabled={!isPossible}
        busy={printing.isPending}
        title={isPossible ? undefined : t`At most ${MOST_LABELS} labels fit in one document`}
        onClick={print}
      >
        <Printer aria-hidden />
        <Plural value={ids.length} one="Print # label" other="Print # labels" />
      </Button>
      {problem !== null && (
        <Dialog
          open
          onOpenChange={(open) => open || setProblem(null)}
          title={problem === 'error' ? t`The labels are not printed` : t`Some labels are not printed`}
          footer={
            <Button onClick={() => setProblem(null)}>
              <Trans>Close</Trans>
            </Button>
          }
        >
          {problem === 'error' ? (
            <ErrorNote error={printing.error} />
          ) : (
            <div className="flex flex-col gap-2">
              <p>
                <Plural value={problem.included} one="# label printed" other="# labels printed" />
              </p>
              <ul className="divide-y divide-line rounded-lg border">
                {problem.items.flatMap(({ booking_id, error }) =>
                  error === null
                    ? []
                    : [
                        <li key={booking_id} className="px-3 py-2">
                          <span className="font-medium">{getReference(booking_id)}</span>
                          <span className="block text-sm wrap-anywhere text-danger">{error.message}</span>
                        </li>,
                      ],
                )}
              </ul>
            </div>
          )}
        </Dialog>
      )}
    </>
  )
}
