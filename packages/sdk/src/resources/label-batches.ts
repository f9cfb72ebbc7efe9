import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

export class LabelBatches {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Collects the labels of up to 500 bookings, after the response: read it with `get` until it is `completed`. */
  create(batch: api.CreateLabelBatch, options?: RequestOptions): ApiPromise<api.LabelBatch> {
    return this.#http.send('POST', '/api/v1/label-batches', batch, options)
  }

  get(labelBatchId: string, options?: ReadOptions): ApiPromise<api.LabelBatch> {
    return this.#http.get(path`/api/v1/label-batches/${labelBatchId}`, {}, options)
  }

  /** All labels that are included, as one PDF or ZPL. 409 `label_not_ready` is retried. */
  document(labelBatchId: string, options?: ReadOptions): ApiPromise<Blob> {
    return this.#http.blob(path`/api/v1/label-batches/${labelBatchId}/document`, {}, options)
  }
}
