import { createHash } from 'node:crypto'
import { AppError } from '@waybill/contracts/app-error'
import { errorDetail } from '@waybill/contracts/requests/validation'

/**
 * A position in a list as text: the sort key of the last row shown. Opaque to callers and valid for the same list only:
 * `list` identifies it by its name, then everything that selects its rows (environment, filters).
 */
export function encodeCursor(list: readonly unknown[], place: readonly string[]): string {
  return Buffer.from(JSON.stringify([identity(list), ...place, String(list[0])])).toString('base64url')
}

/** The position that `encodeCursor` encoded. Throws `invalid_cursor` for any other cursor. */
export function decodeCursor(list: readonly unknown[], cursor: string): string[] {
  const { made, place, name } = parse(cursor)
  if (made !== identity(list)) throw foreign(made, name === list[0])
  return place
}

/** The error for a cursor that a list has not returned, of a list whose cursors are not made here. */
export const foreignCursor = (cursor: string): AppError => foreign(parse(cursor).made, false)

/** The error `invalid_cursor`. `message` is to be read after the name of the parameter. */
export const invalidCursor = (message: string): AppError =>
  new AppError('invalid_cursor', `cursor ${message}. Omit it to start from the first page.`, {
    details: [errorDetail(['cursor'], 'invalid_cursor', message, 'query')],
  })

function foreign(made: string | undefined, isSameList: boolean): AppError {
  if (made === undefined) return invalidCursor('is not one that this API has returned')
  return invalidCursor(
    isSameList
      ? 'was returned by this list for other filters, another sort, another id in the path or another environment'
      : 'was returned by another list',
  )
}

interface Parsed {
  /** Undefined: not a cursor. */
  made?: string
  place: string[]
  name: string | undefined
}

function parse(cursor: string): Parsed {
  const [made, ...place] = textsIn(cursor)
  const name = place.pop()
  if (made?.length !== IDENTITY_LENGTH || place.length === 0) return { place: [], name: undefined }
  return { made, place, name }
}

function textsIn(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : []
  } catch {
    return []
  }
}

const IDENTITY_LENGTH = 8
// 48 bits detect mistakes. Forgery gains nothing, since every query filters by environment.
const identity = (list: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, IDENTITY_LENGTH)
