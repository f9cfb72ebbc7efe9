/** Server-sent events of the event log. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import { AppError } from '@waybill/contracts/app-error'
import { isDetailCode } from '@waybill/contracts/requests/detail-codes'
import { errorDetail, refuse } from '@waybill/contracts/requests/validation'
import type { z } from 'zod'
import { invalidHeader } from '../http/headers.ts'
import { arrayOf, texts } from '../routing/list-query.ts'
import { type Call, defineRoute, type Route, TIMEOUT_MS } from '../routing/route.ts'
import { readPlaceId } from '../streams/place.ts'
import { listedPattern, subjectId } from './events.ts'
import type { Services } from './services.ts'
import { STREAM_TYPE, streamQuery, streamReply } from './streams.ts'

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
  .meta({ ...arrayOf({ type: 'string' }), maxItems: MOST_TYPES })

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
      'Server-sent events without an end: one of type `message` for each event, in the order of the log, whose id is the id of the event and whose data is the event as in `GET /api/v1/events/{event_id}`. The stream starts with the events recorded from now on. Reconnect with the id of the last message as Last-Event-ID to continue after it: nothing is lost or repeated, on any gateway. A message of type `checkpoint`, at the start and every 15 seconds without an event, has an id to continue from and no event. Tests (`webhook.test`) are not in the log. An id that is older than the retention period (30 days by default) is answered with 410 `events_expired`, because events may be missing. If the log is restored from a backup and ends before the last message, a message of type `expired`, whose data is that error, ends the stream. Limits: 100 streams per key, 400 per environment and gateway.',
    access: { kind: 'token', scope: 'events:read' },
    query: eventStreamQuery,
    resumable: true,
    success: [{ status: 200, description: 'A stream of events.', contentType: STREAM_TYPE }],
    errors: ['invalid_header', 'event_not_found', 'events_expired'],
    timeoutMs: TIMEOUT_MS.read,
    async handle(call, { webhooks, eventStreams }) {
      const { context, caller, query, showError } = call
      const place = await webhooks.FindLogPlace({ context: contextMessage(context), ...readAfter(call) })
      const filter = { types: query.type ?? [], subjectId: query.subject_id ?? '' }
      return streamReply(eventStreams.open(caller, context.environmentId, { place, filter, showError }))
    },
  }),
]
