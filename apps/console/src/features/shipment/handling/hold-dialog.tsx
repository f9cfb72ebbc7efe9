import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Field } from '../../../forms/field.tsx'
import { useHandling } from '../../../handling/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorNote } from '../../../ui/error-state.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Asks for the reason, which the team sees. */
export function HoldDialog({ shipmentId, onClose }: { shipmentId: string; onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const [reason, setReason] = useState('')
  const handling = useHandling(shipmentId)
  const send = () =>
    handling.mutate(
      { kind: 'hold', reason: reason.trim() },
      {
        onSuccess() {
          toast(t`The shipment is on hold.`)
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Put on hold</Trans>}
      description={t`Nobody can book the shipment until it is released.`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={handling.isPending}
            disabled={reason.trim() === ''}
          >
            <Trans>Put on hold</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim() !== '') send()
        }}
      >
        <Field label={t`Reason`}>
          {(control) => (
            <Input {...control} value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
          )}
        </Field>
        {handling.isError && <ErrorNote error={handling.error} />}
      </form>
    </Dialog>
  )
}
