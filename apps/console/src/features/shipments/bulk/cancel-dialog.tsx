import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Shipment } from '@waybill/sdk'
import { useState } from 'react'
import { countOutcomes, useBulkRun } from '../../../bulk/use-bulk-run.ts'
import { Field } from '../../../forms/field.tsx'
import { useApi } from '../../../session/workspace.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { bulkCalls } from '../queries.ts'
import { OutcomeList } from './outcome-list.tsx'

interface BulkDialogProps {
  shipments: readonly Shipment[]
  onClose: () => void
}

/** Cancels the chosen shipments, each by itself: one that cannot be cancelled does not keep the others. */
export function CancelDialog({ shipments, onClose }: BulkDialogProps) {
  const { t } = useLingui()
  const calls = bulkCalls(useApi())
  const queryClient = useQueryClient()
  const { outcomes, isRunning, run, stop } = useBulkRun()
  const [code, setCode] = useState('customer_request')
  const [note, setNote] = useState('')
  const { done, failed } = countOutcomes(outcomes)
  const open = shipments.filter(({ shipment_id }) => outcomes[shipment_id]?.state !== 'done')
  const count = open.length
  const reasons: [string, string][] = [
    ['customer_request', t`The customer asked for it`],
    ['out_of_stock', t`Out of stock`],
    ['wrong_address', t`Wrong address`],
    ['duplicate', t`Registered twice`],
    ['other', t`Another reason`],
  ]
  const cancel = async () => {
    const reason = { reason_code: code, reason_note: note.trim() || null }
    const ids = open.map(({ shipment_id }) => shipment_id)
    await run('cancel', ids, async (id, key) => {
      const { status } = await calls.cancel(id, reason, key)
      return status === 'cancelled' ? t`Cancelled` : t`The carrier is asked`
    })
    announce(t`Finished`)
    await queryClient.invalidateQueries({ queryKey: ['shipments'] })
  }
  const hasBegun = Object.keys(outcomes).length > 0
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={<Plural value={shipments.length} one="Cancel # shipment" other="Cancel # shipments" />}
      description={t`The carriers' jobs are cancelled, too. This cannot be undone.`}
      size="lg"
      persistent
      footer={
        <>
          {hasBegun && (
            <p className="me-auto self-center text-sm text-muted" role="status">
              <Trans>
                {done} done, {failed} failed
              </Trans>
            </p>
          )}
          {isRunning ? (
            <Button onClick={stop}>
              <Trans>Stop</Trans>
            </Button>
          ) : (
            <Button onClick={onClose}>{hasBegun ? <Trans>Close</Trans> : <Trans>Go back</Trans>}</Button>
          )}
          {count > 0 && (
            <Button variant="danger" busy={isRunning} onClick={cancel}>
              {hasBegun && !isRunning ? (
                <Plural value={count} one="Try # again" other="Try # again" />
              ) : (
                <Plural value={count} one="Cancel # shipment" other="Cancel # shipments" />
              )}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!hasBegun && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t`Reason`}>
              {(control) => (
                <Select {...control} value={code} onChange={(event) => setCode(event.target.value)}>
                  {reasons.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={t`Note`} note={t`optional`}>
              {(control) => <Input {...control} value={note} onChange={(event) => setNote(event.target.value)} />}
            </Field>
          </div>
        )}
        <OutcomeList shipments={shipments} outcomes={outcomes} />
      </div>
    </Dialog>
  )
}
