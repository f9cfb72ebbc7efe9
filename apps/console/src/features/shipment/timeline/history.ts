/** Pure: one history of a shipment from its timeline, quotes and bookings. */
import type { Booking, Quote, TimelineEntry } from '@waybill/sdk'

export interface HistoryEntry {
  id: string
  at: string
  kind: 'timeline' | 'quote' | 'booking' | 'refused'
  /** A code, such as `picked_up`, or a title of `kind`. */
  code: string
  /** Lines below: what a carrier or a person has said. */
  lines: string[]
}

interface Told {
  timeline: readonly TimelineEntry[]
  quotes: readonly Quote[]
  bookings: readonly Booking[]
  /** The words for a code; a text stays as it is. */
  getName: (code: string) => string
  toCarrier: (code: string) => string
  toService: (code: string) => string
}

/** Newest first. Of two at the same time, the cause comes below the effect: quote, booking, then reports. */
export function makeHistory({ timeline, quotes, bookings, ...names }: Told): HistoryEntry[] {
  const { getName } = names
  const entries = [
    ...quotes.map((quote) => fromQuote(quote, names)),
    ...bookings.map((booking) => fromBooking(booking, getName)),
    ...timeline
      .filter((entry) => !isOfBooking(entry, bookings) && !isReported(entry, timeline))
      .map((entry) => fromTimeline(entry, names)),
  ]
  return entries
    .map((entry, index) => ({ entry, index }))
    .sort((one, other) => other.entry.at.localeCompare(one.entry.at) || other.index - one.index)
    .map(({ entry }) => entry)
}

/** The booking's own entry says it. */
const isOfBooking = ({ type, booking_id, description }: TimelineEntry, bookings: readonly Booking[]): boolean =>
  type === 'details_changed' &&
  /^(Booking requested|Booked|Booking failed)$/.test(description ?? '') &&
  bookings.some((booking) => booking.booking_id === booking_id)

/** The report of the carrier that led to the status says it. */
const isReported = ({ type, status, occurred_at }: TimelineEntry, timeline: readonly TimelineEntry[]): boolean =>
  type === 'status_changed' &&
  timeline.some((other) => other.type === 'tracking' && other.status === status && other.occurred_at === occurred_at)

const filled = (lines: readonly (string | null | undefined)[]): string[] =>
  lines.filter((line): line is string => line != null && line !== '')

type Names = Pick<Told, 'getName' | 'toCarrier' | 'toService'>

interface Declined {
  carrier_code?: string | null
  service_code?: string | null
}

const toWho = ({ carrier_code: carrier, service_code: service }: Declined, { toCarrier, toService }: Names): string =>
  filled([carrier && toCarrier(carrier), service && toService(service)]).join(' · ')

const fromQuote = ({ quote_id, requested_at, options, messages }: Quote, names: Names): HistoryEntry => ({
  id: quote_id,
  at: requested_at,
  kind: 'quote',
  code: String(options.length),
  lines: messages.map((message) => filled([toWho(message, names), message.message]).join(': ')),
})

/** A booking that fails later had a job at the carrier. */
const isRefused = ({ status, carrier_job_id }: Pick<Booking, 'status' | 'carrier_job_id'>): boolean =>
  status === 'failed' && carrier_job_id === null

const fromBooking = (
  { booking_id, booked_at, quote_option, carrier_job_id, status, failure_reason, charges }: Booking,
  getName: Told['getName'],
): HistoryEntry => ({
  id: booking_id,
  at: booked_at,
  kind: isRefused({ status, carrier_job_id }) ? 'refused' : 'booking',
  code: filled([quote_option.carrier_name ?? quote_option.carrier_code, quote_option.service_name]).join(' · '),
  lines: filled([
    isRefused({ status, carrier_job_id }) && failure_reason ? getName(failure_reason) : null,
    ...charges.map(({ type, amount, currency, reason }) =>
      filled([`${getName(type)}: ${amount} ${currency}`, reason]).join(', '),
    ),
  ]),
})

/** One line for a fact: nothing that the title says, and the carrier only of one that has no booking. */
function fromTimeline(entry: TimelineEntry, names: Names): HistoryEntry {
  const { getName } = names
  const code = entry.incident ?? entry.tracking_status ?? (entry.type === 'status_changed' ? entry.status : entry.type)
  const carrier = entry.type === 'carrier_declined' && toWho(entry, names)
  const description = entry.description === getName(code) ? null : entry.description
  const lines = filled([carrier || null, description, entry.reason && getName(entry.reason)])
  return { id: entry.event_id, at: entry.occurred_at, kind: 'timeline', code, lines }
}
