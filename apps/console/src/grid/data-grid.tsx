import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Table, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNote, ErrorState } from '../ui/error-state.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { type GridColumn, keepVisibility, readVisibility, tableColumns } from './columns.ts'
import { gridFeatures } from './features.ts'
import { GridHeader } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import { useGridKeys } from './use-grid-keys.ts'

/** Part of `useInfiniteQuery` that the grid needs. */
export interface GridQuery {
  isPending: boolean
  isFetching: boolean
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface DataGridProps<T extends object> {
  /** Keeps the choice of columns under this name. */
  id: string
  /** Its name for screen readers: "Shipments". */
  label: string
  columns: readonly GridColumn<T>[]
  rows: readonly T[]
  rowId: (row: T) => string
  query: GridQuery
  /** In place of rows when there are none, or none on the pages so far: then with a button for the next. */
  empty: ReactNode
  /** Enter or a click on a row. */
  onOpen?: (row: T) => void
  /** IDs of the selected rows, and what changes them. Without it rows cannot be selected. */
  selection?: Record<string, true>
  onSelectionChange?: (selection: Record<string, true>) => void
  /** A row on a phone, where columns have no room. */
  compact: (row: T) => ReactNode
  /** Left of the column menu: filters, count of new rows, bulk actions. */
  toolbar?: ReactNode
}

const ROW_PX = 38
const COMPACT_ROW_PX = 76
/** Rows before the end at which the next page is fetched. */
const AHEAD = 20

/** A list of any length: pages by cursor as the person scrolls, only the rows in view in the document, all of it by keyboard. */
export function DataGrid<T extends object>(props: DataGridProps<T>) {
  const { id, columns, rows, query, empty, toolbar, selection = {}, onSelectionChange } = props
  const [visibility, setVisibility] = useState(() => readVisibility(id, columns))
  const table = useTable({
    features: gridFeatures,
    columns: useMemo(() => tableColumns(columns), [columns]),
    data: rows,
    getRowId: props.rowId,
    enableRowSelection: onSelectionChange !== undefined,
    state: { columnVisibility: visibility, rowSelection: selection },
    onRowSelectionChange: (change) => onSelectionChange?.(typeof change === 'function' ? change(selection) : change),
    onColumnVisibilityChange: (change) => {
      const next = typeof change === 'function' ? change(visibility) : change
      setVisibility(next)
      keepVisibility(id, next)
    },
  })
  return (
    <div className="flex min-h-0 grow flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {toolbar}
        <span className="grow" />
        <ColumnMenu columns={columns} visibility={visibility} onChange={(next) => table.setColumnVisibility(next)} />
      </div>
      {query.error && rows.length > 0 ? <ErrorNote error={query.error} /> : null}
      <GridState query={query} isEmpty={rows.length === 0} empty={empty}>
        <GridBody
          {...props}
          selection={selection}
          table={table as unknown as Table<typeof gridFeatures, T>}
          visibility={visibility}
        />
      </GridState>
    </div>
  )
}

interface GridStateProps {
  query: GridQuery
  isEmpty: boolean
  empty: ReactNode
  children: ReactNode
}

function GridState({ query, isEmpty, empty, children }: GridStateProps) {
  if (!isEmpty) return children
  if (query.isPending) return <SkeletonLines count={8} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  return (
    <>
      {empty}
      {query.hasNextPage && <GridEnd query={query} count={0} />}
    </>
  )
}

interface GridBodyProps<T extends object> extends DataGridProps<T> {
  table: Table<typeof gridFeatures, T>
  selection: Record<string, true>
  visibility: Record<string, boolean>
}

function GridBody<T extends object>({ table, label, columns, visibility, query, ...props }: GridBodyProps<T>) {
  const { selection, onSelectionChange, onOpen, compact } = props
  const scroller = useRef<HTMLDivElement>(null)
  const narrow = useNarrow(scroller)
  const gridRows = table.getRowModel().rows
  const virtualizer = useVirtualizer({
    count: gridRows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? COMPACT_ROW_PX : ROW_PX),
    getItemKey: (index) => gridRows[index]?.id ?? index,
    overscan: 8,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height when `narrow` changes
  useEffect(() => virtualizer.measure(), [virtualizer, narrow])

  const keys = useGridKeys({
    ids: gridRows.map((row) => row.id),
    open: (index) => onOpen?.((gridRows[index] as (typeof gridRows)[number]).original),
    toggle: onSelectionChange && ((index) => gridRows[index]?.toggleSelected()),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    scroller,
  })
  useAnnouncedSelection(selection)
  const stable = useStable({ open: onOpen, compact })

  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = query
  const isNearEnd = last >= gridRows.length - AHEAD && hasNextPage && !isFetchingNextPage && !error
  useEffect(() => {
    if (isNearEnd) void fetchNextPage()
  }, [isNearEnd, fetchNextPage])

  const selectable = onSelectionChange !== undefined
  const shown = useMemo(() => columns.filter(({ id }) => visibility[id] !== false), [columns, visibility])
  const template = [
    ...(selectable ? ['2.25rem'] : []),
    ...(narrow ? ['minmax(0, 1fr)'] : shown.map(({ width }) => width)),
  ].join(' ')
  return (
    // The end of the list has a button: it is beside the grid, whose children are rows.
    <div ref={scroller} className="relative min-h-64 grow overflow-auto rounded-lg border bg-surface contain-strict">
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={hasNextPage ? -1 : gridRows.length + 1}
        aria-colcount={(narrow ? 1 : shown.length) + Number(selectable)}
        aria-multiselectable={selectable || undefined}
        aria-busy={query.isFetching || undefined}
        tabIndex={-1}
        className="w-fit min-w-full"
        onKeyDown={keys.onKeyDown}
      >
        <GridHeader
          table={table}
          label={label}
          columns={narrow ? shown.slice(0, 1) : shown}
          narrow={narrow}
          template={template}
        />
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = gridRows[item.index]
            if (!row) return null
            return (
              <GridRow
                key={row.id}
                row={row}
                index={item.index}
                startPx={item.start}
                heightPx={item.size}
                template={template}
                isActive={keys.activeId === row.id}
                isSelected={selection[row.id] === true}
                selectable={selectable}
                columns={shown}
                compact={narrow ? stable.compact : undefined}
                onFocus={keys.activate}
                onOpen={onOpen && stable.open}
              />
            )
          })}
        </div>
      </div>
      <GridEnd query={query} count={gridRows.length} />
    </div>
  )
}

