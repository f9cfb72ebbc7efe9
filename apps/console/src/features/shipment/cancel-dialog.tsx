import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Field } from '../../forms/field.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { useCancel } from './queries.ts'

interface CancelDialogProps {
  shipmentId: string
  /** Null: the whole shipment. */
  bookingId: string | null
  onClose: () => void
}

/** Asks for the reason. A lost answer and a second try for the same reason cancel once. */
export function CancelDialog({ shipmentId, bookingId, onClose }: CancelDialogProps) {
  const { t } = useLingui()
  const cancel = useCancel(shipmentId)
  const sent = useRef({ content: '', key: '' })
  const [reasonCode, setReasonCode] = useState('customer_request')
  const [note, setNote] = useState('')
  const reasons = [
    ['customer_request', t`The customer asked for it`],
    ['out_of_stock', t`Out of stock`],
    ['wrong_address', t`Wrong address`],
    ['duplicate', t`Registered twice`],
    ['other', t`Another reason`],
  ] as const
  const send = () => {
    const reason = { reason_code: reasonCode, reason_note: note.trim() || null }
    const content = JSON.stringify(reason)
    if (sent.current.content !== content) sent.current = { content, key: crypto.randomUUID() }
    cancel.mutate(
      { reason, bookingId, key: sent.current.key },
      {
        onSuccess() {
          toast(bookingId === null ? t`The shipment is cancelled.` : t`The booking is cancelled.`)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={bookingId === null ? <Trans>Cancel the shipment</Trans> : <Trans>Cancel the booking</Trans>}
      description={
        bookingId === null ? (
          <Trans>The shipment ends. A booked carrier is asked to cancel, and may charge a fee.</Trans>
        ) : (
          <Trans>The carrier is asked to cancel, and may charge a fee. The shipment can be booked again.</Trans>
        )
      }
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button variant="danger" busy={cancel.isPending} onClick={send}>
            {bookingId === null ? <Trans>Cancel the shipment</Trans> : <Trans>Cancel the booking</Trans>}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Field label={t`Reason`}>
          {(control) => (
            <Select {...control} value={reasonCode} onChange={({ target }) => setReasonCode(target.value)}>
              {reasons.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t`Note`} note={t`optional`}>
          {(control) => <Input {...control} value={note} onChange={({ target }) => setNote(target.value)} />}
        </Field>
        {cancel.isError && <ErrorNote error={cancel.error} />}
      </form>
    </Dialog>
  )
}
