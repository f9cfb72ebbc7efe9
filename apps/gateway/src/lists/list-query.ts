/** The filters and the order that lists of shipments and of bookings have in common. */
import { bookingStatuses, incidentCodes } from '@waybill/contracts/booking'
import type { ListFilters } from '@waybill/contracts/gen/waybill/common/v1/ListFilters'
import { isId } from '@waybill/contracts/ids'
import { lateness, NOBODY, shipmentWaits } from '@waybill/contracts/requests/list-filters'
import { refuse } from '@waybill/contracts/requests/validation'
import { shipmentStatuses } from '@waybill/contracts/shipment'
import { metadataFilterSchema } from '@waybill/contracts/values/metadata'
import { directions } from '@waybill/contracts/values/search/directions'
import { listWords } from '@waybill/contracts/values/search/note-words'
import { SHORTEST_SEARCH, searchRanges } from '@waybill/contracts/values/search/search-terms'
import { requiredText } from '@waybill/contracts/values/text'
import { arraySchema, codes, oneOrMore, texts } from '@waybill/edge/routing/many-values'
import { pageQuery } from '@waybill/edge/routing/query'
import { parseTime, timeFrom, timeTo } from '@waybill/edge/routing/time-filters'
import { z } from 'zod'

/** A date; of a timestamp, its date as written. */
export const day = z.string().transform((text, context) => (parseTime(text, context) ? text.slice(0, 10) : z.NEVER))

/** The orders of a list. */
export const listSorts = ['-created_at', 'created_at', '-updated_at', 'updated_at'] as const

const search = requiredText(100).superRefine((text, context) => {
  if (searchRanges(text).length > 0) return
  refuse(context, [], 'too_short', `must have at least ${SHORTEST_SEARCH} characters`)
})

/** Query of a list of `things`. */
export const listQuery = <const Status extends string>(things: string, statuses: readonly Status[]) =>
  pageQuery.extend({
    status: oneOrMore(statuses, `Only ${things} in this status, or in one of several: \`status=a,b\`.`),
    created_from: timeFrom.optional().describe('Created at this time, or on this date (UTC), or later.'),
    created_to: timeTo.optional().describe('Created before this time, or on this date (UTC) or earlier.'),
    updated_from: timeFrom.optional().describe('Last changed at this time, or on this date (UTC), or later.'),
    updated_to: timeTo.optional().describe('Last changed before this time, or on this date (UTC) or earlier.'),
    arrival_from: timeFrom
      .optional()
      .describe('Not ended, and `eta.to` of the booking is then, or on this date (UTC), or later.'),
    arrival_to: timeTo.optional().describe('The same before this time, or on this date (UTC) or earlier.'),
    collection_from: day
      .optional()
      .describe('`collection_date` is this date or later. Of a timestamp, the date counts as it is written.'),
    collection_to: day.optional().describe('`collection_date` is this date or earlier.'),
    carrier_code: codes(
      things === 'shipments'
        ? 'The latest booking is with this carrier, or with one of several: `a,b`.'
        : 'Only bookings with this carrier, or with one of several: `a,b`.',
    ),
    service_code: codes(
      things === 'shipments'
        ? 'The latest booking is of this service, or of one of several: `a,b`.'
        : 'Only bookings of this service, or of one of several: `a,b`.',
    ),
    carried_by: codes(
      things === 'shipments'
        ? 'The latest booking is with an aggregator, and this carrier, or one of several, carries the parcels: `USPS,UPS`, in any case.'
        : 'Only bookings with an aggregator whose parcels this carrier carries, or one of several: `USPS,UPS`, in any case.',
    ),
    tracking_number: codes(
      things === 'shipments'
        ? 'The latest booking has this tracking number, or one of several: `a,b`, in any case.'
        : 'Only bookings with this tracking number, or with one of several: `a,b`, in any case.',
    ),
    late: oneOrMore(
      lateness,
      `${things === 'shipments' ? 'The latest booking is' : 'Only bookings that are'} late with the pickup (not collected by the end of \`collection_date\`, or by \`eta.from\` of the booking if that is earlier) or with the delivery (not ended at \`eta.to\`): \`late=pickup,delivery\` finds both.`,
    ),
    incident: oneOrMore(
      incidentCodes,
      things === 'shipments'
        ? 'The `incident` of the latest booking is this one, or one of several: `a,b`. With `status`, only of shipments that have not ended.'
        : 'Only bookings with this `incident`, or with one of several: `a,b`. With `status`, only of bookings that have not ended.',
    ),
    failure_reason: codes(`Only ${things} with this \`failure_reason\`, or with one of several: \`a,b\`.`),
    merchant_order_ref: requiredText(128).optional().describe(`Only ${things} with exactly this reference.`),
    metadata: metadataFilterSchema.optional().describe(`\`metadata[key]=value\`: only ${things} with this entry.`),
    q: search
      .optional()
      .describe(
        "Matches the beginning of a reference, post code, tracking number, `carrier_job_id`, or word of the recipient's name or company; also a whole `shp_…` or `bkg_…`. Of shipments, also the recipient's street, city, e-mail, and the end of the phone number. At least 3 characters, or one of a Chinese, Japanese or Korean name. See [Lists and pages](/docs/pagination#filters).",
      ),
    sort: z
      .enum(listSorts)
      .optional()
      .describe(
        'Default: `-created_at`, newest first. An entry that changes while you read pages sorted by `updated_at` moves: ascending, it appears again later; descending, you can miss it.',
      ),
  })

