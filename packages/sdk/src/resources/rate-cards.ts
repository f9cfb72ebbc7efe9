import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

type Paging = NonNullable<operations['listRateCards']['parameters']['query']>

export class RateCards {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  create(rateCard: api.CreateRateCard, options?: RequestOptions): ApiPromise<api.RateCard> {
    return this.#http.send('POST', '/api/v1/rate-cards', rateCard, options)
  }

  get(rateCardId: string, options?: ReadOptions): ApiPromise<api.RateCard> {
    return this.#http.get(path`/api/v1/rate-cards/${rateCardId}`, {}, options)
  }

  list(query?: Paging, options?: ReadOptions): List<api.RateCard> {
    return this.#http.list('/api/v1/rate-cards', query, options)
  }

  update(rateCardId: string, changes: api.UpdateRateCard, options?: RequestOptions): ApiPromise<api.RateCard> {
    return this.#http.send('PATCH', path`/api/v1/rate-cards/${rateCardId}`, changes, options)
  }

  delete(rateCardId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/rate-cards/${rateCardId}`, undefined, options)
  }
}
