/** Replays of a subscription. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { afterCommit } from '@waybill/chassis/postgres/database'
import { oneOf, pageRequest } from '@waybill/chassis/postgres/page'
import type { CallContext } from '@waybill/chassis/rpc/server'
import type { ListReplaysRequest__Output } from '@waybill/contracts/gen/waybill/webhook/v1/ListReplaysRequest'
import type { PreviewReplayRequest__Output } from '@waybill/contracts/gen/waybill/webhook/v1/PreviewReplayRequest'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { createReplaySchema, replayStatuses } from '@waybill/contracts/webhooks/replay'
import * as commands from '../replays/commands.ts'
import * as queries from '../replays/queries.ts'
import { getSubscription } from '../subscriptions/queries.ts'
import { replayAnswer, replayPreviewAnswer, replaysAnswer } from './codec.ts'
import type { RpcDependencies } from './dependencies.ts'

export async function createReplay(
  { db, onJob }: Pick<RpcDependencies, 'db' | 'onJob'>,
  context: CallContext,
  { subscriptionId, document }: { subscriptionId: string; document: Buffer },
): Promise<Answer> {
  const requested = parseDocument(createReplaySchema, JSON.parse(document.toString()))
  return await answerOnce(db, context, async (trx) => {
    const key = { environmentId: context.environmentId, subscriptionId }
    const replay = await commands.createReplay(trx, key, requested, new Date())
    afterCommit(trx, onJob)
    return replayAnswer(201, replay)
  })
}

export async function previewReplay(
  { db, deliveryDays }: Pick<RpcDependencies, 'db' | 'deliveryDays'>,
  { environmentId }: CallContext,
  { subscription_id: subscriptionId, since, until, events }: PreviewReplayRequest__Output,
): Promise<Answer> {
  const period = { since: since === '' ? null : new Date(since), until: until === '' ? null : new Date(until), events }
  const terms = { keptDays: deliveryDays, at: new Date() }
  return replayPreviewAnswer(await queries.previewReplay(db, { environmentId, subscriptionId }, period, terms))
}

export async function listReplaysPage(
  { db }: Pick<RpcDependencies, 'db'>,
  { environmentId }: CallContext,
  request: ListReplaysRequest__Output,
): Promise<Answer> {
  const subscription = await getSubscription(db, { environmentId, subscriptionId: request.subscription_id })
  const status = oneOf('status', replayStatuses, request.status)
  return replaysAnswer(await queries.listReplays(db, subscription, status, pageRequest(request.page)))
}

export async function getReplay(
  { db }: Pick<RpcDependencies, 'db'>,
  { environmentId }: CallContext,
  { subscriptionId, replayId }: { subscriptionId: string; replayId: string },
): Promise<Answer> {
  return replayAnswer(200, await queries.getReplay(db, { environmentId, subscriptionId }, replayId))
}

export async function cancelReplay(
  { db }: Pick<RpcDependencies, 'db'>,
  context: CallContext,
  { subscriptionId, replayId }: { subscriptionId: string; replayId: string },
): Promise<Answer> {
  return await answerOnce(db, context, async (trx) => {
    const key = { environmentId: context.environmentId, subscriptionId }
    return replayAnswer(200, await commands.cancelReplay(trx, key, replayId, new Date()))
  })
}
