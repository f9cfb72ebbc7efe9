/** Subscriptions: parse → remote reads → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { afterCommit } from '@waybill/chassis/postgres/database'
import type { CallContext } from '@waybill/chassis/rpc/server'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { traceparentNow } from '@waybill/chassis/telemetry/trace-context'
import type { Page__Output } from '@waybill/contracts/gen/waybill/common/v1/Page'
import { newId } from '@waybill/contracts/ids'
import { readDocument, withOthers } from '@waybill/contracts/requests/validation'
import { createSubscriptionSchema, updateSubscriptionSchema } from '@waybill/contracts/webhooks/subscription'
import { readBacklogs } from '../catch-up/queries.ts'
import { openSerialized, sealNewSecret, serializeSealed } from '../secrets/signing-secret.ts'
import * as commands from '../subscriptions/commands.ts'
import * as queries from '../subscriptions/queries.ts'
import { checkReceiverUrl } from '../subscriptions/receiver-url.ts'
import { findSubscription } from '../subscriptions/repository.ts'
import { openSubscription, settingsProblems } from '../subscriptions/subscription.ts'
import {
  backlogAnswer,
  createdAnswer,
  deliveryAnswer,
  emptyAnswer,
  movedAnswer,
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
  const read = readDocument(createSubscriptionSchema, JSON.parse(bytes.toString()))
  const { url } = read.ok ? read.document : read.accepted
  const refusal = url === undefined ? undefined : await checkReceiverUrl(url, { ...rules, livemode: context.livemode })
  if (!read.ok) throw withOthers(read.error, refusal?.details ?? [])
  const { document } = read
  const answer = await answerOnce(db, context, async (trx) => {
    // The URL was checked before the transaction: a repeat gets the first answer, whatever DNS says now.
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
  const found = await queries.listSubscriptions(db, environmentId, { after: page.after, limit })
  return subscriptionsAnswer(found, await readBacklogs(db, environmentId), page)
}

export async function getSubscription(
  { db }: Dependencies<'db'>,
  context: CallContext,
  subscriptionId: string,
): Promise<Answer> {
  const subscription = await queries.getSubscription(db, subscriptionKey(context, subscriptionId))
  return backlogAnswer(subscription, await readBacklogs(db, context.environmentId))
}

export async function updateSubscription(
  { db, box, rules, onJob }: Dependencies<'db' | 'box' | 'rules' | 'onJob'>,
  context: CallContext,
  { subscriptionId, document }: { subscriptionId: string; document: Buffer },
): Promise<Answer> {
  const read = readDocument(updateSubscriptionSchema, JSON.parse(document.toString()))
  const { url } = read.ok ? read.document : read.accepted
  const refusal = url === undefined ? undefined : await checkReceiverUrl(url, { ...rules, livemode: context.livemode })
  const key = subscriptionKey(context, subscriptionId)
  if (!read.ok) {
    const before = await findSubscription(db, key.environmentId, key.subscriptionId)
    throw withOthers(read.error, before ? settingsProblems(before, { change: read.accepted, refusal }) : [])
  }
  const change = read.document
  const answer = await answerOnce(db, context, async (trx) => {
    const { ifMatch } = context
    const secret = sealNewSecret(box, key)
    const { subscription, isMoved } = await commands.changeSettings(trx, key, {
      change,
      refusal,
      ifMatch,
      secret,
      at: new Date(),
    })
    afterCommit(trx, onJob) // a replay may have been waiting for an active subscription
    return isMoved ? movedAnswer(subscription, serializeSealed(secret)) : subscriptionAnswer(subscription)
  })
  return openSecretIn(answer, box, context)
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
