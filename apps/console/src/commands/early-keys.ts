/** Keys that are pressed before the palette is there, so that none is lost and none runs a shortcut. */

export interface EarlyKeys {
  /** The typed text, and whether Enter was pressed at its end. */
  readonly text: string
  readonly isEntered: boolean
  readonly isClosed: boolean
  release: () => void
}

export function holdKeys(): EarlyKeys {
  const held = { text: '', isEntered: false, isClosed: false, release }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'Backspace') held.text = held.text.slice(0, -1)
    else if (key === 'Enter') held.isEntered = true
    else if (key === 'Escape') held.isClosed = true
    else if ([...key].length === 1) held.text += key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  function release(): void {
    window.removeEventListener('keydown', onKeyDown, true)
  }
  window.addEventListener('keydown', onKeyDown, true)
  return held
}
