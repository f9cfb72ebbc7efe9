/** Requests and answers of the gRPC service. */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import { foreignCursor } from '@waybill/chassis/postgres/cursor'
import { type ListPage, oneOf } from '@waybill/chassis/postgres/page'
import { envelopeBytes, type ListMeta, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import { isEventType } from '@waybill/contracts/events/public-event'
import type { Page__Output } from '@waybill/contracts/gen/waybill/common/v1/Page'
import type { ListDeliveriesRequest__Output } from '@waybill/contracts/gen/waybill/webhook/v1/ListDeliveriesRequest'
import type { ListEventsRequest__Output } from '@waybill/contracts/gen/waybill/webhook/v1/ListEventsRequest'
import { isId } from '@waybill/contracts/ids'
import { invalidParameter } from '@waybill/contracts/requests/validation'
import { type Delivery, deliveryStatuses, publicDelivery } from '@waybill/contracts/webhooks/delivery'
import { publicReplay, publicReplayPreview, type Replay, type ReplayPreview } from '@waybill/contracts/webhooks/replay'
import {
  publicSubscription,
  publicSubscriptionWithBacklog,
  type Subscription,
  type SubscriptionBacklog,
} from '@waybill/contracts/webhooks/subscription'
import type { DeliveryFilters } from '../deliveries/queries.ts'
import { typesMatching } from '../event-log/event-matching.ts'
import type { EventFilters } from '../events/queries.ts'

const DEFAULT_SUBSCRIPTION_LIMIT = 100
const MAX_LIMIT = 100

interface SubscriptionPage {
  /** The last subscription of the previous page. */
  after: string | null
  /** Null: all of them. */
  limit: number | null
}

/** The requested page; all subscriptions if neither limit nor cursor is given. Throws `invalid_cursor`. */
export function subscriptionPage(page: Page__Output | null): SubscriptionPage {
  const { limit = 0, cursor = '' } = page ?? {}
  if (limit === 0 && cursor === '') return { after: null, limit: null }
  const after = cursor === '' ? null : Buffer.from(cursor, 'base64url').toString()
  if (after !== null && !isId('whs', after)) throw foreignCursor(cursor)
  return { after, limit: Math.min(limit || DEFAULT_SUBSCRIPTION_LIMIT, MAX_LIMIT) }
}

/** `found` has one more subscription than the page, if there is one. */
export function subscriptionsAnswer(
  found: readonly Subscription[],
  backlogs: Backlogs,
  { limit }: SubscriptionPage,
): Answer {
  const shown = limit === null ? found : found.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = shown.length < found.length && last !== undefined
  const meta = {
    has_more: hasMore,
    next_cursor: hasMore ? Buffer.from(last.subscriptionId).toString('base64url') : null,
    limit: limit ?? Math.max(shown.length, DEFAULT_SUBSCRIPTION_LIMIT),
  }
  return listAnswer({ items: shown.map((subscription) => withBacklog(subscription, backlogs)), meta })
}

const listAnswer = ({ items, meta }: { items: object[]; meta: ListMeta }): Answer => ({
  status: 200,
  body: envelopeBytes(listEnvelope(items, meta)),
})

const oneAnswer = (status: number, data: object): Answer => ({ status, body: envelopeBytes(successEnvelope(data)) })

export const subscriptionAnswer = (subscription: Subscription): Answer => ({
  ...oneAnswer(200, publicSubscription(subscription)),
  etag: String(subscription.version),
})

/** The answer to a read. */
export const backlogAnswer = (subscription: Subscription, backlogs: Backlogs): Answer => ({
  ...oneAnswer(200, withBacklog(subscription, backlogs)),
  etag: String(subscription.version),
})

/** By subscription; those that are not behind and have missed nothing are left out. */
type Backlogs = ReadonlyMap<string, SubscriptionBacklog>

const withBacklog = (subscription: Subscription, backlogs: Backlogs) =>
  publicSubscriptionWithBacklog(subscription, backlogs.get(subscription.subscriptionId) ?? { behind: null, missed: [] })

/** The answer to a creation, with `secret` as given. */
export const createdAnswer = (subscription: Subscription, secret: string): Answer => ({
  ...oneAnswer(201, { ...publicSubscription(subscription), secret }),
  etag: String(subscription.version),
})

/** The answer to a rotation, with `secret` as given. */
export const rotatedAnswer = (subscription: Subscription, secret: string, previousExpireAt: Date): Answer => ({
  ...oneAnswer(200, {
    ...publicSubscription(subscription),
    secret,
    previous_secrets_expire_at: previousExpireAt.toISOString(),
  }),
  etag: String(subscription.version),
})

/** The answer to a change that took the subscription to another receiver, with `secret` as given. */
export const movedAnswer = (subscription: Subscription, secret: string): Answer => ({
  ...oneAnswer(200, { ...publicSubscription(subscription), secret }),
  etag: String(subscription.version),
})

/** The answer with its `secret` replaced by the result of `reveal`. Errors and answers without a secret are unchanged. */
export function withSecret(answer: Answer, reveal: (secret: string, subscriptionId: string) => string): Answer {
  if (answer.status >= 300) return answer
  const { data } = JSON.parse(answer.body.toString()) as { data: { secret?: string; subscription_id: string } }
  if (data.secret === undefined) return answer
  const secret = reveal(data.secret, data.subscription_id)
  return { ...answer, body: envelopeBytes(successEnvelope({ ...data, secret })) }
}

export const emptyAnswer: Answer = { status: 204, body: Buffer.alloc(0) }

export const deliveryAnswer = (status: number, delivery: Delivery): Answer =>
  oneAnswer(status, publicDelivery(delivery))

export const deliveriesAnswer = ({ items, meta }: ListPage<Delivery>): Answer =>
  listAnswer({ items: items.map(publicDelivery), meta })

export const replayAnswer = (status: number, replay: Replay): Answer => oneAnswer(status, publicReplay(replay))

export const replayPreviewAnswer = (preview: ReplayPreview): Answer => oneAnswer(200, publicReplayPreview(preview))

export const replaysAnswer = ({ items, meta }: ListPage<Replay>): Answer =>
  listAnswer({ items: items.map(publicReplay), meta })

/** Passes the payload on byte for byte. */
export const eventAnswer = (payload: string): Answer => ({
  status: 200,
  body: Buffer.from(`{"success":true,"data":${payload}}`),
})

export const eventsAnswer = ({ items, meta }: ListPage<string>): Answer => ({
  status: 200,
  body: Buffer.from(`{"success":true,"data":[${items.join(',')}],"meta":${JSON.stringify(meta)}}`),
})

/** Throws `invalid_parameter`. */
export function deliveryFilters({ status, event, event_ids }: ListDeliveriesRequest__Output): DeliveryFilters {
  const known = oneOf('status', deliveryStatuses, status)
  if (event !== '' && !isEventType(event))
    throw invalidParameter('event', 'must be an event type such as shipment.created')
  return { status: known, eventType: event || null, eventIds: event_ids }
}

/** Throws `invalid_parameter`. */
export function eventFilters(request: ListEventsRequest__Output): EventFilters {
  const types = request.type === '' ? null : typesMatching([request.type])
  if (types?.length === 0)
    throw invalidParameter('type', 'must be an event type such as shipment.created, or a wildcard such as shipment.*')
  return {
    types,
    subjectId: request.subject_id || null,
    createdFrom: timeFilter('created_from', request.created_from),
    createdTo: timeFilter('created_to', request.created_to),
    ascending: request.ascending,
  }
}

function timeFilter(name: string, text: string): Date | null {
  if (text === '') return null
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw invalidParameter(name, 'must be a timestamp such as 2026-12-01T09:00:00Z')
  return at
}
