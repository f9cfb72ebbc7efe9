import { useRef } from 'react'

/** Had the focus when the newest dialog was opened, then when those were from which it was. */
let latest: readonly (HTMLElement | null)[] = []

let isReturning = false
/** Whether the focus moves right now because a dialog gives it back: the key that closed the dialog may be followed by others. */
export const isFocusReturning = (): boolean => isReturning

/**
 * Handler for `onCloseAutoFocus`: the focus goes back to the element that had it when the dialog was opened, unless something else
 * has taken it by then. For an element that is gone, such as one of a dialog that this one has replaced, to the one before it.
 */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const openers = useRef<typeof latest>(null)
  // Before the page changes, as a menu item is gone with its menu.
  if (open) openers.current ??= findOpeners()
  return (event) => {
    // The libraries know of buttons only that they were given as triggers.
    event.preventDefault()
    const [, ...before] = openers.current ?? []
    latest = before
    // The page, or the dialog below, once the focused element is gone.
    const active = document.activeElement
    isReturning = true
    openers.current?.find((one) => one !== null && active?.contains(one))?.focus()
    isReturning = false
    openers.current = null
  }
}

function findOpeners(): typeof latest {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  const isOnPage = active !== document.body && !active?.closest('[role="dialog"], [role="alertdialog"]')
  latest = [opener instanceof HTMLElement && opener !== document.body ? opener : null, ...(isOnPage ? [] : latest)]
  return latest
}
