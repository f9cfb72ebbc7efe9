/** Parts of the document that every operation shares. */
import type { JsonSchema, OpenApiDocument, Parameter } from './types.ts'

export const tags: OpenApiDocument['tags'] = [
  { name: 'Shipments', description: 'What is to be delivered, from where to where.' },
  { name: 'Quotes', description: 'What the carriers offer for it.' },
  { name: 'Bookings', description: 'An offer taken: the job, its driver, its label.' },
  { name: 'Webhooks', description: 'Events, sent to your receiver and signed.' },
  { name: 'Events', description: 'The same events as a log, for those who poll.' },
  { name: 'Simulator', description: 'Test environments only: couriers that exist nowhere else.' },
  { name: 'Carriers', description: 'Who delivers: what they take, and where they report.' },
]

export const listMeta: JsonSchema = {
  type: 'object',
  required: ['has_more', 'next_cursor', 'limit'],
  properties: {
    has_more: { type: 'boolean' },
    next_cursor: { type: ['string', 'null'], description: 'Pass it as cursor to get the next page.' },
    limit: { type: 'integer', description: 'Entries per page.' },
  },
}

const pathParameter = (name: string, description: string): [string, Parameter] => [
  name,
  { name, in: 'path', required: true, description, schema: { type: 'string' } },
]
const headerParameter = (name: string, description: string, schema: JsonSchema): Parameter => ({
  name,
  in: 'header',
  description,
  schema,
})

export const parameters: Record<string, Parameter> = {
  ...Object.fromEntries([
    pathParameter('shipment_id', 'The shipment, shp_…'),
    pathParameter('quote_id', 'The quote, qte_…'),
    pathParameter('booking_id', 'The booking, bkg_…'),
    pathParameter('subscription_id', 'The subscription, whs_…'),
    pathParameter('delivery_id', 'The delivery, whd_…'),
    pathParameter('replay_id', 'The replay, whr_…'),
    pathParameter('event_id', 'The event, evt_…'),
    pathParameter('carrier_account_id', 'The carrier account, cac_…'),
    pathParameter('media_name', 'A photo, photo-1 and so on, or signature.'),
  ]),
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'Makes the call safe to repeat: the same key and body answer what the first call answered. Kept 24 hours.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  IfMatch: headerParameter('If-Match', 'The ETag of the version that the call is meant for; 412 if it has changed.', {
    type: 'string',
  }),
  LastEventId: headerParameter('Last-Event-ID', 'The event that was seen last: the stream goes on after it.', {
    type: 'string',
  }),
  RequestId: headerParameter('X-Request-Id', 'Your own id of the request; made for you unless given.', {
    type: 'string',
    pattern: '^[A-Za-z0-9_.-]{1,200}$',
  }),
}

const header = (description: string, type = 'string') => ({ description, schema: { type } })

export const headers: OpenApiDocument['components']['headers'] = {
  RequestId: header('Id of the request: found in our logs.'),
  RateLimitPolicy: header('Quota and window in seconds, as in `"default";q=100;w=1`.'),
  RateLimit: header('What remains and seconds until it is full again, as in `"default";r=99;t=1`.'),
  RetryAfter: header('Seconds to wait before the next try.', 'integer'),
  ETag: header('Version of the resource, for If-Match.'),
  IdempotencyReplayed: header('true: the answer of an earlier call with this key.'),
  Link: header('Address of the next page, rel="next".'),
  Challenge: header('What kind of token is needed.'),
}
