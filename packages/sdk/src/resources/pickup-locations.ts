import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

type Paging = NonNullable<operations['listPickupLocations']['parameters']['query']>

export class PickupLocations {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  create(pickupLocation: api.CreatePickupLocation, options?: RequestOptions): ApiPromise<api.PickupLocation> {
    return this.#http.send('POST', '/api/v1/pickup-locations', pickupLocation, options)
  }

  get(pickupLocationId: string, options?: ReadOptions): ApiPromise<api.PickupLocation> {
    return this.#http.get(path`/api/v1/pickup-locations/${pickupLocationId}`, {}, options)
  }

  list(query?: Paging, options?: ReadOptions): List<api.PickupLocation> {
    return this.#http.list('/api/v1/pickup-locations', query, options)
  }

  update(
    pickupLocationId: string,
    changes: api.UpdatePickupLocation,
    options?: RequestOptions,
  ): ApiPromise<api.PickupLocation> {
    return this.#http.send('PATCH', path`/api/v1/pickup-locations/${pickupLocationId}`, changes, options)
  }

  delete(pickupLocationId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/pickup-locations/${pickupLocationId}`, undefined, options)
  }
}
