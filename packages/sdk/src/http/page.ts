/** Lists, in pages. */
import { WaybillError } from '../errors.ts'
import { ApiPromise, type ApiResponse } from './api-promise.ts'

/** One page of a list. */
export interface Page<T> {
  data: T[]
  hasMore: boolean
  /** Pass it as `cursor` to go on after this page, also in another process. A list of events has one on its last page too. */
  nextCursor: string | null
}

type Fetch<T> = (cursor: string | undefined) => Promise<ApiResponse<Page<T>>>

/**
 * A list. `for await` yields its items and fetches further pages as it needs them; `await` gives the first page alone.
 * Nothing is fetched before. A failed fetch ends the iteration with the error, after the items before it.
 */
export class List<T> extends ApiPromise<Page<T>> implements AsyncIterable<T> {
  readonly #fetch: Fetch<T>
  readonly #firstCursor: string | undefined

  constructor(fetch: Fetch<T>, firstCursor: string | undefined) {
    super(() => fetch(firstCursor))
    this.#fetch = fetch
    this.#firstCursor = firstCursor
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }

  /** The pages, beginning with the first one. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let page = (await this.withResponse()).data
    let cursor = this.#firstCursor
    yield page
    while (page.hasMore) {
      if (page.nextCursor === null || page.nextCursor === cursor) throw brokenList(page.nextCursor)
      cursor = page.nextCursor
      page = (await this.#fetch(cursor)).data
      yield page
    }
  }

  /** The first items, at most `limit` of them: a list can be longer than memory. */
  async toArray({ limit }: { limit: number }): Promise<T[]> {
    const items: T[] = []
    if (limit <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= limit) break
    }
    return items
  }
}

const brokenList = (cursor: string | null): WaybillError =>
  new WaybillError({
    code: 'invalid_response',
    message: `The list has more pages, but its next cursor is ${cursor === null ? 'missing' : 'the one of the page before'}.`,
  })
