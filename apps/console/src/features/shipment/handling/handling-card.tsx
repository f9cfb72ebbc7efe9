import { Trans, useLingui } from '@lingui/react/macro'
import type { Shipment } from '@waybill/sdk'
import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useMembers } from '../../../handling/actor-name.ts'
import { AssigneeSelect } from '../../../handling/assignee-select.tsx'
import { useHandling } from '../../../handling/queries.ts'
import { TagInput } from '../../../handling/tag-input.tsx'
import { readTags } from '../../../handling/tags.ts'
import { useCan } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Fact, Facts } from '../../../ui/card.tsx'
import { ErrorNote } from '../../../ui/error-state.tsx'

/** Who takes care of the shipment, and its tags, changed in place. */
export function HandlingCard({ shipment }: { shipment: Shipment }) {
  const { t } = useLingui()
  const labelId = useId()
  const mayWrite = useCan('shipments:change')
  const { toName } = useMembers()
  const handling = useHandling(shipment.shipment_id)
  const { assignee_id: assigneeId, tags } = shipment
  // Shown at once; the shipment as it is comes back with the answer.
  const wanted = handling.isPending && handling.variables.kind === 'assign' ? handling.variables.assigneeId : assigneeId
  return (
    <Card title={<Trans>Handling</Trans>}>
      <Facts>
        <Fact name={<span id={labelId}>{t`Assigned to`}</span>}>
          {mayWrite ? (
            <AssigneeSelect
              aria-labelledby={labelId}
              value={wanted ?? ''}
              onChange={({ target }) => handling.mutate({ kind: 'assign', assigneeId: target.value || null })}
            />
          ) : assigneeId ? (
            toName(assigneeId)
          ) : (
            <Trans>Nobody</Trans>
          )}
        </Fact>
        <Fact name={<Trans>Tags</Trans>}>
          <TagList
            tags={tags}
            onRemove={mayWrite ? (tag) => handling.mutate({ kind: 'tag', add: [], remove: [tag] }) : undefined}
          />
          {mayWrite && <AddTags tags={tags} onAdd={(add) => handling.mutateAsync({ kind: 'tag', add, remove: [] })} />}
        </Fact>
      </Facts>
      {handling.isError && (
        <div className="mt-3">
          <ErrorNote error={handling.error} />
        </div>
      )}
    </Card>
  )
}

function TagList({ tags, onRemove }: { tags: readonly string[]; onRemove: ((tag: string) => void) | undefined }) {
  const { t } = useLingui()
  if (tags.length === 0) return onRemove ? null : <Trans>None</Trans>
  return (
    <ul aria-label={t`Tags`} className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="flex min-w-0 items-center rounded-md bg-accent-soft px-2 text-sm text-accent">
          <span className="py-1 wrap-anywhere">{tag}</span>
          {onRemove && (
            <button
              type="button"
              className="-me-2 flex size-7 shrink-0 items-center justify-center rounded-md hover:text-text"
              aria-label={t`Remove the tag ${tag}`}
              onClick={() => onRemove(tag)}
            >
              <X className="size-3.5" aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A field whose text stays until it is stored. */
function AddTags({ tags, onAdd }: { tags: readonly string[]; onAdd: (added: string[]) => Promise<unknown> }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const added = readTags(text)
    if (added.length === 0) return
    try {
      await onAdd(added)
      setText('')
    } catch {
      // The card shows why.
    }
  }
  return (
    <form className="mt-2 flex gap-2" onSubmit={add}>
      <TagInput
        aria-label={t`Add tags`}
        placeholder={t`Add tags`}
        className="min-w-0 grow"
        without={tags}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" disabled={readTags(text).length === 0}>
        <Trans>Add</Trans>
      </Button>
    </form>
  )
}
