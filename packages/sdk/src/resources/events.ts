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

type EventName = api.WaybillEvent['type']
type Resource = EventName extends `${infer Name}.${string}` ? Name : never

/** A type of event, or a wildcard: `shipment.delivered`, `shipment.*`, `*`. */
export type EventPattern = EventName | `${Resource}.*` | '*'

type Named<Name extends EventName, One = api.WaybillEvent> = One extends { type: infer Own }
  ? Extract<Own, Name> extends never
    ? never
    : One & { type: Extract<Own, Name> }
  : never

/** The events that a pattern stands for. */
export type EventOf<Pattern extends EventPattern> = Pattern extends '*'
  ? api.WaybillEvent
  : Pattern extends `${infer Name}.*`
    ? Named<Extract<EventName, `${Name}.${string}`>>
    : Named<Extract<EventName, Pattern>>

export interface StreamEvents<Pattern extends EventPattern = EventPattern> extends FollowOptions {
  /** Only events of these types. Default: all. */
  types?: readonly Pattern[] | undefined
  /** Only events of this shipment, quote or booking. */
  subjectId?: string | undefined
  /** `id` of the last event that you have: the stream goes on after it. Default: from now on. */
  after?: string | undefined
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
  stream<const Pattern extends EventPattern = '*'>(
    options: StreamEvents<Pattern> = {},
  ): AsyncGenerator<EventOf<Pattern>, void, undefined> {
    const { types, subjectId, after } = options
    const query = { type: types, subject_id: subjectId }
    return follow(this.#http, { path: '/api/v1/events/stream', query, yields: 'message', lastEventId: after }, options)
  }

  get(eventId: string, options?: ReadOptions): ApiPromise<api.WaybillEvent> {
    return this.#http.get(path`/api/v1/events/${eventId}`, {}, options)
  }
}
