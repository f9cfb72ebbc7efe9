import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { ReadOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

/** Query of `costs.get`. */
export type GetCosts = NonNullable<operations['getCosts']['parameters']['query']>

export class Costs {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Spend and outcomes of the bookings of whole weeks, by week, carrier, service and currency. */
  get(query: GetCosts = {}, options?: ReadOptions): ApiPromise<api.Costs> {
    return this.#http.get('/api/v1/costs', query, options)
  }
}
