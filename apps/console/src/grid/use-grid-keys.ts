import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type RefObject, useCallback, useState } from 'react'
import { useCommands } from '../commands/registry.ts'

interface GridKeys {
  ids: readonly string[]
  open: (index: number) => void
  toggle: ((index: number) => void) | undefined
  scrollTo: (index: number) => void
  scroller: RefObject<HTMLElement | null>
}

/** Keys of a grid: arrows, Home, End, Enter and Space on its rows; `j`, `k`, `x` from anywhere on the page. */
export function useGridKeys({ ids, open, toggle, scrollTo, scroller }: GridKeys) {
  const { t } = useLingui()
  const [active, setActive] = useState<string | null>(null)
  const found = active === null ? -1 : ids.indexOf(active)
  const activeIndex = Math.max(found, 0)

  const move = (index: number) => {
    const target = Math.min(Math.max(index, 0), ids.length - 1)
    const id = ids[target]
    if (id === undefined) return
    setActive(id)
    scrollTo(target)
    focusWhenShown(scroller.current, id)
  }
  useCommands([
    { id: 'grid.next', title: t`Next row`, group: t`List`, shortcut: 'j', keysOnly: true, run: () => move(found + 1) },
    {
      id: 'grid.previous',
      title: t`Previous row`,
      group: t`List`,
      shortcut: 'k',
      keysOnly: true,
      run: () => move(found - 1),
    },
    ...(toggle
      ? [
          {
            id: 'grid.select',
            title: t`Select or deselect the row`,
            group: t`List`,
            shortcut: 'x',
            keysOnly: true,
            run: () => toggle(activeIndex),
          },
        ]
      : []),
  ])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Element && !event.target.matches('[role="row"], [role="grid"]')) return
    const step: Record<string, () => void> = {
      ArrowDown: () => move(found + 1),
      ArrowUp: () => move(found - 1),
      Home: () => move(0),
      End: () => move(ids.length - 1),
      Enter: () => open(activeIndex),
      ' ': () => toggle?.(activeIndex),
    }
    const run = step[event.key]
    if (!run || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    run()
  }
  return { activeId: ids[activeIndex], activate: useCallback((id: string) => setActive(id), []), onKeyDown }
}

/** A row far away is in the document only after the scroll: tries for a few frames. */
function focusWhenShown(scroller: HTMLElement | null, id: string, frames = 10): void {
  const row = scroller?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`)
  if (row) row.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusWhenShown(scroller, id, frames - 1))
}
