/** Server-sent events of the event log. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import { AppError } from '@waybill/contracts/app-error'
import { isDetailCode } from '@waybill/contracts/requests/detail-codes'
import { errorDetail, refuse } from '@waybill/contracts/requests/validation'
import { invalidHeader } from '@waybill/edge/http/headers'
import { arraySchema, texts } from '@waybill/edge/routing/many-values'
import { type Call, defineRoute, type Route } from '@waybill/edge/routing/route'
import type { z } from 'zod'
import { readPlaceId } from '../../streams/place.ts'
import type { Services } from '../services.ts'
import { STREAM_TYPE, streamQuery, streamReply } from '../shipments/streams.ts'
import { listedPattern, subjectId } from './events.ts'

const MOST_TYPES = 50

/** One or more event types or wildcards. */
const types = texts
  .superRefine((given, context) => {
    if (given.length > MOST_TYPES) refuse(context, [], 'too_many', `must have at most ${MOST_TYPES} event types`)
    for (const text of given) {
      const { error } = listedPattern.safeParse(text)
      const [issue] = error?.issues ?? []
      if (issue?.code !== 'custom') continue
      const code = issue.params?.code
      return refuse(context, [], isDetailCode(code) ? code : 'invalid', issue.message)
    }
  })
  .optional()
  .describe(
    'Only events of this type, or of one of several: `type=a,b`. Wildcards such as `shipment.*` are types too. `booking.driver_location` is matched by its name only.',
  )
  .meta({ ...arraySchema({ type: 'string' }), maxItems: MOST_TYPES })

const eventStreamQuery = streamQuery.extend({
  type: types,
  subject_id: subjectId.describe('Only events of this shipment, quote or booking.'),
})

/** Where the stream goes on, as a request for `FindLogPlace`. Throws `invalid_header` and `invalid_parameter`. */
function readAfter({ headers, query, context }: Call<z.output<typeof eventStreamQuery>>) {
  const header = headers['last-event-id']
  const inHeader = typeof header === 'string' && header !== ''
  const id = inHeader ? header : query.last_event_id
  if (id === undefined) return {}
  const after = readPlaceId(context.environmentId, id)
  if (after !== null) return 'place' in after ? { place: after.place } : { event_id: after.eventId }
  const message =
    'must be the id of an event, such as evt_…, or of another message of an event stream of this environment'
  if (inHeader) throw invalidHeader('Last-Event-ID', message)
  const details = [errorDetail(['last_event_id'], 'invalid_value', message, 'query')]
  throw new AppError('invalid_parameter', `last_event_id ${message}.`, { details })
}

export const eventStreamRoutes: Route<Services>[] = [
  defineRoute<Services, typeof eventStreamQuery>({
    operationId: 'streamEvents',
    method: 'GET',
    path: '/api/v1/events/stream',
    tag: 'Events',
    summary: 'Follow events live',
    description:
      'Server-sent events: a `message` for each event recorded from now on, with the event as its data. Reconnect with the id of the last message as Last-Event-ID: nothing is lost or repeated. An id older than the retention period is answered with 410 `events_expired`. See [Event streams](/docs/webhooks#event-streams). Limits: 100 streams per key, 400 per environment and gateway.',
    access: { kind: 'token', scope: 'events:read' },
    query: eventStreamQuery,
    resumable: true,
    success: [{ status: 200, description: 'A stream of events.', contentType: STREAM_TYPE }],
    errors: ['invalid_header', 'event_not_found', 'events_expired'],
    async handle(call, { webhooks, eventStreams }) {
      const { context, caller, query, showError } = call
      const place = await webhooks.FindLogPlace({ context: contextMessage(context), ...readAfter(call) })
      const filter = { types: query.type ?? [], subjectId: query.subject_id ?? '' }
      return streamReply(eventStreams.open(caller, context.environmentId, { place, filter, showError }))
    },
  }),
]
