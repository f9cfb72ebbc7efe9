/** Requests and answers of the gRPC service in terms of the domain. */
import type { Answer } from '@waybill/chassis/idempotency'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { Page__Output } from '@waybill/contracts/gen/waybill/common/v1/Page'
import { isId } from '@waybill/contracts/ids'
import { type Delivery, publicDelivery, publicSubscription, type Subscription } from '@waybill/contracts/subscription'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 100

export interface PageRequest {
  /** The last subscription of the page before. */
  after: string | null
  /** Null: all of them. */
  limit: number | null
}

/** The page asked for; without limit and cursor there are no pages. Throws `invalid_cursor`. */
export function pageRequest(page: Page__Output | null): PageRequest {
  const { limit = 0, cursor = '' } = page ?? {}
  if (limit === 0 && cursor === '') return { after: null, limit: null }
  const after = cursor === '' ? null : Buffer.from(cursor, 'base64url').toString()
  if (after !== null && !isId('whs', after)) {
    throw new AppError('invalid_cursor', 'The cursor was not made by this list: begin again without one.')
  }
  return { after, limit: Math.min(limit || DEFAULT_LIMIT, MAX_LIMIT) }
}

/** `found` holds one more than the page asked for, if there is one. */
export function listAnswer(found: readonly Subscription[], { limit }: PageRequest): Answer {
  const shown = limit === null ? found : found.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = shown.length < found.length && last !== undefined
  const meta = {
    has_more: hasMore,
    next_cursor: hasMore ? Buffer.from(last.subscriptionId).toString('base64url') : null,
    limit: limit ?? Math.max(shown.length, DEFAULT_LIMIT),
  }
  return { status: 200, body: envelopeBytes(listEnvelope(shown.map(publicSubscription), meta)) }
}

/** The answer that makes a subscription; `secret` stands in it as given. */
export const createdAnswer = (subscription: Subscription, secret: string): Answer => ({
  status: 201,
  body: envelopeBytes(successEnvelope({ ...publicSubscription(subscription), secret })),
  etag: '1',
})

/** The answer with its `secret` replaced by what `reveal` makes of it and the subscription's id; any other as it is. */
export function withSecret(answer: Answer, reveal: (secret: string, subscriptionId: string) => string): Answer {
  if (answer.status !== 201) return answer
  const { data } = JSON.parse(answer.body.toString()) as { data: { secret: string; subscription_id: string } }
  const secret = reveal(data.secret, data.subscription_id)
  return { ...answer, body: envelopeBytes(successEnvelope({ ...data, secret })) }
}

export const deliveryAnswer = (delivery: Delivery): Answer => ({
  status: 201,
  body: envelopeBytes(successEnvelope(publicDelivery(delivery))),
})
