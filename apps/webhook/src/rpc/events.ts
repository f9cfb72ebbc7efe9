/** The environment's event log. */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import { pageRequest } from '@waybill/chassis/postgres/page'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import type { ListEventsRequest__Output } from '@waybill/contracts/gen/waybill/webhook/v1/ListEventsRequest'
import { findEvent, listEvents } from '../events/queries.ts'
import { eventAnswer, eventFilters, eventsAnswer } from './codec.ts'
import type { RpcDependencies } from './dependencies.ts'

export async function listEventsPage(
  { db }: Pick<RpcDependencies, 'db'>,
  { environmentId }: CallContext,
  request: ListEventsRequest__Output,
): Promise<Answer> {
  return eventsAnswer(await listEvents(db, environmentId, eventFilters(request), pageRequest(request.page)))
}

export async function getEvent(
  { db }: Pick<RpcDependencies, 'db'>,
  { environmentId }: CallContext,
  eventId: string,
): Promise<Answer> {
  const payload = await findEvent(db, environmentId, eventId)
  if (payload === undefined) {
    throw new AppError(
      'event_not_found',
      `Event ${eventId} does not exist in this environment or is older than the retention period.`,
    )
  }
  return eventAnswer(payload)
}
