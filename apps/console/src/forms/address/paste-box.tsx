import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, ClipboardPaste } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { announce } from '../../ui/announcer.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import type { AddressValues } from './address-values.ts'
import { type Filling, fillFromText, isInsertion, isReplacement } from './filled-address.ts'

interface PasteBoxProps {
  read: () => AddressValues
  fill: (values: AddressValues) => void
  autoFocus: boolean
}

/** A whole address as text. A pasted one is in the fields at once, a typed one when the box is left or the form is sent. */
export function PasteBox({ read, fill, autoFocus }: PasteBoxProps) {
  const { t } = useLingui()
  const id = useId()
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<{ isRead: boolean; unknownCountry: string | null } | null>(null)
  const last = useRef<Filling>(null)
  const isReplaced = useRef(false)
  const fillIn = (whole: string) => {
    if (whole.trim() === '') return
    const filled = fillFromText(whole, { now: read(), last: last.current, isReplaced: isReplaced.current })
    isReplaced.current = false
    if (filled === null) return
    last.current = filled.filling
    fill(filled.values)
    setOutcome(filled)
    if (filled.isRead) announce(t`The address is filled in. Check the fields.`)
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    event.preventDefault()
    const { selectionStart: start, selectionEnd: end, value } = event.currentTarget
    const next = value.slice(0, start) + event.clipboardData.getData('text') + value.slice(end)
    if (start === 0 && end === value.length) isReplaced.current = true
    setText(next)
    fillIn(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    // The form is sent with what the box shows.
    if (event.ctrlKey || event.metaKey) return fillIn(text)
    if (!outcome?.isRead) return
    event.preventDefault()
    focusNext(event.currentTarget)
  }
  const note = outcome && noteAbout(outcome)
  return (
    <div className="sm:col-span-2">
      <label htmlFor={id} className="flex items-center gap-1.5 text-sm font-medium">
        <ClipboardPaste className="size-4 text-muted" aria-hidden />
        <Trans>Paste a whole address</Trans>
      </label>
      <Textarea
        id={id}
        rows={2}
        className="mt-1"
        value={text}
        // The page is opened to fill it in.
        autoFocus={autoFocus}
        placeholder={t`Name, street, post code and city, country`}
        aria-describedby={outcome ? `${id}-next` : undefined}
        onChange={({ target }) => {
          if (isReplacement(text, target.value)) isReplaced.current = true
          setText(target.value)
          setOutcome(null)
          if (isInsertion(text, target.value)) fillIn(target.value)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => fillIn(text)}
      />
      <div id={`${id}-next`} className="text-sm">
        {note && (
          <p role="alert" className="mt-1 flex items-start gap-1.5 text-warning">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span className="min-w-0 wrap-anywhere">{note}</span>
          </p>
        )}
        {outcome?.isRead && (
          <p className="mt-1 flex items-center gap-1.5 text-muted">
            <Kbd>Enter</Kbd> <Trans>goes on to what is missing</Trans>
          </p>
        )}
      </div>
    </div>
  )
}

function noteAbout({ isRead, unknownCountry }: { isRead: boolean; unknownCountry: string | null }) {
  if (!isRead) return <Trans>No address was found in this text. Fill in the fields.</Trans>
  if (unknownCountry === null) return null
  return <Trans>No country is called “{unknownCountry}”. Choose the country.</Trans>
}

/** The first control after this one that has to be filled in and is empty; else the button that sends the form. */
function focusNext(after: HTMLTextAreaElement): void {
  const controls = [...(after.form?.elements ?? [])].filter((one) => one instanceof HTMLElement)
  const rest = controls.slice(controls.indexOf(after) + 1)
  const missing = rest.find((one) => one instanceof HTMLInputElement && one.ariaRequired === 'true' && one.value === '')
  const next = missing ?? rest.findLast((one) => one instanceof HTMLButtonElement && one.type === 'submit')
  next?.focus()
}
