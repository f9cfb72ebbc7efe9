import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

type Paging = NonNullable<operations['listCarrierAccounts']['parameters']['query']>

export class CarrierAccounts {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Connects your account at a carrier. Its credentials are never returned. */
  create(carrierAccount: api.CreateCarrierAccount, options?: RequestOptions): ApiPromise<api.CarrierAccount> {
    return this.#http.send('POST', '/api/v1/carrier-accounts', carrierAccount, options)
  }

  get(carrierAccountId: string, options?: ReadOptions): ApiPromise<api.CarrierAccount> {
    return this.#http.get(path`/api/v1/carrier-accounts/${carrierAccountId}`, {}, options)
  }

  list(query?: Paging, options?: ReadOptions): List<api.CarrierAccount> {
    return this.#http.list('/api/v1/carrier-accounts', query, options)
  }

  update(
    carrierAccountId: string,
    changes: api.UpdateCarrierAccount,
    options?: RequestOptions,
  ): ApiPromise<api.CarrierAccount> {
    return this.#http.send('PATCH', path`/api/v1/carrier-accounts/${carrierAccountId}`, changes, options)
  }

  delete(carrierAccountId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/carrier-accounts/${carrierAccountId}`, undefined, options)
  }

  /** Tries the credentials at the carrier. */
  verify(carrierAccountId: string, options?: RequestOptions): ApiPromise<api.CarrierAccount> {
    return this.#http.send('POST', path`/api/v1/carrier-accounts/${carrierAccountId}/verify`, undefined, options)
  }
}
