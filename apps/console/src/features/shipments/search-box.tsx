import { Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { isSearchable, MIN_SEARCH_LENGTH } from '../../format/searchable.ts'

const PAUSE_MS = 300

interface SearchBoxProps {
  value: string
  onChange: (value: string) => void
  onLeave: () => void
}

/** Text to search for. The address follows when the person pauses; `/` comes here, Escape leads back to the list. */
export function SearchBox({ value, onChange, onLeave }: SearchBoxProps) {
  const { t } = useLingui()
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(value)
  useEffect(() => {
    // Back, a view, or a link has changed the address: what was typed before is not sent over it.
    if (value !== sent.current) {
      clearTimeout(pause.current)
      setText(value)
    }
    sent.current = value
  }, [value])
  useEffect(() => () => clearTimeout(pause.current), [])

  const send = (next: string) => {
    clearTimeout(pause.current)
    if (next === sent.current) return
    sent.current = next
    onChange(next)
  }
  const latest = useRef(send)
  latest.current = send

  useCommands([
    {
      id: 'shipments.search',
      title: t`Search shipments`,
      group: t`Shipments`,
      shortcut: '/',
      run() {
        // Selecting alone moves the focus in some browsers only.
        input.current?.focus()
        input.current?.select()
      },
    },
  ])
  const isShort = text.trim() !== '' && !isSearchable(text)
  return (
    <div className="relative w-full sm:w-72">
      <Search className="pointer-events-none absolute start-2.5 top-2 size-4 text-muted" aria-hidden />
      <input
        ref={input}
        type="search"
        className="control ps-8"
        aria-label={t`Search shipments`}
        aria-describedby={isShort ? hintId : undefined}
        placeholder={t`Reference, name, address, phone, tracking number`}
        value={text}
        onChange={({ target: { value: typed } }) => {
          setText(typed)
          clearTimeout(pause.current)
          pause.current = setTimeout(() => latest.current(typed), PAUSE_MS)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text)
          if (event.key !== 'Escape' && event.key !== 'Enter') return
          event.preventDefault()
          onLeave()
        }}
      />
      {isShort && (
        <p
          id={hintId}
          className="absolute start-0 top-full z-20 mt-1 rounded-md border bg-raised px-2 py-1 text-sm text-muted shadow-lg"
        >
          <Trans>Type at least {MIN_SEARCH_LENGTH} characters</Trans>
        </p>
      )}
    </div>
  )
}
