import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import type { ReadOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

export class Carriers {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Every carrier, with its services, limits, and the fields of an account. */
  list(options?: ReadOptions): List<api.Carrier> {
    return this.#http.list('/api/v1/carriers', {}, options)
  }
}
