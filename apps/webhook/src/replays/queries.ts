/** Replays of a subscription. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { type ListPage, type PageRequest, toPage } from '@waybill/chassis/postgres/page'
import { AppError } from '@waybill/contracts/app-error'
import type { Replay, ReplayStatus } from '@waybill/contracts/webhooks/replay'
import type { Reader } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { findReplay, replayFromRow } from './repository.ts'

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
