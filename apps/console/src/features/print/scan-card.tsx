import { Trans, useLingui } from '@lingui/react/macro'
import type { Booking } from '@waybill/sdk'
import { Barcode, CircleAlert, CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { ParcelStates } from '../../format/parcel-states.tsx'
import { Field } from '../../forms/field.tsx'
import { openDocument, type Paper } from '../../labels/paper.ts'
import { usePrint } from '../../labels/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Input } from '../../ui/input.tsx'
import { CameraScan } from './camera-scan.tsx'
import { useFindByCode } from './queries.ts'

interface Result {
  kind: 'printed' | 'unknown' | 'held' | 'refused'
  text: string
  /** The one that was printed. */
  booking?: Booking
}

/** A scanner types a code and presses Enter: its label opens at once. Prints again what was printed before. */
export function ScanCard({ paper }: { paper: Paper }) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const find = useFindByCode()
  const printing = usePrint()
  const [result, setResult] = useState<Result | null>(null)
  const isBusy = find.isPending || printing.isPending
  const scan = async (text: string) => {
    // The message about the code before no longer applies.
    printing.reset()
    const tab = paper === 'zpl' ? null : window.open('', '_blank')
    try {
      const { booking, hold } = await find.mutateAsync(text)
      if (booking === null) {
        tab?.close()
        setResult(hold ? { kind: 'held', text: hold.reason } : { kind: 'unknown', text })
        return
      }
      const key = crypto.randomUUID()
      const { batch, document } = await printing.mutateAsync({ ids: [booking.booking_id], paper, key })
      if (document) {
        openDocument(document, paper, tab)
        setResult({ kind: 'printed', text: booking.shipment.merchant_order_ref, booking })
      } else {
        tab?.close()
        setResult({ kind: 'refused', text: batch.items[0]?.error?.message ?? text })
      }
    } catch {
      // The error of the call is shown below.
      tab?.close()
    } finally {
      field.current?.select()
    }
  }
  return (
    <Card title={<Trans>Scan</Trans>}>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const text = field.current?.value.trim() ?? ''
          setResult(null)
          if (text !== '' && !isBusy) void scan(text)
        }}
      >
        <Field label={t`Barcode, tracking number, order reference or ID`} className="grow">
          {(control) => <Input {...control} ref={field} autoFocus autoComplete="off" />}
        </Field>
        <CameraScan
          field={field}
          onCode={(text) => {
            if (field.current !== null) field.current.value = text
          }}
        />
        <Button type="submit" busy={isBusy}>
          <Barcode aria-hidden />
          <Trans>Print</Trans>
        </Button>
      </form>
      <div role="status" className="mt-3 empty:hidden">
        {result && <ScanResult result={result} />}
      </div>
      {result?.booking && <ParcelStates booking={result.booking} />}
      {(find.error ?? printing.error) && <ErrorNote error={find.error ?? printing.error} />}
    </Card>
  )
}

function ScanResult({ result: { kind, text } }: { result: Result }) {
  const { t } = useLingui()
  const isDone = kind === 'printed'
  const Icon = isDone ? CircleCheck : CircleAlert
  return (
    <p className={`flex items-center gap-2 text-lg font-medium ${isDone ? 'text-success' : 'text-danger'}`}>
      <Icon className="size-5 shrink-0" aria-hidden />
      <span className="wrap-anywhere">
        {kind === 'printed' && t`Printed: ${text}`}
        {kind === 'unknown' && t`No booking has this code: ${text}`}
        {kind === 'held' && t`Not booked. On hold: ${text}`}
        {kind === 'refused' && text}
      </span>
    </p>
  )
}
