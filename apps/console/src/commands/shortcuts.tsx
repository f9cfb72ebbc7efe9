import { useEffect } from 'react'
import { getPreferences } from '../session/preferences.ts'
import { isSingleKey, matches, nextStep } from './keys.ts'
import { listCommands } from './registry.ts'

/** Time for the second key of "g s". */
const SEQUENCE_MS = 1_200

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

/** Runs the commands whose keys are pressed, unless a text is being typed or a dialog is open. Once, in the shell. */
export function Shortcuts() {
  useEffect(() => {
    let before: string[] = []
    let pressedAtMs = 0
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      if (event.timeStamp - pressedAtMs > SEQUENCE_MS) before = []
      pressedAtMs = event.timeStamp
      const commands = listCommands().filter((command) => command.shortcut && applies(command.shortcut, event))
      const shortcuts = commands.map(({ shortcut }) => shortcut ?? '')
      const step = nextStep(shortcuts, before, (one) => matches(one, event, isMac()))
      before = step && 'wait' in step ? step.wait : []
      if (!step || !('run' in step)) return
      event.preventDefault()
      commands.find(({ shortcut }) => shortcut === step.run)?.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}

function applies(shortcut: string, event: KeyboardEvent): boolean {
  if (!isSingleKey(shortcut)) return true
  return getPreferences().singleKeys && !isTyping(event.target) && !isInOverlay(event.target)
}

/** Where a plain key belongs to the text. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
}

/** Dialogs and menus have their own keys. */
const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
