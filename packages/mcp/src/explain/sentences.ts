/** Describes the history of a shipment in sentences, without the text of strangers. */
import type { Booking, Quote, Shipment, TimelineEntry } from '@waybill/sdk'
import { label } from '../results/free-text.ts'
import { bookingSentence, declineSentence, declineView } from '../results/views.ts'
import type { Facts, SubscriptionFacts } from './facts.ts'

const MOST_DECLINES = 10
const MOST_REPORTS = 12
const MOST_FAILURES = 5

export function whatHappened({ shipment, timeline, quotes, bookings, webhooks }: Facts): string[] {
  return [
    ...shipmentSentences(shipment),
    ...quoteSentences(quotes),
    ...bookings.flatMap((booking) => bookingSentences(booking)),
    ...timelineSentences(timeline),
    ...webhookSentences(webhooks),
  ]
}

function shipmentSentences(shipment: Shipment): string[] {
  const { shipment_id, status, created_at, collection_date, failure_reason, cancellation_requested_at } = shipment
  const reason = failure_reason ? ` (${failure_reason})` : ''
  const sentences = [
    `${shipment_id} is ${status}${reason}. It was registered at ${created_at} for collection on ${collection_date}.`,
  ]
  if (shipment.dispatch) sentences.push('It is on demand: Waybill looks for a courier by itself.')
  if (cancellation_requested_at) sentences.push(`Its cancellation was requested at ${cancellation_requested_at}.`)
  return sentences
}

function quoteSentences([latest, ...earlier]: Quote[]): string[] {
  if (latest === undefined) return ['There is no quote.']
  const { quote_id, requested_at, status, options, messages } = latest
  return [
    `The latest quote ${quote_id}, requested at ${requested_at}, is ${status} and has ${options.length} offers${earlier.length > 0 ? `; there are ${earlier.length} or more before it` : ''}.`,
    ...messages.slice(0, MOST_DECLINES).map((message) => declineSentence(declineView(message))),
  ]
}

function bookingSentences(booking: Booking): string[] {
  const { incident, eta, cancelled_at, cancellation_reason_code, charges } = booking
  return [
    bookingSentence(booking),
    ...(incident ? [`Its carrier reports an incident: ${incident}.`] : []),
    ...(cancelled_at ? [`It was cancelled at ${cancelled_at} (${label(cancellation_reason_code)}).`] : []),
    ...(eta ? [`Delivery is expected from ${eta.from} to ${eta.to}.`] : []),
    ...charges.slice(0, MOST_DECLINES).map(({ type, amount, tax_amount, currency }) => {
      return `Since then the carrier charged ${amount} ${currency} and ${tax_amount} tax: ${label(type)}.`
    }),
  ]
}

function timelineSentences(timeline: TimelineEntry[]): string[] {
  const told = timeline.filter(({ type }) => type === 'tracking' || type === 'carrier_declined')
  return told.slice(-MOST_REPORTS).map((entry) => {
    const carrier = label(entry.carrier_code)
    if (entry.type === 'carrier_declined') {
      const service = entry.service_code ? ` ${label(entry.service_code)}` : ''
      return `${entry.occurred_at}: ${carrier}${service} declined: ${label(entry.reason)}.`
    }
    const incident = entry.incident ? `, incident ${entry.incident}` : ''
    return `${entry.occurred_at}: ${carrier} reports ${entry.tracking_status ?? 'no status'}${incident}.`
  })
}

function webhookSentences(webhooks: SubscriptionFacts[] | null): string[] {
  if (webhooks === null) return ['The key may not read webhooks and events, so they are not part of this.']
  return webhooks.flatMap(({ subscription_id, status, behind, succeeded, waiting, failed }) => [
    `Webhook ${subscription_id} is ${status}. Messages about this shipment: ${succeeded} arrived, ${waiting} waiting, ${failed.length} failed.`,
    ...(behind > 0 ? [`It is behind: events that are not yet sent, also of other shipments: ${behind}.`] : []),
    ...failed.slice(0, MOST_FAILURES).map(({ delivery_id, event, reason }) => {
      return `Delivery ${delivery_id} of ${event} failed: ${label(reason)}.`
    }),
  ])
}
