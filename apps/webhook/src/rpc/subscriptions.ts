/** Subscriptions: parse → remote reads → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { afterCommit } from '@waybill/chassis/postgres/database'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { traceparentNow } from '@waybill/chassis/telemetry/trace-context'
import type { Page__Output } from '@waybill/contracts/gen/waybill/common/v1/Page'
import { newId } from '@waybill/contracts/ids'
import { parseDocument } from '@waybill/contracts/validation'
import { createSubscriptionSchema, updateSubscriptionSchema } from '@waybill/contracts/webhooks/subscription'
import type { SecretBox } from '../secrets/secret-box.ts'
import { openSerialized, sealNewSecret, serializeSealed } from '../secrets/signing-secret.ts'
import * as commands from '../subscriptions/commands.ts'
import * as queries from '../subscriptions/queries.ts'
import { checkReceiverUrl } from '../subscriptions/receiver-url.ts'
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
import type { RpcDependencies } from './dependencies.ts'

type Dependencies<Name extends keyof RpcDependencies> = Pick<RpcDependencies, Name>

/** The key of a subscription in the caller's environment. */
const subscriptionKey = ({ environmentId }: CallContext, subscriptionId: string) => ({ environmentId, subscriptionId })

export async function createSubscription(
  { db, box, rules, subscriptionLimit }: Dependencies<'db' | 'box' | 'rules' | 'subscriptionLimit'>,
  context: CallContext,
  bytes: Buffer,
): Promise<Answer> {
  const document = parseDocument(createSubscriptionSchema, JSON.parse(bytes.toString()))
  // Checked before the transaction, thrown in it: a repeat gets the first answer, whatever DNS says now.
  const refusal = await checkReceiverUrl(document.url, { ...rules, livemode: context.livemode })
  const answer = await answerOnce(db, context, async (trx) => {
    if (refusal) throw refusal
    const subscription = openSubscription(context, document, { subscriptionId: newId('whs'), at: new Date() })
    const secret = sealNewSecret(box, subscription)
    await commands.createSubscription(trx, subscription, { secret, limit: subscriptionLimit })
    return createdAnswer(subscription, serializeSealed(secret))
  })
  return openSecretIn(answer, box, context)
}

export async function listSubscriptionsPage(
  { db }: Dependencies<'db'>,
  { environmentId }: CallContext,
  requestedPage: Page__Output | null,
): Promise<Answer> {
  const page = subscriptionPage(requestedPage)
  const limit = page.limit === null ? null : page.limit + 1
  return subscriptionsAnswer(await queries.listSubscriptions(db, environmentId, { after: page.after, limit }), page)
}

export async function getSubscription(
  { db }: Dependencies<'db'>,
  context: CallContext,
  subscriptionId: string,
): Promise<Answer> {
  return subscriptionAnswer(await queries.getSubscription(db, subscriptionKey(context, subscriptionId)))
}

export async function updateSubscription(
  { db, rules, onJob }: Dependencies<'db' | 'rules' | 'onJob'>,
  context: CallContext,
  { subscriptionId, document }: { subscriptionId: string; document: Buffer },
): Promise<Answer> {
  const change = parseDocument(updateSubscriptionSchema, JSON.parse(document.toString()))
  const refusal =
    change.url === undefined ? undefined : await checkReceiverUrl(change.url, { ...rules, livemode: context.livemode })
  return await answerOnce(db, context, async (trx) => {
    if (refusal) throw refusal
    const key = subscriptionKey(context, subscriptionId)
    const subscription = await commands.changeSettings(trx, key, { change, ifMatch: context.ifMatch, at: new Date() })
    afterCommit(trx, onJob) // a replay may have been waiting for an active subscription
    return subscriptionAnswer(subscription)
  })
}

export async function deleteSubscription(
  { db, onJob }: Dependencies<'db' | 'onJob'>,
  context: CallContext,
  subscriptionId: string,
): Promise<Answer> {
  return await answerOnce(db, context, async (trx) => {
    const key = subscriptionKey(context, subscriptionId)
    await commands.deleteSubscription(trx, key, { ifMatch: context.ifMatch, at: new Date() })
    afterCommit(trx, onJob)
    return emptyAnswer
  })
}

export async function testSubscription(
  { db, rules, onDue }: Dependencies<'db' | 'rules' | 'onDue'>,
  context: CallContext,
  subscriptionId: string,
): Promise<Answer> {
  const key = subscriptionKey(context, subscriptionId)
  const { url } = await queries.getSubscription(db, key)
  const refusal = await checkReceiverUrl(url, { ...rules, livemode: context.livemode })
  return await answerOnce(db, context, async (trx) => {
    if (refusal) throw refusal
    const { requestId, idempotencyKey } = context
    const traceparent = traceparentNow() ?? context.traceparent
    const delivery = await commands.testSubscription(trx, key, { requestId, idempotencyKey, traceparent }, new Date())
    afterCommit(trx, onDue)
    return deliveryAnswer(201, delivery)
  })
}

export async function rotateSecret(
  { db, box }: Dependencies<'db' | 'box'>,
  context: CallContext,
  subscriptionId: string,
): Promise<Answer> {
  const answer = await answerOnce(db, context, async (trx) => {
    const key = subscriptionKey(context, subscriptionId)
    const secret = sealNewSecret(box, key)
    const { subscription, previousExpireAt } = await commands.rotateSecret(trx, key, secret)
    return rotatedAnswer(subscription, serializeSealed(secret), previousExpireAt)
  })
  return openSecretIn(answer, box, context)
}

/** Answers are stored with the secret sealed. Opening it here gives a repeat the same bytes as the first call. */
const openSecretIn = (answer: Answer, box: SecretBox, { environmentId }: CallContext): Answer =>
  withSecret(answer, (text, subscriptionId) => openSerialized(box, text, { environmentId, subscriptionId }))
