/** The commands of the page: of the shell, and of the screen that is open. The palette, shortcuts and help come from here. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { findConflicts } from './keys.ts'

export interface Command {
  /** Such as `shipments.create`. */
  id: string
  /** A verb and a noun: "Create a shipment". */
  title: string
  /** The heading in palette and help, such as "Go to" or the screen's name. */
  group: string
  /** "g s", "n", "mod+k": see keys.ts. */
  shortcut?: string
  /** Further words that find it. */
  keywords?: string[]
  /** Not in the palette: it needs what has the focus, such as `j` in a list. */
  keysOnly?: boolean
  run: () => void
}

let sets: readonly (readonly Command[])[] = []
let all: readonly Command[] = []
const listeners = new Set<() => void>()

function change(next: readonly (readonly Command[])[]): void {
  sets = next
  all = sets.flat()
  const conflicts = findConflicts(all.flatMap(({ shortcut }) => shortcut ?? []))
  if (conflicts.length > 0) console.error(`Shortcuts that cannot both work: ${conflicts.join(', ')}`)
  for (const listener of listeners) listener()
}

/** Adds commands; returns what removes them. */
function register(commands: readonly Command[]): () => void {
  change([...sets, commands])
  return () => change(sets.filter((one) => one !== commands))
}

export const listCommands = (): readonly Command[] => all

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCommandList = (): readonly Command[] => useSyncExternalStore(subscribe, listCommands)

/**
 * Commands that exist while the component is mounted. `run` may close over the latest state; the rest of a command is
 * compared by value, so the list may be written in place.
 */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  latest.current = commands
  const shape = JSON.stringify(commands)
  useEffect(() => {
    const described = JSON.parse(shape) as Omit<Command, 'run'>[]
    return register(
      described.map((command) => ({
        ...command,
        run: () => latest.current.find(({ id }) => id === command.id)?.run(),
      })),
    )
  }, [shape])
}
