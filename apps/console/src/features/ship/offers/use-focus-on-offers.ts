import { type RefObject, useEffect, useRef } from 'react'

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta'])

/**
 * Moves the focus to the chosen offer once the offers that were asked for can be booked: Enter books it. Not if somebody has
 * gone on typing, and not when the page is opened with offers that were there before.
 */
export function useFocusOnOffers(
  panel: RefObject<HTMLElement | null>,
  { isAsking, isBookable }: { isAsking: boolean; isBookable: boolean },
): void {
  const isWaitedFor = useRef(false)
  useEffect(() => {
    const goOn = (event: KeyboardEvent | FocusEvent) => {
      if (!('key' in event) || !MODIFIERS.has(event.key)) isWaitedFor.current = false
    }
    window.addEventListener('keydown', goOn, true)
    window.addEventListener('focusin', goOn, true)
    return () => {
      window.removeEventListener('keydown', goOn, true)
      window.removeEventListener('focusin', goOn, true)
    }
  }, [])
  useEffect(() => {
    if (isAsking) isWaitedFor.current = true
  }, [isAsking])
  useEffect(() => {
    if (!isBookable || !isWaitedFor.current) return
    panel.current?.querySelector<HTMLInputElement>('input[name="quote_option"]:checked')?.focus()
  }, [isBookable, panel])
}
