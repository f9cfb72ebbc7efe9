import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

const DEFAULTS = '/api/v1/customs-defaults'

/** Declared of every shipment that crosses a customs border, unless it says something else. */
export class CustomsDefaults {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  get(options?: ReadOptions): ApiPromise<api.CustomsDefaults> {
    return this.#http.get(DEFAULTS, {}, options)
  }

  /** Null removes a field. */
  update(changes: api.UpdateCustomsDefaults, options?: RequestOptions): ApiPromise<api.CustomsDefaults> {
    return this.#http.send('PATCH', DEFAULTS, changes, options)
  }

  reset(options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', DEFAULTS, undefined, options)
  }
}
