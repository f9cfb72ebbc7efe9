import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

/** Query of `batches.items`. */
type ListBatchItems = NonNullable<operations['listBatchItems']['parameters']['query']>

export class Batches {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** A batch of bookings, and how many of its items are booked. */
  get(batchId: string, options?: ReadOptions): ApiPromise<api.BookingBatch> {
    return this.#http.get(path`/api/v1/batches/${batchId}`, {}, options)
  }

  /** In the order of the request. */
  items(batchId: string, query?: ListBatchItems, options?: ReadOptions): List<api.BookingBatchItem> {
    return this.#http.list(path`/api/v1/batches/${batchId}/items`, query, options)
  }
}
