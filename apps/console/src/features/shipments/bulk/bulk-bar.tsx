import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Shipment } from '@waybill/sdk'
import { Ban, Download, Truck, X } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import type { Handling } from '../../../handling/queries.ts'
import { useApi, useCan } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { toastError } from '../../../ui/toast.tsx'
import { withDetails } from '../queries.ts'
import { BookDialog } from './book-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { HandlingDialog } from './handling-dialog.tsx'
import { HandlingMenu, useHandlingItems } from './handling-menu.tsx'
import { PrintLabels } from './print-labels.tsx'

type Action = 'cancel' | 'book' | Handling['kind']

interface BulkBarProps {
  selected: readonly Shipment[]
  onClear: () => void
}

/** Actions on the selected rows. */
export function BulkBar({ selected, onClear }: BulkBarProps) {
  const { t } = useLingui()
  const api = useApi()
  const canCancel = useCan('shipments:change')
  const canQuote = useCan('quotes:write')
  const canPrint = useCan('bookings:write')
  const canBook = canPrint && canQuote
  // The choice at the moment of the click: rows that change during the work stay in the dialog.
  const [dialog, setDialog] = useState<{ action: Action; shipments: readonly Shipment[] } | null>(null)
  const count = selected.length
  const booked = selected.filter(({ booking_id }) => booking_id !== null)
  const ready = selected.filter(
    ({ status, booking_id, hold }) => status === 'ready' && booking_id === null && hold === null,
  )
  const cancel = () => setDialog({ action: 'cancel', shipments: selected })
  const book = () => setDialog({ action: 'book', shipments: ready })
  const open = (action: Action, shipments: readonly Shipment[]) => setDialog({ action, shipments })
  const handling = useHandlingItems({ selected, ready, open })
  const download = async () => {
    try {
      const { exportShipments } = await import('@waybill/sdk/sheets/shipments/export')
      saveFile([exportShipments(await withDetails(api, selected))], 'shipments.csv', 'text/csv')
    } catch (error) {
      toastError(error)
    }
  }
  const group = t`Selected shipments`
  useCommands(
    count === 0
      ? []
      : [
          ...(canBook && ready.length > 0
            ? [{ id: 'shipments.book', title: t`Book the cheapest offers`, group, shortcut: 'b', run: book }]
            : []),
          ...(canCancel
            ? handling.map(({ action, title, run }) => ({ id: `shipments.${action}`, title, group, run }))
            : []),
          ...(canCancel
            ? [{ id: 'shipments.cancel', title: t`Cancel the selected shipments`, group, run: cancel }]
            : []),
          { id: 'shipments.clear', title: t`Select nothing`, group, run: onClear },
        ],
  )
  const close = () => {
    setDialog(null)
    onClear()
  }
  return (
    <>
      {count > 0 && (
        <section
          aria-label={t`Selected shipments`}
          className="fixed inset-x-3 bottom-18 z-20 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-xl border bg-raised p-2 ps-4 shadow-lg animate-rise sm:bottom-5"
        >
          <span className="pe-2 font-medium tabular-nums">
            <Plural value={count} one="# selected" other="# selected" />
          </span>
          {canBook && ready.length > 0 && (
            <Button variant="primary" onClick={book}>
              <Truck aria-hidden />
              <Trans>Book cheapest</Trans>
            </Button>
          )}
          {canPrint && booked.length > 0 && <PrintLabels shipments={booked} />}
          {canCancel && (
            <Button onClick={cancel}>
              <Ban aria-hidden />
              <Plural value={count} one="Cancel shipment" other="Cancel shipments" />
            </Button>
          )}
          {canCancel && <HandlingMenu items={handling} />}
          <Button onClick={download}>
            <Download aria-hidden />
            CSV
          </Button>
          <Button variant="ghost" size="icon" aria-label={t`Select nothing`} onClick={onClear}>
            <X aria-hidden />
          </Button>
        </section>
      )}
      {dialog?.action === 'cancel' && <CancelDialog shipments={dialog.shipments} onClose={close} />}
      {dialog?.action === 'book' && <BookDialog shipments={dialog.shipments} onClose={close} />}
      {dialog !== null && dialog.action !== 'cancel' && dialog.action !== 'book' && (
        <HandlingDialog kind={dialog.action} shipments={dialog.shipments} onClose={close} />
      )}
    </>
  )
}
