import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import { path } from '../http/path.ts'
import type { RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

export class Simulator {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Moves the simulated courier: one step, to a status, or into an incident. The response shows the booking after it. */
  advance(shipmentId: string, move?: api.AdvanceShipment, options?: RequestOptions): ApiPromise<api.Booking> {
    return this.#http.send('POST', path`/api/v1/simulator/shipments/${shipmentId}/advance`, move, options)
  }
}
