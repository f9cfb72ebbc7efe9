import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

/** Query of `savedViews.list`. */
export type ListSavedViews = NonNullable<operations['listSavedViews']['parameters']['query']>

export class SavedViews {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  create(view: api.CreateSavedView, options?: RequestOptions): ApiPromise<api.SavedView> {
    return this.#http.send('POST', '/api/v1/saved-views', view, options)
  }

  get(viewId: string, options?: ReadOptions): ApiPromise<api.SavedView> {
    return this.#http.get(path`/api/v1/saved-views/${viewId}`, {}, options)
  }

  /** By position: shared ones, and those of the caller. */
  list(query?: ListSavedViews, options?: ReadOptions): List<api.SavedView> {
    return this.#http.list('/api/v1/saved-views', query, options)
  }

  update(viewId: string, changes: api.UpdateSavedView, options?: RequestOptions): ApiPromise<api.SavedView> {
    return this.#http.send('PATCH', path`/api/v1/saved-views/${viewId}`, changes, options)
  }

  delete(viewId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/saved-views/${viewId}`, undefined, options)
  }
}
