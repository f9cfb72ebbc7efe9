import { useLingui } from '@lingui/react/macro'
import type { Table } from '@tanstack/react-table'
import { cn } from '../ui/class-names.ts'
import type { GridColumn } from './columns.ts'
import type { gridFeatures } from './features.ts'

interface GridHeaderProps<T extends object> {
  table: Table<typeof gridFeatures, T>
  label: string
  columns: readonly GridColumn<T>[]
  /** One column, named by the label. */
  narrow: boolean
  template: string
}

/** The names of the columns, and the box that selects all loaded rows. */
export function GridHeader<T extends object>({ table, label, columns, narrow, template }: GridHeaderProps<T>) {
  const { t } = useLingui()
  const isAll = table.getRowModel().rows.length > 0 && table.getIsAllRowsSelected()
  return (
    <div
      role="row"
      aria-rowindex={1}
      tabIndex={-1}
      className="sticky top-0 z-10 grid h-9 items-center border-b bg-sunken"
      style={{ gridTemplateColumns: template }}
    >
      {table.options.enableRowSelection && (
        <div role="columnheader" tabIndex={-1} className="flex justify-center">
          <input
            type="checkbox"
            className="size-4 accent-accent-fill"
            aria-label={t`Select all loaded rows`}
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = table.getIsSomeRowsSelected() && !isAll
            }}
            onChange={table.getToggleAllRowsSelectedHandler()}
          />
        </div>
      )}
      {columns.map((column) => (
        <div
          key={column.id}
          role="columnheader"
          tabIndex={-1}
          className={cn('truncate px-2.5 text-sm font-medium text-muted', column.align === 'end' && 'text-end')}
        >
          {narrow ? label : column.header}
        </div>
      ))}
    </div>
  )
}
