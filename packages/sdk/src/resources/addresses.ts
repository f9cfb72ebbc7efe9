import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

export class Addresses {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Compares an address with what one of your carriers knows; without such an account, with the form of its country. */
  check(address: api.CheckAddress, options?: RequestOptions): ApiPromise<api.AddressCheck> {
    return this.#http.send('POST', '/api/v1/addresses/check', address, options)
  }

  /** Finds the coordinates of an address with the geocoder of the installation. The first candidate is the best. */
  locate(address: api.LocateAddress, options?: RequestOptions): ApiPromise<api.AddressLocation> {
    return this.#http.send('POST', '/api/v1/addresses/locate', address, options)
  }
}
