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
/** A list of deliveries takes so many events, and has one delivery of each. */
const EVENTS_OF_A_LIST = 100

export interface SubscriptionFacts {
  subscription_id: string
  status: string
  /** Events of the environment that it has not come to yet. */
  behind: number
  /** Messages about the shipment. */
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
    const events = pages.flatMap(({ data }) => data.map((event) => event.id))
    return await Promise.all(
      subscriptions.map(({ subscription_id }) => readDeliveries(waybill, subscription_id, events)),
    )
  } catch (error) {
    if (error instanceof PermissionError) return null
    throw error
  }
}

async function readDeliveries(waybill: Waybill, subscription_id: string, events: string[]): Promise<SubscriptionFacts> {
  const lists = Array.from({ length: Math.ceil(events.length / EVENTS_OF_A_LIST) }, (_, index) => {
    const event_id = events.slice(index * EVENTS_OF_A_LIST, (index + 1) * EVENTS_OF_A_LIST)
    return waybill.webhooks.deliveries.list(subscription_id, { event_id, limit: EVENTS_OF_A_LIST })
  })
  const [{ status, backlog }, ...pages] = await Promise.all([
    waybill.webhooks.subscriptions.get(subscription_id),
    ...lists,
  ])
  const ours = pages.flatMap(({ data }) => data)
  const failed = ours.filter((delivery) => delivery.status === 'failed')
  const succeeded = ours.filter((delivery) => delivery.status === 'succeeded').length
  return {
    subscription_id,
    status,
    behind: backlog?.events_behind ?? 0,
    succeeded,
    waiting: ours.filter((delivery) => !['failed', 'succeeded', 'cancelled'].includes(delivery.status)).length,
    failed: failed.map(({ delivery_id, event, attempts }) => {
      const last = attempts.at(-1)
      const reason = last?.response_status ? `HTTP ${last.response_status}` : (last?.error_code ?? 'unknown')
      return { delivery_id, event, reason }
    }),
  }
}
