import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

type Filters = NonNullable<operations['listManifests']['parameters']['query']>
type OpenFilters = NonNullable<operations['listOpenLabels']['parameters']['query']>

export class Manifests {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** The carrier is asked after the response: read it with `get` until it is no longer `creating`. */
  create(manifest: api.CreateManifest, options?: RequestOptions): ApiPromise<api.Manifest> {
    return this.#http.send('POST', '/api/v1/manifests', manifest, options)
  }

  get(manifestId: string, options?: ReadOptions): ApiPromise<api.Manifest> {
    return this.#http.get(path`/api/v1/manifests/${manifestId}`, {}, options)
  }

  list(query?: Filters, options?: ReadOptions): List<api.Manifest> {
    return this.#http.list('/api/v1/manifests', query, options)
  }

  /** Labels that are in no manifest, by account and place. */
  openLabels(query?: OpenFilters, options?: ReadOptions): List<api.OpenLabels> {
    return this.#http.list('/api/v1/open-labels', query, options)
  }

  /** The carrier's document, as a PDF. 409 `manifest_not_ready` is retried. */
  document(manifestId: string, options?: ReadOptions): ApiPromise<Blob> {
    return this.#http.blob(path`/api/v1/manifests/${manifestId}/document`, {}, options)
  }
}
