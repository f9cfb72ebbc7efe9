import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

type Paging = NonNullable<operations['listSubscriptions']['parameters']['query']>
type ListDeliveries = NonNullable<operations['listDeliveries']['parameters']['query']>
type PreviewReplay = operations['previewReplay']['parameters']['query']
type ListReplays = NonNullable<operations['listReplays']['parameters']['query']>

export class Webhooks {
  readonly subscriptions: Subscriptions
  readonly deliveries: Deliveries
  readonly replays: Replays
  readonly #http: Http

  constructor(http: Http) {
    this.subscriptions = new Subscriptions(http)
    this.deliveries = new Deliveries(http)
    this.replays = new Replays(http)
    this.#http = http
  }

  /** Every event type, with its JSON Schema and an example. */
  eventTypes(options?: ReadOptions): List<api.EventType> {
    return this.#http.list('/api/v1/webhooks/event-types', {}, options)
  }
}

class Subscriptions {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** The response has the `secret` of the signatures, this once. */
  create(subscription: api.CreateSubscription, options?: RequestOptions): ApiPromise<api.NewSubscription> {
    return this.#http.send('POST', '/api/v1/webhooks/subscriptions', subscription, options)
  }

  get(subscriptionId: string, options?: ReadOptions): ApiPromise<api.SubscriptionWithBacklog> {
    return this.#http.get(path`/api/v1/webhooks/subscriptions/${subscriptionId}`, {}, options)
  }

  list(query?: Paging, options?: ReadOptions): List<api.Subscription> {
    return this.#http.list('/api/v1/webhooks/subscriptions', query, options)
  }

  /** The response has a new `secret` if the URL is at another scheme, host or port: the old one ends. */
  update(
    subscriptionId: string,
    changes: api.UpdateSubscription,
    options?: RequestOptions,
  ): ApiPromise<api.ChangedSubscription> {
    return this.#http.send('PATCH', path`/api/v1/webhooks/subscriptions/${subscriptionId}`, changes, options)
  }

  delete(subscriptionId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/webhooks/subscriptions/${subscriptionId}`, undefined, options)
  }

  /** The response has a new `secret`. Messages are signed with both until `previous_secrets_expire_at`. */
  rotateSecret(subscriptionId: string, options?: RequestOptions): ApiPromise<api.RotatedSubscription> {
    const target = path`/api/v1/webhooks/subscriptions/${subscriptionId}/rotate-secret`
    return this.#http.send('POST', target, undefined, options)
  }

  /** Sends a `webhook.test` event. Fetch the delivery a moment later to see whether it arrived. */
  test(subscriptionId: string, options?: RequestOptions): ApiPromise<api.Delivery> {
    return this.#http.send('POST', path`/api/v1/webhooks/subscriptions/${subscriptionId}/test`, undefined, options)
  }
}

class Deliveries {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Newest first. */
  list(subscriptionId: string, query?: ListDeliveries, options?: ReadOptions): List<api.Delivery> {
    return this.#http.list(path`/api/v1/webhooks/subscriptions/${subscriptionId}/deliveries`, query, options)
  }

  get(deliveryId: string, options?: ReadOptions): ApiPromise<api.Delivery> {
    return this.#http.get(path`/api/v1/webhooks/deliveries/${deliveryId}`, {}, options)
  }

  /** Sends the message again now. */
  redeliver(deliveryId: string, options?: RequestOptions): ApiPromise<api.Delivery> {
    return this.#http.send('POST', path`/api/v1/webhooks/deliveries/${deliveryId}/redeliver`, undefined, options)
  }
}

class Replays {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Sends every event of a period again. */
  create(subscriptionId: string, period: api.CreateReplay, options?: RequestOptions): ApiPromise<api.Replay> {
    return this.#http.send('POST', path`/api/v1/webhooks/subscriptions/${subscriptionId}/replay`, period, options)
  }

  /** How many events a replay of the period would send. Sends nothing. */
  preview(subscriptionId: string, period: PreviewReplay, options?: ReadOptions): ApiPromise<api.ReplayPreview> {
    return this.#http.get(path`/api/v1/webhooks/subscriptions/${subscriptionId}/replay-preview`, period, options)
  }

  get(subscriptionId: string, replayId: string, options?: ReadOptions): ApiPromise<api.Replay> {
    return this.#http.get(path`/api/v1/webhooks/subscriptions/${subscriptionId}/replays/${replayId}`, {}, options)
  }

  list(subscriptionId: string, query?: ListReplays, options?: ReadOptions): List<api.Replay> {
    return this.#http.list(path`/api/v1/webhooks/subscriptions/${subscriptionId}/replays`, query, options)
  }

  /** Deliveries that are queued already are still sent. */
  cancel(subscriptionId: string, replayId: string, options?: RequestOptions): ApiPromise<api.Replay> {
    const target = path`/api/v1/webhooks/subscriptions/${subscriptionId}/replays/${replayId}/cancel`
    return this.#http.send('POST', target, undefined, options)
  }
}
