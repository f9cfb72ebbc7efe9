import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

type Filters = NonNullable<operations['listPickups']['parameters']['query']>

export class Pickups {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** The carrier is asked after the response: read it with `get` until it is no longer `requested`. */
  create(pickup: api.CreatePickup, options?: RequestOptions): ApiPromise<api.Pickup> {
    return this.#http.send('POST', '/api/v1/pickups', pickup, options)
  }

  get(pickupId: string, options?: ReadOptions): ApiPromise<api.Pickup> {
    return this.#http.get(path`/api/v1/pickups/${pickupId}`, {}, options)
  }

  list(query?: Filters, options?: ReadOptions): List<api.Pickup> {
    return this.#http.list('/api/v1/pickups', query, options)
  }

  cancel(pickupId: string, options?: RequestOptions): ApiPromise<api.Pickup> {
    return this.#http.send('POST', path`/api/v1/pickups/${pickupId}/cancel`, undefined, options)
  }
}
