/** Pages of filtered lists, whose matches may be rare. */
import type { ListPage } from '@waybill/chassis/postgres/page'
import type { Reader } from './db.ts'

/**
 * Rows that one filtered page reads. Bounds the cost of a page however rare the matches are. A page that reaches the limit
 * may be short; its cursor continues from there.
 */
export const SCAN_LIMIT = 5_000

/**
 * A page of the rows found among the next `SCAN_LIMIT` rows. `found` has one more row than the page, if there is one;
 * otherwise `scanEnd` returns the cursor where the scan ended, null at the end of the list.
 */
export async function scannedPage<T>(
  found: readonly T[],
  limit: number,
  cursors: { after: (item: T) => string; scanEnd: () => Promise<string | null> },
): Promise<ListPage<T>> {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const next = found.length > limit && last !== undefined ? cursors.after(last) : await cursors.scanEnd()
  return { items, meta: { has_more: next !== null, next_cursor: next, limit } }
}

/**
 * Reads with one view of the tables and one time. Between the statement that reads the matches and the one that finds the end
 * of the scan, rows appear and expire: the scan would seem to end elsewhere, and a row before its end would be skipped.
 */
export const inOneView = <T>(db: Reader, read: (trx: Reader) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