const MOST_ASSIGNEES = 20

const assignees = texts
  .superRefine((given, context) => {
    const wrong = given.find((text) => !isId('usr', text) && text !== NOBODY && text !== 'me')
    if (wrong !== undefined)
      refuse(
        context,
        [],
        'invalid_format',
        `must be one or more of usr_…, ${NOBODY} and me, separated by commas, not ${wrong}`,
      )
    if (given.length > MOST_ASSIGNEES) refuse(context, [], 'too_many', `must have at most ${MOST_ASSIGNEES} members`)
  })
  .optional()
  .meta({ ...arraySchema({ type: 'string', minLength: 1, maxLength: 64 }), maxItems: MOST_ASSIGNEES })

const noteWords = requiredText(100).superRefine((text, context) => {
  if (listWords(text).length === 0) refuse(context, [], 'invalid_value', 'must have a word')
})

/** Query of the list of shipments. */
export const shipmentQuery = listQuery('shipments', shipmentStatuses).extend({
  waiting_for: oneOrMore(
    shipmentWaits,
    'Only shipments that wait for your booking (`booking`), the end of a hold (`release`), your answer to who asks for the return (`approval`), or, on demand, a courier (`courier`): `a,b`.',
  ),
  direction: z.enum(directions).optional().describe('Only returns, or only other shipments.'),
  return_of: requiredText(64).optional().describe('Only returns of this shipment.'),
  tag: codes('Only shipments with this tag, or with one of several: `a,b`, in any case.'),
  assignee_id: assignees.describe(
    'Only shipments that this member takes care of, or one of several: `usr_a,usr_b`. `none`: nobody does. `me`: you, if you are signed in.',
  ),
  note: noteWords
    .optional()
    .describe('Only shipments with a note that has all of these words, or words that begin with them, in any case.'),
})

/** Query of the list of bookings. */
export const bookingQuery = listQuery('bookings', bookingStatuses).extend({
  shipment_id: z.string().min(1).max(100).optional().describe('Only bookings of this shipment.'),
  printed: z
    .enum(['true', 'false'])
    .optional()
    .describe('Only bookings whose label was marked as printed, or only the others.'),
})

type Query = z.output<ReturnType<typeof listQuery<string>>> &
  Partial<Pick<z.output<typeof shipmentQuery>, 'waiting_for' | 'direction' | 'return_of' | 'tag' | 'note'>>

/** The filters for a gRPC request. */
export const filterMessage = (query: Query): ListFilters => ({
  statuses: query.status ?? [],
  created_from: query.created_from ?? '',
  created_to: query.created_to ?? '',
  updated_from: query.updated_from ?? '',
  updated_to: query.updated_to ?? '',
  arrival_from: query.arrival_from ?? '',
  arrival_to: query.arrival_to ?? '',
  collection_from: query.collection_from ?? '',
  collection_to: query.collection_to ?? '',
  carrier_codes: query.carrier_code ?? [],
  service_codes: query.service_code ?? [],
  carried_by: query.carried_by ?? [],
  tracking_numbers: query.tracking_number ?? [],
  late: query.late ?? [],
  incidents: query.incident ?? [],
  failure_reasons: query.failure_reason ?? [],
  waiting_for: query.waiting_for ?? [],
  direction: query.direction ?? '',
  return_of: query.return_of ?? '',
  tags: query.tag ?? [],
  note: query.note ?? '',
  merchant_order_ref: query.merchant_order_ref ?? '',
  metadata: query.metadata ?? {},
  q: query.q ?? '',
  sort: query.sort ?? '',
})
