/** Keyset pages. */
import type { ListMeta } from '@waybill/contracts/envelope'

export interface PageRequest {
  limit: number
  cursor: string | null
}

export interface ListPage<T> {
  items: T[]
  meta: ListMeta
}

/**
 * How many rows one page looks at when a filter leaves rows out: what a page costs is bounded, however rare what it
 * looks for. A page that ends there may hold less than it could, and goes on with its cursor.
 */
export const SCAN_LIMIT = 5_000

/**
 * A page of rows that were found by looking at no more than `SCAN_LIMIT` of them. `found` holds one more than the page,
 * if there is one; else `scanEnd` is the place where the look ended, null at the end of the list.
 */
export async function scannedPage<T>(
  found: readonly T[],
  limit: number,
  place: { of: (item: T) => string; scanEnd: () => Promise<string | null> },
): Promise<ListPage<T>> {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const next = found.length > limit && last !== undefined ? place.of(last) : await place.scanEnd()
  return { items, meta: { has_more: next !== null, next_cursor: next, limit } }
}
