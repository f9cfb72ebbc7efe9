/** Parked events, which a consumer could not apply, and published events in the outboxes. */
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { contextMessage } from '@waybill/chassis/rpc/client'
import { requiredText, timestamp } from '@waybill/contracts/values/text'
import { jsonBody } from '@waybill/edge/routing/route'
import { timeFrom, timeTo } from '@waybill/edge/routing/time-filters'
import { answer, orNull } from '@waybill/identity/admin/admin-route'
import { z } from 'zod'
import { type Operators, type ServiceName, serviceNames } from '../routes/services.ts'
import { type AdminRoute, type AdminServices, plainRead, remoteAction } from './admin-route.ts'

const service = z.enum(serviceNames).optional()
const eventId = requiredText(64)
const moment = timestamp.transform((at) => at.toISOString())
const limit = z
  .string()
  .regex(/^\d{1,4}$/, 'must be a whole number')
  .transform(Number)
  .optional()
const parkedQuery = z.object({ service, limit })
const outboxQuery = z.object({
  service,
  limit,
  since: timeFrom.optional(),
  until: timeTo.optional(),
  type: requiredText(64).optional(),
  subject_id: requiredText(64).optional(),
})
const replayParkedSchema = z.strictObject({ service, event_id: eventId.optional() })
const discardParkedSchema = z.strictObject({ service, event_id: eventId })
const replayOutboxSchema = z.union([
  z.strictObject({ service, event_id: eventId }),
  z.strictObject({ service, since: moment, until: moment }),
])

type Operator = Operators[ServiceName]

/** Without an id: every event that the body selects. */
const eventTarget = (eventId: string | undefined) => ({ targetType: 'event', targetId: eventId ?? null })

/** Calls the named service, or every service when none is named. */
const fromEach = <T>(
  { operators }: AdminServices,
  named: ServiceName | undefined,
  ask: (operator: Operator) => Promise<T>,
): Promise<{ service: ServiceName; reply: T }[]> =>
  Promise.all(
    serviceNames
      .filter((name) => named === undefined || name === named)
      .map(async (name) => ({ service: name, reply: await ask(operators[name]) })),
  )

const count = (context: CallContext, replies: { service: ServiceName; reply: { count: number } }[]) =>
  answer(200, {
    count: replies.reduce((sum, { reply }) => sum + reply.count, 0),
    services: Object.fromEntries(replies.map(({ service: name, reply }) => [name, reply.count])),
    request_id: context.requestId,
  })

const parkedRoutes: AdminRoute[] = [
  plainRead<typeof parkedQuery>({
    operationId: 'listParked',
    method: 'GET',
    path: '/admin/parked',
    summary: 'List parked events: those a consumer could not apply and retries, oldest first',
    query: parkedQuery,
    async handle({ context, query }, services) {
      const replies = await fromEach(services, query.service, (operator) =>
        operator.ListParked({ context: contextMessage(context), limit: query.limit ?? 0 }),
      )
      return answer(
        200,
        replies.flatMap(({ service: name, reply }) =>
          reply.events.map(({ event: _, sequence, error, ...parked }) => ({
            service: name,
            ...parked,
            sequence: sequence || null,
            error: orNull(error),
          })),
        ),
      )
    },
  }),
  remoteAction<typeof parkedQuery>({
    operationId: 'getParked',
    method: 'GET',
    path: '/admin/parked/{event_id}',
    summary: 'Get a parked event with its payload',
    query: parkedQuery,
    async handle({ context, params, query }, services) {
      const event_id = params.event_id ?? ''
      const replies = await fromEach(services, query.service, (operator) =>
        operator.GetParked({ context: contextMessage(context), event_id }),
      )
      return answer(
        200,
        replies.flatMap(({ service: name, reply }) =>
          reply.events.map(({ event, sequence, error, ...parked }) => ({
            service: name,
            ...parked,
            sequence: sequence || null,
            error: orNull(error),
            event: JSON.parse(event.toString()),
          })),
        ),
      )
    },
  }),
  remoteAction<z.ZodObject, z.output<typeof replayParkedSchema>>({
    operationId: 'replayParked',
    method: 'POST',
    path: '/admin/parked/replay',
    summary: 'Retry one parked event, or all of them, now',
    body: jsonBody(replayParkedSchema),
    target: ({ event_id }) => eventTarget(event_id),
    async handle({ context, document }, services) {
      const event_id = document.event_id ?? ''
      const replay = (operator: Operator) => operator.ReplayParked({ context: contextMessage(context), event_id })
      return count(context, await fromEach(services, document.service, replay))
    },
  }),
  remoteAction<z.ZodObject, z.output<typeof discardParkedSchema>>({
    operationId: 'discardParked',
    method: 'POST',
    path: '/admin/parked/discard',
    summary: 'Discard a parked event',
    body: jsonBody(discardParkedSchema),
    target: ({ event_id }) => eventTarget(event_id),
    async handle({ context, document: { service: named, event_id } }, services) {
      const discard = (operator: Operator) => operator.DiscardParked({ context: contextMessage(context), event_id })
      return count(context, await fromEach(services, named, discard))
    },
  }),
]

const outboxRoutes: AdminRoute[] = [
  plainRead<typeof outboxQuery>({
    operationId: 'listOutbox',
    method: 'GET',
    path: '/admin/outbox',
    summary: 'List the events that services published in the last 7 days, newest first',
    query: outboxQuery,
    async handle({ context, query }, services) {
      const { since = '', until = '', type = '', subject_id = '' } = query
      const replies = await fromEach(services, query.service, (operator) =>
        operator.ListOutbox({
          context: contextMessage(context),
          since,
          until,
          type,
          subject_id,
          limit: query.limit ?? 0,
        }),
      )
      const events = replies.flatMap(({ service: name, reply }) =>
        reply.events.map(({ position: _, sequence, published_at, ...event }) => ({
          service: name,
          ...event,
          sequence: sequence || null,
          published_at: orNull(published_at),
        })),
      )
      return answer(200, events)
    },
  }),
  remoteAction<z.ZodObject, z.output<typeof replayOutboxSchema>>({
    operationId: 'replayOutbox',
    method: 'POST',
    path: '/admin/outbox/replay',
    summary: 'Publish an event, or all events of a period, again',
    body: jsonBody(replayOutboxSchema),
    target: (wanted) => eventTarget('event_id' in wanted ? wanted.event_id : undefined),
    timeoutMs: 60_000,
    async handle({ context, document: { service: named, ...wanted } }, services) {
      const replay = (operator: Operator) => operator.ReplayOutbox({ context: contextMessage(context), ...wanted })
      return count(context, await fromEach(services, named, replay))
    },
  }),
]

export const eventRoutes: AdminRoute[] = [...parkedRoutes, ...outboxRoutes]
