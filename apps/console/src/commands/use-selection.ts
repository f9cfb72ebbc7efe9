import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

interface Choice {
  /** ID of the entry that searches for the text, if the text can be searched for. */
  searchId: string | undefined
  /** ID of the shipment that the text names, once it is found. */
  hitId: string | undefined
  /** Does what the entry that searches does. */
  onSearch: () => void
}

/**
 * The selected entry of the palette. A shipment that the text names is selected instead of the search for it, unless the person
 * has moved. Enter does what was shown as selected when it was pressed.
 */
export function useSelection({ searchId, hitId, onSearch }: Choice) {
  const [value, setValue] = useState('')
  const hasMoved = useRef(false)
  /** The shipment that was selected here, and since when it is on the screen. */
  const shown = useRef({ id: '', atMs: 0 })
  useEffect(() => {
    if (hitId === undefined || value !== searchId || hasMoved.current) return
    shown.current = { id: hitId, atMs: Number.POSITIVE_INFINITY }
    setValue(hitId)
  }, [hitId, value, searchId])
  useEffect(() => {
    const { id, atMs } = shown.current
    // The clock of the events.
    if (value === id && atMs === Number.POSITIVE_INFINITY) shown.current.atMs = new Event('shown').timeStamp
  }, [value])
  return {
    /** For each new text. */
    restart() {
      hasMoved.current = false
    },
    props: {
      value,
      onValueChange: setValue,
      onPointerMove() {
        hasMoved.current = true
      },
      onKeyDown(event: KeyboardEvent) {
        if (event.nativeEvent.isComposing) return
        if (event.key !== 'Enter') hasMoved.current ||= event.ctrlKey || /^(Arrow|Home|End)/.test(event.key)
        else if (value === shown.current.id && event.timeStamp < shown.current.atMs) {
          event.preventDefault()
          onSearch()
        }
      },
    },
  }
}
