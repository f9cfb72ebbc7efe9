/** Subscriptions: parse → remote reads → transaction → command → encode. */

import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { afterCommit } from '@waybill/chassis/postgres/database'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { traceparentNow } from '@waybill/chassis/telemetry/trace-context'
import { newId } from '@waybill/contracts/ids'
import { parseDocument } from '@waybill/contracts/validation'
import {
  createSubscriptionSchema,
  type Subscription,
  updateSubscriptionSchema,
} from '@waybill/contracts/webhooks/subscription'
import type { Reader } from '../db.ts'
import { sealedText, sealNewSecret, unsealText } from '../secrets/signing-secret.ts'
import {
  changeSettings,
  createSubscription,
  deleteSubscription,
  rotateSecret,
  subscriptionNotFound,
  testSubscription,
} from '../subscriptions/commands.ts'
import { listSubscriptions } from '../subscriptions/queries.ts'
import { refusalOf } from '../subscriptions/receiver-url.ts'
import { findSubscription } from '../subscriptions/repository.ts'
import { openSubscription } from '../subscriptions/subscription.ts'
import {
  createdAnswer,
  deliveryAnswer,
  emptyAnswer,
  rotatedAnswer,
  subscriptionAnswer,
  subscriptionPage,
  subscriptionsAnswer,
  withSecret,
} from './codec.ts'
import type { Handlers, WebhookRpcOptions } from './options.ts'

export function subscriptionHandlers({ db, box, rules, subscriptionLimit, onDue, onJob }: WebhookRpcOptions) {
  /** What is kept for a repeat holds the secret sealed; opened here, it gives the same bytes each time. */
  const revealed = (answer: Answer, { environmentId }: CallContext): Answer =>
    withSecret(answer, (text, subscriptionId) => unsealText(box, text, { environmentId, subscriptionId }))

  return {
    async CreateSubscription(request, context) {
      const document = parseDocument(createSubscriptionSchema, JSON.parse(request.document.toString()))
      // Looked up before the transaction, told within it: a repeat gets the first answer, whatever DNS says by now.
      const refusal = await refusalOf(document.url, { ...rules, livemode: context.livemode })
      const answer = await answerOnce(db, context, async (trx) => {
        if (refusal) throw refusal
        const subscription = openSubscription(context, document, { subscriptionId: newId('whs'), at: new Date() })
        const secret = sealNewSecret(box, subscription)
        await createSubscription(trx, subscription, { secret, limit: subscriptionLimit })
        return createdAnswer(subscription, sealedText(secret))
      })
      return revealed(answer, context)
    },

    async ListSubscriptions(request, context) {
      const page = subscriptionPage(request.page)
      const limit = page.limit === null ? null : page.limit + 1
      return subscriptionsAnswer(await listSubscriptions(db, context.environmentId, { after: page.after, limit }), page)
    },

    async TestSubscription(request, context) {
      const { url } = await getSubscription(db, context, request.subscription_id)
      const refusal = await refusalOf(url, { ...rules, livemode: context.livemode })
      return await answerOnce(db, context, async (trx) => {
        if (refusal) throw refusal
        const { requestId, idempotencyKey } = context
        const traceparent = traceparentNow() ?? context.traceparent
        const cause = { requestId, idempotencyKey, traceparent }
        const delivery = await testSubscription(trx, keyOf(context, request.subscription_id), cause, new Date())
        afterCommit(trx, onDue)
        return deliveryAnswer(201, delivery)
      })
    },

    async GetSubscription(request, context) {
      return subscriptionAnswer(await getSubscription(db, context, request.subscription_id))
    },

    async UpdateSubscription(request, context) {
      const change = parseDocument(updateSubscriptionSchema, JSON.parse(request.document.toString()))
      const refusal =
        change.url === undefined ? undefined : await refusalOf(change.url, { ...rules, livemode: context.livemode })
      return await answerOnce(db, context, async (trx) => {
        const key = keyOf(context, request.subscription_id)
        if (refusal) throw refusal
        const subscription = await changeSettings(trx, key, { change, ifMatch: context.ifMatch, at: new Date() })
        afterCommit(trx, onJob) // a replay may have waited for it
        return subscriptionAnswer(subscription)
      })
    },

    async DeleteSubscription(request, context) {
      return await answerOnce(db, context, async (trx) => {
        const key = keyOf(context, request.subscription_id)
        await deleteSubscription(trx, key, { ifMatch: context.ifMatch, at: new Date() })
        afterCommit(trx, onJob)
        return emptyAnswer
      })
    },

    async RotateSecret(request, context) {
      const answer = await answerOnce(db, context, async (trx) => {
        const key = keyOf(context, request.subscription_id)
        const secret = sealNewSecret(box, key)
        const { subscription, previousExpireAt } = await rotateSecret(trx, key, secret)
        return rotatedAnswer(subscription, sealedText(secret), previousExpireAt)
      })
      return revealed(answer, context)
    },
  } satisfies Partial<Handlers>
}

export const keyOf = ({ environmentId }: CallContext, subscriptionId: string) => ({ environmentId, subscriptionId })

/** The subscription, as the caller's environment has it. Throws `subscription_not_found`. */
export async function getSubscription(
  db: Reader,
  { environmentId }: CallContext,
  subscriptionId: string,
): Promise<Subscription> {
  const subscription = await findSubscription(db, environmentId, subscriptionId)
  if (subscription === undefined) throw subscriptionNotFound(subscriptionId)
  return subscription
}
