/** Requests and responses for pages of a list. */
import type { ListMeta } from '@waybill/contracts/envelope'
import type { Page__Output } from '@waybill/contracts/gen/waybill/common/v1/Page'
import { invalidParameter } from '@waybill/contracts/requests/validation'

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100

export interface PageRequest {
  limit: number
  cursor: string | null
}

export interface ListPage<T> {
  items: T[]
  meta: ListMeta
}

/** The requested page; 25 entries by default. Throws `invalid_parameter`. */
export function pageRequest(page: Page__Output | null): PageRequest {
  const limit = page?.limit || DEFAULT_LIMIT
  if (limit > MAX_LIMIT) throw invalidParameter('limit', `must be between 1 and ${MAX_LIMIT}`)
  return { limit, cursor: page?.cursor || null }
}

/** A page from `limit + 1` rows: the extra row means that there is a next page. */
export function toPage<T>(found: T[], limit: number, cursorAfter: (last: T) => string): ListPage<T> {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const hasMore = found.length > limit && last !== undefined
  return { items, meta: { has_more: hasMore, next_cursor: hasMore ? cursorAfter(last) : null, limit } }
}

/** The value of a filter, or null if it is omitted. Throws `invalid_parameter` for an unknown value. */
export function oneOf<T extends string>(name: string, known: readonly T[], text: string): T | null {
  if (text === '') return null
  const value = known.find((one) => one === text)
  if (value === undefined) throw invalidParameter(name, `must be one of ${known.join(', ')}`)
  return value
}
