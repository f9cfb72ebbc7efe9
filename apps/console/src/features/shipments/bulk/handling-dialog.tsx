import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Shipment } from '@waybill/sdk'
import { useState } from 'react'
import { countOutcomes, useBulkRun } from '../../../bulk/use-bulk-run.ts'
import { Field } from '../../../forms/field.tsx'
import { AssigneeSelect } from '../../../handling/assignee-select.tsx'
import { type Handling, handlingCall } from '../../../handling/queries.ts'
import { TagInput } from '../../../handling/tag-input.tsx'
import { readTags } from '../../../handling/tags.ts'
import { useApi } from '../../../session/workspace.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { OutcomeList } from './outcome-list.tsx'

interface HandlingDialogProps {
  kind: Handling['kind']
  shipments: readonly Shipment[]
  onClose: () => void
}

/** Tags, assigns, holds or releases the chosen shipments, each by itself. */
export function HandlingDialog({ kind, shipments, onClose }: HandlingDialogProps) {
  const { t } = useLingui()
  const call = handlingCall(useApi())
  const queryClient = useQueryClient()
  const { outcomes, isRunning, run, stop } = useBulkRun()
  const [values, setValues] = useState<Values>({ add: '', remove: '', assigneeId: '', reason: '' })
  const { done, failed } = countOutcomes(outcomes)
  const open = shipments.filter(({ shipment_id }) => outcomes[shipment_id]?.state !== 'done')
  const count = open.length
  const change = readChange(kind, values)
  const hasBegun = Object.keys(outcomes).length > 0
  const titles = {
    tag: <Plural value={shipments.length} one="Change the tags of # shipment" other="Change the tags of # shipments" />,
    assign: <Plural value={shipments.length} one="Assign # shipment" other="Assign # shipments" />,
    hold: <Plural value={shipments.length} one="Put # shipment on hold" other="Put # shipments on hold" />,
    release: <Plural value={shipments.length} one="Release # shipment" other="Release # shipments" />,
  }
  const send = async () => {
    if (change === null) return
    const ids = open.map(({ shipment_id }) => shipment_id)
    await run(JSON.stringify(change), ids, async (id, key) => {
      await call(id, change, key)
      return t`Done`
    })
    announce(t`Finished`)
    await queryClient.invalidateQueries({ queryKey: ['shipments'] })
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={titles[kind]}
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
            <Button variant="primary" busy={isRunning} disabled={change === null} onClick={send}>
              {hasBegun && !isRunning ? <Plural value={count} one="Try # again" other="Try # again" /> : titles[kind]}
            </Button>
          )}
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {!hasBegun && <Fields kind={kind} values={values} onChange={setValues} />}
        <OutcomeList shipments={shipments} outcomes={outcomes} />
      </form>
    </Dialog>
  )
}

interface Values {
  add: string
  remove: string
  assigneeId: string
  reason: string
}

/** Null: something is missing. */
function readChange(kind: Handling['kind'], { add, remove, assigneeId, reason }: Values): Handling | null {
  switch (kind) {
    case 'tag': {
      const change: Handling = { kind, add: readTags(add), remove: readTags(remove) }
      return change.add.length + change.remove.length > 0 ? change : null
    }
    case 'assign':
      return { kind, assigneeId: assigneeId || null }
    case 'hold':
      return reason.trim() === '' ? null : { kind, reason: reason.trim() }
    case 'release':
      return { kind }
  }
}

interface FieldsProps {
  kind: Handling['kind']
  values: Values
  onChange: (values: Values) => void
}

function Fields({ kind, values, onChange }: FieldsProps) {
  const { t } = useLingui()
  const set = (name: keyof Values) => (event: { target: { value: string } }) =>
    onChange({ ...values, [name]: event.target.value })
  if (kind === 'tag')
    return (
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t`Add tags`} hint={t`With commas between them.`}>
          {(control) => <TagInput {...control} value={values.add} onChange={set('add')} />}
        </Field>
        <Field label={t`Remove tags`} hint={t`With commas between them.`}>
          {(control) => <TagInput {...control} value={values.remove} onChange={set('remove')} />}
        </Field>
      </div>
    )
  if (kind === 'assign')
    return (
      <Field label={t`Assigned to`}>
        {(control) => <AssigneeSelect {...control} value={values.assigneeId} onChange={set('assigneeId')} />}
      </Field>
    )
  if (kind === 'hold')
    return (
      <Field label={t`Reason`} hint={t`Nobody can book the shipments until they are released.`}>
        {(control) => <Input {...control} value={values.reason} maxLength={200} onChange={set('reason')} />}
      </Field>
    )
  return null
}
