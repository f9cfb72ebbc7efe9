/** Pure: one history of a shipment from its timeline, quotes and bookings. */
import type { Booking, Quote, TimelineEntry } from '@waybill/sdk'

export interface HistoryEntry {
  id: string
  at: string
  kind: 'timeline' | 'quote' | 'booking'
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
}

/** Newest first. Of two at the same time, the cause comes below the effect: quote, booking, then reports. */
export function makeHistory({ timeline, quotes, bookings, getName }: Told): HistoryEntry[] {
  const entries = [
    ...quotes.map(fromQuote),
    ...bookings.map((booking) => fromBooking(booking, getName)),
    ...timeline.map((entry) => fromTimeline(entry, getName)),
  ]
  return entries
    .map((entry, index) => ({ entry, index }))
    .sort((one, other) => other.entry.at.localeCompare(one.entry.at) || other.index - one.index)
    .map(({ entry }) => entry)
}

const filled = (lines: readonly (string | null | undefined)[]): string[] =>
  lines.filter((line): line is string => line != null && line !== '')

const fromQuote = ({ quote_id, requested_at, options, messages }: Quote): HistoryEntry => ({
  id: quote_id,
  at: requested_at,
  kind: 'quote',
  code: String(options.length),
  lines: messages.map(({ carrier_code, service_code, message }) =>
    filled([filled([carrier_code, service_code]).join(' · '), message]).join(': '),
  ),
})

const fromBooking = (
  { booking_id, booked_at, quote_option, charges }: Booking,
  getName: Told['getName'],
): HistoryEntry => ({
  id: booking_id,
  at: booked_at,
  kind: 'booking',
  code: filled([quote_option.carrier_name ?? quote_option.carrier_code, quote_option.service_name]).join(' · '),
  lines: charges.map(({ type, amount, currency, reason }) =>
    filled([`${getName(type)}: ${amount} ${currency}`, reason]).join(', '),
  ),
})

const fromTimeline = (entry: TimelineEntry, getName: Told['getName']): HistoryEntry => ({
  id: entry.event_id,
  at: entry.occurred_at,
  kind: 'timeline',
  code: entry.incident ?? entry.tracking_status ?? (entry.type === 'status_changed' ? entry.status : entry.type),
  lines: filled([
    filled([entry.carrier_code, entry.service_code]).join(' · '),
    entry.description,
    entry.reason && getName(entry.reason),
  ]),
})
