/** Sending again: one delivery by hand, or a period as a replay, batch by batch. */
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { errorDetail, validationError } from '@waybill/contracts/validation'
import type { Delivery } from '@waybill/contracts/webhooks/delivery'
import type { CreateReplay, Replay } from '@waybill/contracts/webhooks/replay'
import type { Reader, Writer } from '../db.ts'
import { findDelivery } from '../deliveries/queries.ts'
import { queueByHand, queueForReplay } from '../deliveries/repository.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { typesOf } from '../events/event-matching.ts'
import { subscriptionNotFound } from '../subscriptions/commands.ts'
import { lockSubscription } from '../subscriptions/repository.ts'
import {
  cancelRunningReplay,
  countRunningReplays,
  findEventsBetween,
  findReplay,
  findReplayingEnvironments,
  insertReplay,
  lockNextReplay,
  updateReplay,
} from './repository.ts'

/** Events that one transaction of a replay looks at. */
const REPLAY_BATCH = 500
/** A replay pauses while this many of a subscription's deliveries wait in its lane, so that it never floods the queue. */
const MOST_WAITING = 1_000
/** Replays of a subscription that run at a time. */
const MOST_RUNNING = 5
const DAY_MS = 86_400_000

/**
 * Sends a delivery again at once, outside the order of its subject: one that has ended gets a single attempt, outside
 * the schedule; one that is open has its next attempt now. Throws `delivery_not_found`, `subscription_not_active`.
 */
export async function redeliver(trx: Writer, environmentId: string, deliveryId: string): Promise<Delivery> {
  const delivery = await findDelivery(trx, environmentId, deliveryId)
  if (delivery === undefined) throw deliveryNotFound(deliveryId)
  const { subscriptionId } = delivery
  const subscription = await lockSubscription(trx, { environmentId, subscriptionId })
  const status = subscription?.status ?? 'deleted'
  if (status !== 'active') {
    throw new AppError(
      'subscription_not_active',
      `The subscription ${subscriptionId} is ${status}: nothing is sent to it${status === 'deleted' ? '' : ' until it is set to active'}.`,
      { meta: { current_status: status } },
    )
  }
  await queueByHand(trx, delivery)
  return (await findDelivery(trx, environmentId, deliveryId)) ?? delivery
}

export const deliveryNotFound = (deliveryId: string): AppError =>
  new AppError('delivery_not_found', `There is no webhook delivery ${deliveryId} in this environment.`)

/**
 * Stores a replay of a period, which ends now at the latest; it is done by `continueReplay`. Throws
 * `subscription_not_found`, `validation_error`, and `replay_limit_reached` while five of the subscription run.
 */
export async function startReplay(
  trx: Writer,
  key: EndpointKey,
  { since, until, events }: CreateReplay,
  at: Date,
): Promise<Replay> {
  const subscription = await lockSubscription(trx, key)
  if (subscription === undefined) throw subscriptionNotFound(key.subscriptionId)
  const end = until && until < at ? until : at
  if (since >= end) throw validationError([errorDetail(['since'], 'too_large', 'must lie in the past')])
  if ((await countRunningReplays(trx, key)) >= MOST_RUNNING) {
    const message = `${MOST_RUNNING} replays of this subscription run: wait until one has ended, or cancel one.`
    throw new AppError('replay_limit_reached', message)
  }
  const replay: Replay = {
    environmentId: subscription.environmentId,
    replayId: newId('whr'),
    subscriptionId: subscription.subscriptionId,
    status: 'running',
    since,
    until: end,
    events: events ?? subscription.events,
    scannedCount: 0,
    queuedCount: 0,
    reachedAt: since,
    createdAt: at,
    endedAt: null,
  }
  await insertReplay(trx, replay)
  return replay
}

/**
 * Ends a replay; what it has queued is sent all the same. One that has ended stays as it is. Throws `replay_not_found`.
 */
export async function cancelReplay(trx: Writer, key: EndpointKey, replayId: string, at: Date): Promise<Replay> {
  await cancelRunningReplay(trx, key, { replayId, at })
  return await getReplay(trx, key, replayId)
}

/** Throws `replay_not_found`. */
export async function getReplay(db: Reader, key: EndpointKey, replayId: string): Promise<Replay> {
  const replay = await findReplay(db, key, replayId)
  if (replay === undefined) {
    throw new AppError('replay_not_found', `There is no replay ${replayId} of this subscription.`)
  }
  return replay
}

/** Environments whose replays can go on; each is to have a batch before any has its second. */
export const listReplaying = (db: Reader): Promise<string[]> =>
  findReplayingEnvironments(db, { fewerWaiting: MOST_WAITING })

/**
 * Does the next batch of some replay of an environment, its progress in the same transaction; answers it as it is
 * afterwards, undefined when none can go on. Whoever dies amid a batch leaves nothing of it behind. Events that are older
 * than deliveries are kept are passed over: what is queued of them would end before it is sent.
 */
export async function continueReplay(
  trx: Writer,
  environmentId: string,
  { keptDays, at }: { keptDays: number; at: Date },
): Promise<Replay | undefined> {
  const locked = await lockNextReplay(trx, environmentId, { fewerWaiting: MOST_WAITING })
  if (locked === undefined) return undefined
  const { replay, reachedEventId } = locked
  const { until, reachedAt } = replay
  const keptSince = new Date(at.getTime() - keptDays * DAY_MS)
  const after =
    reachedAt < keptSince ? { eventAt: keptSince, eventId: '' } : { eventAt: reachedAt, eventId: reachedEventId }
  const events = await findEventsBetween(trx, environmentId, { after, until, limit: REPLAY_BATCH })
  const types: readonly string[] = typesOf(replay.events)
  const wanted = events
    .filter(({ type }) => types.includes(type))
    .map((event) => ({ ...event, deliveryId: newId('whd') }))
  const queued = wanted.length > 0 ? await queueForReplay(trx, replay, wanted) : 0
  const last = events.at(-1)
  const isDone = events.length < REPLAY_BATCH
  const progressed: Replay = {
    ...replay,
    scannedCount: replay.scannedCount + events.length,
    queuedCount: replay.queuedCount + queued,
    reachedAt: isDone ? until : (last?.eventAt ?? reachedAt),
    status: isDone ? 'completed' : 'running',
    endedAt: isDone ? at : null,
  }
  await updateReplay(trx, progressed, last?.eventId ?? reachedEventId)
  return progressed
}
