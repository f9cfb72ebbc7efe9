import { createHash } from 'node:crypto'
import { AppError } from '@waybill/contracts/app-error'

/**
 * A position in a list as text: the sort key of the last row shown. Opaque to callers and valid for the same list only:
 * `list` identifies it by everything that selects its rows (environment, filters).
 */
export function encodeCursor(list: readonly unknown[], place: readonly string[]): string {
  return Buffer.from(JSON.stringify([identity(list), ...place])).toString('base64url')
}

/** The position that `encodeCursor` encoded. Throws `invalid_cursor` for any other cursor. */
export function decodeCursor(list: readonly unknown[], cursor: string): string[] {
  const [made, ...place] = parse(cursor)
  if (made !== identity(list)) {
    throw new AppError(
      'invalid_cursor',
      'The cursor belongs to another list or to other filters. Omit it to start from the first page.',
    )
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

// 48 bits detect mistakes. Forgery gains nothing, since every query filters by environment.
const identity = (list: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8)
