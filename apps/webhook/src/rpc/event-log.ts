/** The event log for the streams of the gateway. */
import type { CallContext } from '@waybill/chassis/rpc/server'
import type { FindLogPlaceRequest__Output } from '@waybill/contracts/gen/waybill/webhook/v1/FindLogPlaceRequest'
import type { ListLogEndsReply } from '@waybill/contracts/gen/waybill/webhook/v1/ListLogEndsReply'
import type { LogPlace as LogPlaceMessage } from '@waybill/contracts/gen/waybill/webhook/v1/LogPlace'
import type { ReadLogReply } from '@waybill/contracts/gen/waybill/webhook/v1/ReadLogReply'
import type { ReadLogRequest__Output } from '@waybill/contracts/gen/waybill/webhook/v1/ReadLogRequest'
import { assertKept, endOfLog, type LogPlace, listLogEnds, placeOfEvent, readLog } from '../events/log-queries.ts'
import { SHOWN_DAYS } from '../events/queries.ts'
import type { RpcDependencies } from './dependencies.ts'

/** Where a reader goes on. Throws `event_not_found` and `events_expired`. */
export async function findLogPlace(
  { db, eventDays }: Pick<RpcDependencies, 'db' | 'eventDays'>,
  { environmentId }: CallContext,
  { event_id, place }: FindLogPlaceRequest__Output,
): Promise<LogPlaceMessage> {
  const now = new Date()
  const kept = { days: Math.min(eventDays, SHOWN_DAYS), now }
  if (event_id) return toMessage(await placeOfEvent(db, environmentId, event_id, kept))
  if (!place) return toMessage(await endOfLog(db, environmentId, now))
  await assertKept(db, environmentId, { position: place.position, at: new Date(place.at) }, kept)
  return place
}

export async function listEnds(
  { db }: Pick<RpcDependencies, 'db'>,
  environmentIds: readonly string[],
): Promise<ListLogEndsReply> {
  return { ends: await listLogEnds(db, environmentIds) }
}

/** The next part of the log of the environment. */
export async function readLogPart(
  { db }: Pick<RpcDependencies, 'db'>,
  { environmentId }: CallContext,
  { after, types, subject_id }: ReadLogRequest__Output,
): Promise<ReadLogReply> {
  const { place, events } = await readLog(db, environmentId, { after, filter: { types, subjectId: subject_id } })
  return {
    place: toMessage(place),
    events: events.map(({ event_id, type, subject_id, payload }) => ({
      event_id,
      type,
      subject_id,
      payload: Buffer.from(payload),
    })),
  }
}

const toMessage = ({ position, at }: LogPlace): LogPlaceMessage => ({ position, at: at.toISOString() })
