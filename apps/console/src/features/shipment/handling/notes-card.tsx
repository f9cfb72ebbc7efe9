import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Note } from '@waybill/sdk'
import { Trash2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useActorName } from '../../../handling/actor-name.ts'
import { useSession } from '../../../session/session.ts'
import { useApi, useCan } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorNote } from '../../../ui/error-state.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { shipmentQueries, useAddNote, useDeleteNote } from '../queries.ts'

/** Notes of the team, newest first. Nobody else sees them. */
export function NotesCard({ shipmentId }: { shipmentId: string }) {
  const { t } = useLingui()
  const mayWrite = useCan('shipments:change')
  const { data: notes = [], error } = useQuery(shipmentQueries(useApi()).notes(shipmentId))
  return (
    <Card title={<Trans>Notes</Trans>}>
      {mayWrite && <NewNote shipmentId={shipmentId} />}
      {error && <ErrorNote error={error} />}
      {notes.length > 0 ? (
        <ol aria-label={t`Notes`} className="flex flex-col divide-y divide-line">
          {notes.map((note) => (
            <NoteRow key={note.note_id} note={note} />
          ))}
        </ol>
      ) : (
        !mayWrite && (
          <p className="text-muted">
            <Trans>No notes</Trans>
          </p>
        )
      )}
    </Card>
  )
}

/** A lost answer and a second try for the same text add one note. */
function NewNote({ shipmentId }: { shipmentId: string }) {
  const { t } = useLingui()
  const add = useAddNote(shipmentId)
  const sent = useRef({ text: '', key: '' })
  const [text, setText] = useState('')
  const trimmed = text.trim()
  const send = () => {
    if (trimmed === '' || add.isPending) return
    if (sent.current.text !== trimmed) sent.current = { text: trimmed, key: crypto.randomUUID() }
    add.mutate(
      { text: trimmed, key: sent.current.key },
      {
        onSuccess() {
          setText('')
          sent.current = { text: '', key: '' }
        },
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
  }
  return (
    <form className="mb-3 flex flex-col items-end gap-2" onSubmit={submit}>
      <Textarea
        aria-label={t`New note`}
        placeholder={t`For your team alone`}
        rows={2}
        maxLength={2_000}
        className="w-full"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={sendByKey}
      />
      {add.isError && <ErrorNote error={add.error} />}
      <Button type="submit" busy={add.isPending} disabled={trimmed === ''}>
        <Trans>Add note</Trans>
      </Button>
    </form>
  )
}

function NoteRow({ note: { note_id, shipment_id, author_id, created_at, text } }: { note: Note }) {
  const { t } = useLingui()
  const format = useFormat()
  const { user } = useSession()
  const mayWrite = useCan('shipments:change')
  const known = useActorName(author_id)
  const author = known ?? (author_id.startsWith('usr_') ? t`a former member` : t`an API key`)
  const remove = useDeleteNote(shipment_id)
  const [asks, setAsks] = useState(false)
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="flex items-center gap-3 text-sm text-muted">
        <span className="grow font-medium">{author}</span>
        <time dateTime={created_at} className="tabular-nums">
          {format.time(created_at)}
        </time>
        {mayWrite && author_id === user.user_id && (
          <Button variant="ghost" size="icon" aria-label={t`Delete the note`} onClick={() => setAsks(true)}>
            <Trash2 aria-hidden />
          </Button>
        )}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      {asks && (
        <ConfirmDialog
          open
          onOpenChange={setAsks}
          title={<Trans>Delete the note?</Trans>}
          action={<Trans>Delete</Trans>}
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(note_id, { onSuccess: () => setAsks(false) })}
        >
          {text}
        </ConfirmDialog>
      )}
    </li>
  )
}
