/** Collects the facts of a shipment from the calls of the API that the key may make. */
import {
  type Booking,
  PermissionError,
  type Quote,
  type Shipment,
  type TimelineEntry,
  type Waybill,
} from '@waybill/sdk'

const MOST_QUOTES = 5
const MOST_BOOKINGS = 10
const MOST_ENTRIES = 500
const MOST_EVENTS = 100
const MOST_SUBSCRIPTIONS = 5
const MOST_DELIVERIES = 100

export interface SubscriptionFacts {
  subscription_id: string
  status: string
  /** Messages about the shipment, among the newest 100 of the subscription. */
  succeeded: number
  waiting: number
  failed: { delivery_id: string; event: string; reason: string }[]
}

export interface Facts {
  shipment: Shipment
  /** Oldest first. */
  timeline: TimelineEntry[]
  /** Newest first. */
  quotes: Quote[]
  /** Newest first. */
  bookings: Booking[]
  /** Null: the key may not read webhooks. */
  webhooks: SubscriptionFacts[] | null
}

export async function readFacts(waybill: Waybill, id: string): Promise<Facts> {
  const shipment = await waybill.shipments.get(id)
  const [timeline, quotes, bookings] = await Promise.all([
    waybill.shipments.timeline(id, { limit: 100 }).toArray({ limit: MOST_ENTRIES }),
    waybill.quotes.list({ shipment_id: id, limit: MOST_QUOTES }).then(({ data }) => data),
    waybill.bookings.list({ shipment_id: id, limit: MOST_BOOKINGS }).then(({ data }) => data),
  ])
  const subjects = [id, ...bookings.map(({ booking_id }) => booking_id)]
  return { shipment, timeline, quotes, bookings, webhooks: await readWebhooks(waybill, subjects) }
}

async function readWebhooks(waybill: Waybill, subjects: string[]): Promise<SubscriptionFacts[] | null> {
  try {
    const { data: subscriptions } = await waybill.webhooks.subscriptions.list({ limit: MOST_SUBSCRIPTIONS })
    if (subscriptions.length === 0) return []
    const pages = await Promise.all(
      subjects.map((subject) => waybill.events.list({ subject_id: subject, limit: MOST_EVENTS })),
    )
    const events = new Set(pages.flatMap(({ data }) => data.map((event) => event.id)))
    return await Promise.all(subscriptions.map((subscription) => readDeliveries(waybill, subscription, events)))
  } catch (error) {
    if (error instanceof PermissionError) return null
    throw error
  }
}

async function readDeliveries(
  waybill: Waybill,
  { subscription_id, status }: { subscription_id: string; status: string },
  events: Set<string>,
): Promise<SubscriptionFacts> {
  const { data } = await waybill.webhooks.deliveries.list(subscription_id, { limit: MOST_DELIVERIES })
  const ours = data.filter(({ event_id }) => events.has(event_id))
  const failed = ours.filter((delivery) => delivery.status === 'failed')
  const succeeded = ours.filter((delivery) => delivery.status === 'succeeded').length
  return {
    subscription_id,
    status,
    succeeded,
    waiting: ours.filter((delivery) => !['failed', 'succeeded', 'cancelled'].includes(delivery.status)).length,
    failed: failed.map(({ delivery_id, event, attempts }) => {
      const last = attempts.at(-1)
      const reason = last?.response_status ? `HTTP ${last.response_status}` : (last?.error_code ?? 'unknown')
      return { delivery_id, event, reason }
    }),
  }
}
