/** Parts of the document that operations share. Pure. */
import type { JsonSchema, OpenApiDocument, Parameter } from './types.ts'

export const tags: OpenApiDocument['tags'] = [
  { name: 'Shipments', description: 'Deliveries to be made: addresses, parcels and their progress.' },
  { name: 'Quotes', description: "Carriers' offers for a shipment." },
  { name: 'Bookings', description: 'Accepted offers: the carrier job, its driver and its label.' },
  { name: 'Pickups', description: 'Collections of booked parcels by their carrier.' },
  { name: 'Manifests', description: 'Lists of labels, by which a carrier takes the parcels of a day.' },
  { name: 'Webhooks', description: 'Signed events, sent to your receiver.' },
  { name: 'Events', description: 'The same events as a log that you can poll.' },
  { name: 'Simulator', description: 'Simulated couriers, in test environments only.' },
  { name: 'Carriers', description: 'Carriers, their services and their callbacks.' },
  { name: 'Carrier accounts', description: 'Your own accounts with carriers.' },
  { name: 'Rate cards', description: 'Your prices for deliveries by your own drivers.' },
  { name: 'Drivers', description: 'Drivers of your own fleet.' },
  { name: 'Pickup locations', description: 'Where couriers collect, and when these places are open.' },
  { name: 'Customs defaults', description: 'What shipments abroad declare unless they say something else.' },
  { name: 'API keys', description: 'Your keys to this API.' },
  { name: 'Branding', description: 'The look of the tracking pages.' },
  { name: 'Saved views', description: 'Named filters of the lists of shipments and bookings.' },
  { name: 'Parcel presets', description: 'Sizes and weights of boxes that you often send.' },
  { name: 'API log', description: 'Your calls of the last seven days.' },
  { name: 'Sessions', description: 'People who are signed in, on the pages of this installation.' },
  { name: 'Team', description: 'The people of the merchant who sign in, and their roles.' },
  { name: 'Driver app', description: 'What your drivers see and do, each with their own token.' },
]

export const listMeta: JsonSchema = {
  type: 'object',
  required: ['has_more', 'next_cursor', 'limit'],
  properties: {
    has_more: { type: 'boolean' },
    next_cursor: { type: ['string', 'null'], description: 'The cursor of the next page; null on the last page.' },
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
    pathParameter('shipment_id', 'The id of the shipment, shp_….'),
    pathParameter('pickup_location_id', 'The id of the pickup location, pul_….'),
    pathParameter('quote_id', 'The id of the quote, qte_….'),
    pathParameter('booking_id', 'The id of the booking, bkg_….'),
    pathParameter('batch_id', 'The id of the batch, bch_….'),
    pathParameter('label_batch_id', 'The id of the label batch, lbb_….'),
    pathParameter('pickup_id', 'The id of the pickup, pku_….'),
    pathParameter('manifest_id', 'The id of the manifest, mnf_….'),
    pathParameter('subscription_id', 'The id of the subscription, whs_….'),
    pathParameter('delivery_id', 'The id of the delivery, whd_….'),
    pathParameter('replay_id', 'The id of the replay, whr_….'),
    pathParameter('event_id', 'The id of the event, evt_….'),
    pathParameter('carrier_account_id', 'The id of the carrier account, cac_….'),
    pathParameter('rate_card_id', 'The id of the rate card, rtc_….'),
    pathParameter('driver_id', 'The id of the driver, drv_….'),
    pathParameter('job_id', 'The id of the job, flj_….'),
    pathParameter('key_id', 'The id of the API key, key_….'),
    pathParameter('call_id', 'The id of the call, cal_….'),
    pathParameter('user_id', 'The id of the member, usr_….'),
    pathParameter('invitation_id', 'The id of the invitation, inv_….'),
    pathParameter('session_id', 'The id of the session, ses_….'),
    pathParameter('passkey_id', 'The id of the passkey, pky_….'),
    pathParameter('provider_id', 'The id of the identity provider, oip_….'),
    pathParameter('fault_id', 'The id of the planned fault, flt_….'),
    pathParameter('view_id', 'The id of the saved view, svw_….'),
    pathParameter('note_id', 'The id of the note, nte_….'),
    pathParameter('preset_id', 'The id of the parcel preset, prs_….'),
    pathParameter('media_name', 'photo-1, photo-2 …, or signature.'),
  ]),
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'Makes the call safe to repeat: for 24 hours the same key and body return the response of the first call.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  IfNoneMatch: headerParameter(
    'If-None-Match',
    'An ETag of the resource. The response is 304, without a body, while the resource has not changed since.',
    { type: 'string' },
  ),
  IfMatch: headerParameter(
    'If-Match',
    'The ETag of the version to change. The response is 412 if the resource has changed since.',
    {
      type: 'string',
    },
  ),
  LastEventId: headerParameter('Last-Event-ID', 'The last event that you received: the stream continues after it.', {
    type: 'string',
  }),
}

/** The key of all responses that say that the server has failed. */
export const SERVER_ERRORS = '5XX'

const header = (description: string, type = 'string') => ({ description, schema: { type } })

export const headers: OpenApiDocument['components']['headers'] = {
  RequestId: header('In every response: id of the request, as in the logs.'),
  RateLimitPolicy: header('In every response: quota and window in seconds, as in `"default";q=200;w=2`.'),
  RateLimit: header(
    'In every response: remaining requests, and seconds until the quota is full again, as in `"default";r=199;t=1`.',
  ),
  Location: header('URL of what was made, without the scheme and the host.'),
  RetryAfter: header('Seconds to wait before a retry.', 'integer'),
  ETag: header('Version of the resource, for If-Match and If-None-Match.'),
  IdempotencyReplayed: header('`true` if this is the response of an earlier call with the same key.'),
  Link: header('URL of the next page, with `rel="next"`.'),
  Challenge: header('The authentication that is needed.'),
}