function GridEnd({ query, count }: { query: GridQuery; count: number }) {
  return (
    <div className="sticky start-0 flex min-h-10 items-center justify-center gap-3 px-3 py-1 text-sm text-muted">
      {query.isFetchingNextPage ? (
        <Trans>Loading more</Trans>
      ) : query.hasNextPage ? (
        <Button size="sm" onClick={() => query.fetchNextPage()}>
          <Trans>Load more</Trans>
        </Button>
      ) : (
        <Plural value={count} one="# row" other="# rows" />
      )}
    </div>
  )
}

interface RowFunctions<T> {
  open: ((row: T) => void) | undefined
  compact: (row: T) => ReactNode
}

/** The same functions at each render, so that rows render again only if they changed themselves. */
function useStable<T>(functions: RowFunctions<T>) {
  const latest = useRef(functions)
  latest.current = functions
  const [stable] = useState(() => ({
    open: (row: T) => latest.current.open?.(row),
    compact: (row: T) => latest.current.compact(row),
  }))
  return stable
}

const NARROW_PX = 640

/** Whether the grid has too little room for columns. */
function useNarrow(element: React.RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(() => window.innerWidth < NARROW_PX)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => entry && setNarrow(entry.contentRect.width < NARROW_PX - 60))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return narrow
}

function useAnnouncedSelection(selection: Record<string, true>): void {
  const { t } = useLingui()
  const count = Object.keys(selection).length
  const before = useRef(count)
  useEffect(() => {
    if (before.current !== count) announce(count === 0 ? t`Nothing selected` : t`${count} selected`)
    before.current = count
  }, [count, t])
}
