/** Use cases of replays: sending the events of a period again, batch by batch. */
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { CreateReplay, Replay } from '@waybill/contracts/webhooks/replay'
import type { Reader, Writer } from '../db.ts'
import { queueForReplay } from '../deliveries/repository.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { isWanted } from '../event-log/event-matching.ts'
import { lockSubscription } from '../subscriptions/repository.ts'
import { subscriptionNotActive, subscriptionNotFound } from '../subscriptions/subscription.ts'
import { getReplay } from './queries.ts'
import {
  cancelRunningReplay,
  countRunningReplays,
  findEnvironmentsToReplay,
  findEventsBetween,
  insertReplay,
  lockNextReplay,
  updateReplay,
} from './repository.ts'

/** Events per transaction of a replay. */
const REPLAY_BATCH = 500
/** A replay pauses while this many deliveries of its subscription wait in the replay lane. Bounds the queue. */
export const MAX_WAITING = 1_000
/** Concurrent replays of one subscription. */
const MAX_RUNNING = 5
const DAY_MS = 86_400_000

/**
 * Stores a replay of a period that ends now at the latest. `continueReplay` executes it, while the subscription is active.
 * Throws `subscription_not_found`, `subscription_not_active` if the subscription is disabled, `validation_error`, and
 * `replay_limit_reached` if five replays of the subscription run.
 */
export async function createReplay(
  trx: Writer,
  key: EndpointKey,
  { since, until, events }: CreateReplay,
  at: Date,
): Promise<Replay> {
  const subscription = await lockSubscription(trx, key)
  if (subscription === undefined) throw subscriptionNotFound(key.subscriptionId)
  // A pause is the merchant's own and ends; a disabled one may never be enabled, and the replay would wait for ever.
  if (subscription.status === 'disabled') throw subscriptionNotActive(key.subscriptionId, subscription.status)
  const end = until && until < at ? until : at
  if (since >= end) throw validationError([errorDetail(['since'], 'too_large', 'must be in the past and before until')])
  if ((await countRunningReplays(trx, key)) >= MAX_RUNNING) {
    const message = `This subscription has ${MAX_RUNNING} running replays, the maximum. Wait for one to end, or cancel one.`
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

/** Cancels a replay. Deliveries that it has queued are still sent. Idempotent. Throws `replay_not_found`. */
export async function cancelReplay(trx: Writer, key: EndpointKey, replayId: string, at: Date): Promise<Replay> {
  await cancelRunningReplay(trx, key, { replayId, at })
  return await getReplay(trx, key, replayId)
}

/** Environments with replays that can continue. Give each one a batch before any gets its second. */
export const findReplayingEnvironments = (db: Reader): Promise<string[]> =>
  findEnvironmentsToReplay(db, { maxWaiting: MAX_WAITING })

/**
 * Executes the next batch of one replay of an environment and stores its progress in the same transaction. Returns the
 * replay, undefined if none can continue. Skips events older than the retention of deliveries (`keptDays`), because their
 * deliveries would be deleted before they are sent.
 */
export async function continueReplay(
  trx: Writer,
  environmentId: string,
  { keptDays, at }: { keptDays: number; at: Date },
): Promise<Replay | undefined> {
  const locked = await lockNextReplay(trx, environmentId, { maxWaiting: MAX_WAITING })
  if (locked === undefined) return undefined
  const { replay, reachedEventId, verboseEvents } = locked
  const { until, reachedAt } = replay
  const keptSince = new Date(at.getTime() - keptDays * DAY_MS)
  const after =
    reachedAt < keptSince ? { eventAt: keptSince, eventId: '' } : { eventAt: reachedAt, eventId: reachedEventId }
  const events = await findEventsBetween(trx, environmentId, { after, until, limit: REPLAY_BATCH })
  const wanted = events
    .filter((event) => isWanted(event, { ...replay, verboseEvents }))
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
