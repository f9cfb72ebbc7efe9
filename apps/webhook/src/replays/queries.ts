/** Replays of a subscription. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { type ListPage, type PageRequest, toPage } from '@waybill/chassis/postgres/page'
import { AppError } from '@waybill/contracts/app-error'
import { invalidParameter } from '@waybill/contracts/requests/validation'
import { MOST_PREVIEWED, type Replay, type ReplayPreview, type ReplayStatus } from '@waybill/contracts/webhooks/replay'
import type { Reader } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { isWanted } from '../event-log/event-matching.ts'
import { getSubscription } from '../subscriptions/queries.ts'
import { countEventsBetween, findReplay, replayFromRow } from './repository.ts'

const DAY_MS = 86_400_000

/**
 * Counts what a replay would send now, by the same rules. `since` null: the start of the retention period; `until` null:
 * now; `events` empty: those of the subscription.
 * Throws `subscription_not_found` and `invalid_parameter`.
 */
export async function previewReplay(
  db: Reader,
  key: EndpointKey,
  requested: { since: Date | null; until: Date | null; events: string[] },
  { keptDays, at }: { keptDays: number; at: Date },
): Promise<ReplayPreview> {
  const subscription = await getSubscription(db, key)
  const until = requested.until && requested.until < at ? requested.until : at
  const keptSince = new Date(at.getTime() - keptDays * DAY_MS)
  const asked = requested.since ?? keptSince
  if (asked >= until) throw invalidParameter('since', 'must be in the past and before until')
  const since = asked < keptSince ? keptSince : asked
  const events = requested.events.length > 0 ? requested.events : subscription.events
  const found = await countEventsBetween(db, key.environmentId, { since, until, limit: MOST_PREVIEWED + 1 })
  const counts = new Map<string, number>()
  for (const group of found) {
    if (!isWanted(group, { events, verboseEvents: subscription.verboseEvents })) continue
    counts.set(group.type, (counts.get(group.type) ?? 0) + group.count)
  }
  return {
    subscriptionId: key.subscriptionId,
    since,
    until,
    events,
    counts: [...counts]
      .map(([event, count]) => ({ event, count }))
      .sort((a, b) => b.count - a.count || a.event.localeCompare(b.event)),
    isComplete: found.reduce((sum, { count }) => sum + count, 0) <= MOST_PREVIEWED,
  }
}

/** A subscription's replays, newest first. `status` null: any. Throws `invalid_cursor`. */
export async function listReplays(
  db: Reader,
  { environmentId, subscriptionId }: EndpointKey,
  status: ReplayStatus | null,
  { limit, cursor }: PageRequest,
): Promise<ListPage<Replay>> {
  const list = ['replays', environmentId, subscriptionId, status]
  const [before] = cursor === null ? [] : decodeCursor(list, cursor)
  const rows = await db
    .selectFrom('replay')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('subscription_id', '=', subscriptionId)
    .$if(status !== null, (found) => found.where('status', '=', status as ReplayStatus))
    .$if(before !== undefined, (found) => found.where('replay_id', '<', before as string))
    .orderBy('replay_id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows.map(replayFromRow), limit, (last) => encodeCursor(list, [last.replayId]))
}

/** Throws `replay_not_found`. */
export async function getReplay(db: Reader, key: EndpointKey, replayId: string): Promise<Replay> {
  const replay = await findReplay(db, key, replayId)
  if (replay === undefined) {
    throw new AppError('replay_not_found', `There is no replay ${replayId} of this subscription.`)
  }
  return replay
}
