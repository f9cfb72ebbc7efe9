import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

const FAULTS = '/api/v1/simulator/faults'

export class Simulator {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Moves the simulated courier: one step, to a status, or into an incident. The response shows the booking after it. */
  advance(shipmentId: string, move?: api.AdvanceShipment, options?: RequestOptions): ApiPromise<api.Booking> {
    return this.#http.send('POST', path`/api/v1/simulator/shipments/${shipmentId}/advance`, move, options)
  }

  /** Lets the next calls of a kind to a simulated carrier go wrong. */
  planFault(fault: api.PlanFault, options?: RequestOptions): ApiPromise<api.SimulatorFault> {
    return this.#http.send('POST', FAULTS, fault, options)
  }

  /** Oldest first, without those that are used up or have expired. */
  listFaults(options?: ReadOptions): List<api.SimulatorFault> {
    return this.#http.list(FAULTS, {}, options)
  }

  removeFault(faultId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/simulator/faults/${faultId}`, undefined, options)
  }
}
