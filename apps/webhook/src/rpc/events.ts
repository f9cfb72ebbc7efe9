/** The environment's event log. */
import { AppError } from '@waybill/contracts/app-error'
import { findEvent, listEvents } from '../events/queries.ts'
import { eventAnswer, eventFilters, eventsAnswer, pageRequest } from './codec.ts'
import type { Handlers, WebhookRpcOptions } from './options.ts'

export const eventHandlers = ({ db }: WebhookRpcOptions) =>
  ({
    async ListEvents(request, context) {
      return eventsAnswer(await listEvents(db, context.environmentId, eventFilters(request), pageRequest(request.page)))
    },

    async GetEvent(request, context) {
      const payload = await findEvent(db, context.environmentId, request.event_id)
      if (payload === undefined) {
        throw new AppError('event_not_found', `There is no event ${request.event_id} of the last 30 days.`)
      }
      return eventAnswer(payload)
    },
  }) satisfies Partial<Handlers>
