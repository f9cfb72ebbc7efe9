/** Parse → remote reads → transaction → command → encode. */
import { afterCommit } from '@waybill/chassis/database'
import { answerOnce } from '@waybill/chassis/idempotency'
import { type CallContext, implement } from '@waybill/chassis/rpc-server'
import { traceparentNow } from '@waybill/chassis/trace-context'
import { AppError } from '@waybill/contracts/app-error'
import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { isId, newId } from '@waybill/contracts/ids'
import { createSubscriptionSchema, type Subscription } from '@waybill/contracts/subscription'
import { parseDocument } from '@waybill/contracts/validation'
import { createdAnswer, deliveryAnswer, listAnswer, pageRequest, withSecret } from './codec.ts'
import { createSubscription, testSubscription } from './commands/subscriptions.ts'
import type { Reader } from './db.ts'
import { listSubscriptions } from './queries/subscriptions.ts'
import { type ReceiverRules, refusalOf } from './receiver-url.ts'
import { findSubscription } from './repository/subscriptions.ts'
import type { SecretBox } from './secret-box.ts'
import { sealedText, sealNewSecret, unsealText } from './secrets.ts'
import { openSubscription } from './subscription.ts'

export interface WebhookRpcOptions {
  db: Reader
  box: SecretBox
  rules: ReceiverRules
  subscriptionLimit: number
  /** Something is due: a hint. */
  onDue: () => void
}

export function webhookRpc({ db, box, rules, subscriptionLimit, onDue }: WebhookRpcOptions) {
  return implement<WebhookServiceHandlers>('waybill.webhook.v1.WebhookService', {
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
      // What is kept for a repeat holds the secret sealed; opened here, it gives the same bytes each time.
      return withSecret(answer, (text, subscriptionId) =>
        unsealText(box, text, { environmentId: context.environmentId, subscriptionId }),
      )
    },

    async ListSubscriptions(request, context) {
      const page = pageRequest(request.page)
      const limit = page.limit === null ? null : page.limit + 1
      return listAnswer(await listSubscriptions(db, context.environmentId, { after: page.after, limit }), page)
    },

    async TestSubscription(request, context) {
      const { url } = await getSubscription(db, context, request.subscription_id)
      const refusal = await refusalOf(url, { ...rules, livemode: context.livemode })
      return await answerOnce(db, context, async (trx) => {
        const subscription = await getSubscription(trx, context, request.subscription_id)
        if (refusal) throw refusal
        const { requestId, idempotencyKey } = context
        const traceparent = traceparentNow() ?? context.traceparent
        const delivery = await testSubscription(
          trx,
          subscription,
          { requestId, idempotencyKey, traceparent },
          new Date(),
        )
        afterCommit(trx, onDue)
        return deliveryAnswer(delivery)
      })
    },
  })
}

async function getSubscription(db: Reader, { environmentId }: CallContext, id: string): Promise<Subscription> {
  const subscription = isId('whs', id) ? await findSubscription(db, environmentId, id) : undefined
  if (subscription === undefined) {
    throw new AppError('subscription_not_found', `There is no webhook subscription ${id} in this environment.`)
  }
  return subscription
}
