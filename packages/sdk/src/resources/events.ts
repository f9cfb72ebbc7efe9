import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions } from '../http/request-options.ts'
import { type FollowOptions, follow } from '../streams/follow.ts'
import type * as api from '../types.ts'

/** Query of `events.list`. */
export type ListEvents = NonNullable<operations['listEvents']['parameters']['query']>

export interface StreamEvents extends FollowOptions {
  /** Only events of these types. Wildcards such as `shipment.*` are types too. Default: all. */
  types?: readonly api.EventTypeName[]
  /** Only events of this shipment, quote or booking. */
  subjectId?: string
  /** `id` of the last event that you have: the stream goes on after it. Default: from now on. */
  after?: string
}

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

  /**
   * The events, live and without an end, in the order of the log. Reconnects after a lost connection, without gaps or
   * repetitions. Throws a NotFoundError with the code `events_expired` if events after `after` may have been deleted, or the
   * log was restored without the last event: read what is left with `list({ order: 'asc' })`.
   */
  stream(options: StreamEvents = {}): AsyncGenerator<api.WaybillEvent, void, undefined> {
    const { types, subjectId, after } = options
    const query = { type: types, subject_id: subjectId }
    return follow(this.#http, { path: '/api/v1/events/stream', query, yields: 'message', lastEventId: after }, options)
  }

  get(eventId: string, options?: ReadOptions): ApiPromise<api.WaybillEvent> {
    return this.#http.get(path`/api/v1/events/${eventId}`, {}, options)
  }
}
