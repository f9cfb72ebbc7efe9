import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

type Paging = NonNullable<operations['listDrivers']['parameters']['query']>

export class Drivers {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** The response has the `token` of the driver's app, this once. */
  create(driver: api.CreateDriver, options?: RequestOptions): ApiPromise<api.DriverWithToken> {
    return this.#http.send('POST', '/api/v1/drivers', driver, options)
  }

  get(driverId: string, options?: ReadOptions): ApiPromise<api.Driver> {
    return this.#http.get(path`/api/v1/drivers/${driverId}`, {}, options)
  }

  list(query?: Paging, options?: ReadOptions): List<api.Driver> {
    return this.#http.list('/api/v1/drivers', query, options)
  }

  update(driverId: string, changes: api.UpdateDriver, options?: RequestOptions): ApiPromise<api.Driver> {
    return this.#http.send('PATCH', path`/api/v1/drivers/${driverId}`, changes, options)
  }

  delete(driverId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/drivers/${driverId}`, undefined, options)
  }

  /** The response has a new `token`; the one before ends at once. */
  rotateToken(driverId: string, options?: RequestOptions): ApiPromise<api.DriverWithToken> {
    return this.#http.send('POST', path`/api/v1/drivers/${driverId}/token`, undefined, options)
  }
}
