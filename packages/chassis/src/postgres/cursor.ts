import { createHash } from 'node:crypto'
import { AppError } from '@waybill/contracts/app-error'

/**
 * A place in a list as text: the sort key of the last row that was shown. Opaque to callers, and good only for the same
 * list: `list` names it with everything that decides what is in it (environment, filters).
 */
export function encodeCursor(list: readonly unknown[], place: readonly string[]): string {
  return Buffer.from(JSON.stringify([identity(list), ...place])).toString('base64url')
}

/** The place that `encodeCursor` was given. Throws `invalid_cursor` if it was made by another list, or by nobody. */
export function decodeCursor(list: readonly unknown[], cursor: string): string[] {
  const [made, ...place] = parse(cursor)
  if (made !== identity(list)) {
    throw new AppError('invalid_cursor', 'The cursor was not made by this list, or with other filters; leave it out.')
  }
  return place
}

function parse(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : []
  } catch {
    return []
  }
}

// 48 bits: against mistakes, not against forgery, which would gain nothing: a query filters by environment anyway.
const identity = (list: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8)
