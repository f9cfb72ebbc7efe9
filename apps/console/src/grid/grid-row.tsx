import { useLingui } from '@lingui/react/macro'
import type { Row } from '@tanstack/react-table'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { cn } from '../ui/class-names.ts'
import type { GridColumn } from './columns.ts'
import type { gridFeatures } from './features.ts'

interface GridRowProps<T extends object> {
  row: Row<typeof gridFeatures, T>
  index: number
  startPx: number
  heightPx: number
  template: string
  isActive: boolean
  isSelected: boolean
  selectable: boolean
  columns: readonly GridColumn<T>[]
  /** Instead of columns. */
  compact: ((row: T) => ReactNode) | undefined
  onFocus: (id: string) => void
  onOpen: ((row: T) => void) | undefined
}

function GridRowInner<T extends object>(props: GridRowProps<T>) {
  const {
    row,
    index,
    startPx,
    heightPx,
    template,
    isActive,
    isSelected,
    selectable,
    columns,
    compact,
    onFocus,
    onOpen,
  } = props
  const { t } = useLingui()
  const openByClick = (event: MouseEvent) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button, input, label')
    if (!isControl && document.getSelection()?.isCollapsed !== false) onOpen?.(row.original)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles Enter
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selectable ? isSelected : undefined}
      data-row-id={row.id}
      tabIndex={isActive ? 0 : -1}
      className={cn(
        'absolute inset-x-0 grid items-center border-b hover:bg-hover focus-visible:-outline-offset-2',
        isSelected && 'bg-accent-soft',
        onOpen && 'cursor-pointer',
      )}
      style={{ gridTemplateColumns: template, height: heightPx, transform: `translateY(${startPx}px)` }}
      onFocus={() => onFocus(row.id)}
      onClick={openByClick}
    >
      {selectable && (
        <div role="gridcell" tabIndex={-1} className="flex justify-center">
          <input
            type="checkbox"
            tabIndex={-1}
            className="size-4 accent-accent-fill"
            aria-label={t`Select row`}
            checked={isSelected}
            onChange={() => undefined}
            onClick={row.getToggleSelectedHandler()}
          />
        </div>
      )}
      {compact ? (
        <div role="gridcell" tabIndex={-1} className="min-w-0 px-2.5">
          {compact(row.original)}
        </div>
      ) : (
        columns.map((column) => {
          const content = column.cell(row.original)
          return (
            <div
              key={column.id}
              role="gridcell"
              tabIndex={-1}
              // A text that is cut is read in whole.
              title={typeof content === 'string' ? content : undefined}
              // Names of people begin on the side of their script, so that their end is cut.
              dir="auto"
              className={cn('truncate px-2.5', column.align === 'end' ? 'text-end tabular-nums' : 'text-start')}
            >
              {content}
            </div>
          )
        })
      )}
    </div>
  )
}

/** A row in view. Only rows that changed render again. */
export const GridRow = memo(GridRowInner) as typeof GridRowInner
