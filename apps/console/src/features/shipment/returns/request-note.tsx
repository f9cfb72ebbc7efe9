import { Trans, useLingui } from '@lingui/react/macro'
import type { Shipment } from '@waybill/sdk'
import { PackageOpen } from 'lucide-react'
import { useId, useState } from 'react'
import { Field } from '../../../forms/field.tsx'
import { useCan } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorNote } from '../../../ui/error-state.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { useDecideReturn } from './queries.ts'

const isAsked = ({ return_terms: terms, status, booking_id }: Shipment): boolean =>
  terms?.by_recipient === true && terms.decision === null && status === 'ready' && booking_id === null

/** The recipient asks for the return: approve or refuse it. Nothing is bought by either. */
export function RequestNote({ shipment }: { shipment: Shipment }) {
  const { t } = useLingui()
  const decide = useDecideReturn(shipment.shipment_id)
  const mayDecide = useCan('shipments:change')
  const [isRefusing, setRefusing] = useState(false)
  if (!isAsked(shipment)) return null
  const approve = () =>
    decide.mutate(
      { outcome: 'approved' },
      { onSuccess: () => toast(t`The return is approved. Book it next.`), onError: toastError },
    )
  return (
    <section
      aria-label={t`Request`}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-accent-soft px-4 py-3"
    >
      <PackageOpen className="size-5 shrink-0" aria-hidden />
      <p className="min-w-0 grow basis-48 font-medium">
        <Trans>The recipient asks for this return.</Trans>
      </p>
      {mayDecide && (
        <>
          <Button onClick={() => setRefusing(true)}>
            <Trans>Refuse</Trans>
          </Button>
          <Button variant="primary" busy={decide.isPending} onClick={approve}>
            <Trans>Approve</Trans>
          </Button>
        </>
      )}
      {isRefusing && <RefusalDialog shipmentId={shipment.shipment_id} onClose={() => setRefusing(false)} />}
    </section>
  )
}

/** Asks for the reason, which the recipient reads. */
function RefusalDialog({ shipmentId, onClose }: { shipmentId: string; onClose: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const [note, setNote] = useState('')
  const decide = useDecideReturn(shipmentId)
  const send = () =>
    decide.mutate(
      { outcome: 'refused', note: note.trim() },
      {
        onSuccess() {
          toast(t`The return is refused.`)
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Refuse the return</Trans>}
      description={t`The recipient reads the reason on the returns page, and cannot ask for these goods again.`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={decide.isPending} disabled={note.trim() === ''}>
            <Trans>Refuse the return</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim() !== '') send()
        }}
      >
        <Field label={t`Reason`}>
          {(control) => (
            <Textarea {...control} value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
          )}
        </Field>
        {decide.isError && <ErrorNote error={decide.error} />}
      </form>
    </Dialog>
  )
}
