import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

const RULES = '/api/v1/return-rules'

/** Rules of the page on which recipients return goods themselves. */
export class ReturnRules {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  get(options?: ReadOptions): ApiPromise<api.ReturnRules> {
    return this.#http.get(RULES, {}, options)
  }

  /** Null sets a field back. */
  update(changes: api.UpdateReturnRules, options?: RequestOptions): ApiPromise<api.ReturnRules> {
    return this.#http.send('PATCH', RULES, changes, options)
  }

  reset(options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', RULES, undefined, options)
  }
}
