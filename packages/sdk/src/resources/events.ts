import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

/** Query of `events.list`. */
export type ListEvents = NonNullable<operations['listEvents']['parameters']['query']>

export class Events {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * The event log, newest first. With `order: 'asc'`, keep `nextCursor` of the last page and pass it as `cursor` later:
   * you get every event exactly once.
   */
  list(query?: ListEvents, options?: ReadOptions): List<api.WaybillEvent> {
    return this.#http.list('/api/v1/events', query, options)
  }

  get(eventId: string, options?: ReadOptions): ApiPromise<api.WaybillEvent> {
    return this.#http.get(path`/api/v1/events/${eventId}`, {}, options)
  }
}
