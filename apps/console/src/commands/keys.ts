/** Pure: shortcuts as texts such as "mod+k", "g s" (one key after the other), "?", and the events that they match. */

interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** `mod` is Command on a Mac and Control elsewhere. */
export function matches(step: string, press: KeyPress, isMac: boolean): boolean {
  const wantsMod = step.startsWith('mod+')
  const hasMod = isMac ? press.metaKey : press.ctrlKey
  const hasOther = press.altKey || (isMac ? press.ctrlKey : press.metaKey)
  return wantsMod === hasMod && !hasOther && getName(press.key) === step.replace(/^mod\+/, '')
}

const getName = (key: string): string => (key.length === 1 ? key.toLowerCase() : key)

/** Whether it is of plain keys, which also are what people type. Those can be switched off. */
export const isSingleKey = (shortcut: string): boolean => !shortcut.includes('mod+')

/** "⌘ K" or "Ctrl K", "G S" for the eye. */
export function printShortcut(shortcut: string, isMac: boolean): string[] {
  return shortcut.split(' ').flatMap((step) => {
    const key = step.replace(/^mod\+/, '')
    const shown = key.length === 1 ? key.toUpperCase() : key
    return step.startsWith('mod+') ? [isMac ? '⌘' : 'Ctrl', shown] : [shown]
  })
}

/**
 * Pairs of shortcuts that cannot both work: they are equal, or one begins with the other, such as "g" and "g s".
 */
export function findConflicts(shortcuts: readonly string[]): string[] {
  return shortcuts.flatMap((one, index) =>
    shortcuts
      .slice(index + 1)
      .filter((other) => `${other} `.startsWith(`${one} `) || `${one} `.startsWith(`${other} `))
      .map((other) => `${one} / ${other}`),
  )
}

type Step = { run: string } | { wait: string[] } | null

/**
 * Effect of a press after the steps pressed before: runs a shortcut, waits for the next step, or nothing (null).
 */
export function nextStep(
  shortcuts: readonly string[],
  before: readonly string[],
  found: (step: string) => boolean,
): Step {
  const possible = shortcuts.filter((shortcut) => {
    const steps = shortcut.split(' ')
    const step = steps[before.length]
    return step !== undefined && before.every((one, index) => steps[index] === one) && found(step)
  })
  const whole = possible.find((shortcut) => shortcut.split(' ').length === before.length + 1)
  if (whole !== undefined) return { run: whole }
  const [first] = possible
  return first === undefined ? null : { wait: first.split(' ').slice(0, before.length + 1) }
}
