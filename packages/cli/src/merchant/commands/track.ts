/** `waybill track`. */
import { styleText } from 'node:util'
import { type Booking, PermissionError, type TimelineEntry, type Waybill } from '@waybill/sdk'
import { Command } from 'commander'
import { plain } from '../../table.ts'
import { isJson, type MerchantContext } from '../context.ts'
import { endOfFollowing } from '../follow.ts'
import { withExamples } from '../options.ts'

export function trackCommand(context: MerchantContext): Command {
  const track = new Command('track')
    .description('Follow a shipment live, from the first entry of its timeline to its final status.')
    .argument('<shipment_id>')
    .option('--after <event_id>', 'begin after this entry')
    .action(async (shipmentId: string, { after }: { after?: string }, command: Command) => {
      const { shipments, bookings } = await context.client(command)
      const changedParcels = parcelFollower(bookings)
      const signal = context.terminal.interruption?.()
      let last = after
      try {
        for await (const entry of shipments.track(shipmentId, { lastEventId: after, signal })) {
          context.terminal.out(isJson(command) ? `${JSON.stringify(entry)}\n` : line(entry, context))
          last = entry.event_id
          if (isJson(command)) continue
          for (const text of await changedParcels(entry, signal)) context.terminal.out(text)
        }
      } catch (error) {
        const repeat = last && `waybill track ${shipmentId} --after ${last}`
        throw endOfFollowing(context, error, { signal, repeat })
      }
    })
  return withExamples(track, 'waybill track shp_…')
}

type BookedParcel = Booking['parcels'][number]

/** Lines for the parcels of a booking of several that have changed since the entry before. */
function parcelFollower(bookings: Waybill['bookings']) {
  const shown = new Map<string, string>()
  const bookingsOfOne = new Set<string>()
  return async ({ booking_id }: TimelineEntry, signal?: AbortSignal): Promise<string[]> => {
    if (booking_id === null || booking_id === undefined || bookingsOfOne.has(booking_id)) return []
    // A server of an earlier version names none.
    const { parcels = [] } = await bookings.get(booking_id, { signal }).catch(withoutScope)
    if (parcels.length < 2) bookingsOfOne.add(booking_id)
    return bookingsOfOne.has(booking_id)
      ? []
      : parcels.map(parcelLine).filter((text, index) => {
          const key = `${booking_id} ${index}`
          const isNew = shown.get(key) !== text
          shown.set(key, text)
          return isNew
        })
  }
}

/** A key that reads shipments alone. */
function withoutScope(error: unknown): { parcels: [] } {
  if (error instanceof PermissionError) return { parcels: [] }
  throw error
}

const parcelLine = ({ number, status, incident, tracking_number, carrier_tracking_url }: BookedParcel): string =>
  `  parcel ${number}: ${plain([status, incident, tracking_number, carrier_tracking_url].filter(Boolean).join(', '))}\n`

const statusSentences: Record<string, string> = {
  in_transit: 'The shipment is on its way',
  awaiting_collection: 'The shipment waits to be collected',
  delivery_attempted: 'A delivery was attempted',
  returning: 'The shipment is on its way back',
  failed: 'The shipment has failed',
  expired: 'The shipment has expired',
}

/** A change of status in words, a refusal with the carrier that gave it, or the carrier's report in its own words. */
function describe({ type, status, description, reason, carrier_code, service_code }: TimelineEntry): string | null {
  if (type === 'status_changed') {
    return statusSentences[status] ?? `The shipment is ${status.replaceAll('_', ' ')}`
  }
  if (type !== 'carrier_declined') return description
  const carrier = [carrier_code, service_code].filter(Boolean).join(' ')
  return `${carrier} declined: ${description ?? reason?.replaceAll('_', ' ') ?? 'no reason given'}`
}

function line(entry: TimelineEntry, context: MerchantContext) {
  const { occurred_at: at, tracking_status: tracking, status } = entry
  const state = plain(tracking && tracking !== 'unknown' ? tracking : status).padEnd(20)
  const shown = context.terminal.hasColours ? styleText('bold', state, { validateStream: false }) : state
  const facts = [entry.incident, describe(entry), tracking && entry.carrier_code].filter(Boolean).map(String)
  return `${at}  ${shown}  ${plain(facts.join(', '))}`.trimEnd().concat('\n')
}
