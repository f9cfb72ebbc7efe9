import { createColumnHelper } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { gridFeatures } from './features.ts'

/** A column of a grid. Keep the list of columns stable between renders: at module level or in `useMemo`. */
export interface GridColumn<T> {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** As in `grid-template-columns`: "8rem", "minmax(10rem, 1fr)". */
  width: string
  /** Numbers and amounts are at the end. */
  align?: 'end'
  /** Cannot be hidden, such as the column with the link. */
  fixed?: boolean
  /** Not shown until the person chooses it. */
  hidden?: boolean
}

/** The columns as TanStack Table has them. */
export function tableColumns<T extends object>(columns: readonly GridColumn<T>[]) {
  const helper = createColumnHelper<typeof gridFeatures, T>()
  return helper.columns(
    columns.map(({ id, header, cell, fixed }) =>
      helper.display({ id, header, enableHiding: !fixed, cell: ({ row }) => cell(row.original) }),
    ),
  )
}

const KEY = 'waybill.columns.'

/** Which columns of a grid the person has hidden or shown, kept in this browser. */
export function readVisibility<T>(gridId: string, columns: readonly GridColumn<T>[]): Record<string, boolean> {
  const initial = Object.fromEntries(columns.map(({ id, hidden }) => [id, !hidden]))
  try {
    const kept = JSON.parse(localStorage.getItem(KEY + gridId) ?? '{}') as Record<string, boolean>
    for (const { id, fixed } of columns) if (!fixed && typeof kept[id] === 'boolean') initial[id] = kept[id]
  } catch {
    // Nothing kept, or nothing that can be read.
  }
  return initial
}

export function keepVisibility(gridId: string, visibility: Record<string, boolean>): void {
  try {
    localStorage.setItem(KEY + gridId, JSON.stringify(visibility))
  } catch {
    // The choice lives as long as the page.
  }
}
