/** Pure: what led to what in the life of a shipment: a call of the API or a report, its effects, and the webhooks about them. */
import type { ApiCallSummary, WaybillEvent } from '@waybill/sdk'
import type { SentDelivery } from '../../../webhooks/sent-deliveries.ts'
import type { HistoryEntry } from './history.ts'

export interface Cause {
  id: string
  at: string
  /** Null: a carrier or a clock is the cause, or the call is no longer in the API log. */
  call: ApiCallSummary | null
  /** Oldest first. */
  effects: HistoryEntry[]
  /** Oldest first. */
  deliveries: SentDelivery[]
}

interface Facts {
  history: readonly HistoryEntry[]
  calls: readonly ApiCallSummary[]
  events: readonly WaybillEvent[]
  deliveries: readonly SentDelivery[]
}

/**
 * Newest first. Events have the request that led to them, which is a call in the API log; the entries of the history are
 * found by the event or by the quote or booking that it created. A delivery stands under the cause of its event.
 */
export function findCauses({ history, calls, events, deliveries }: Facts): Cause[] {
  const called = calls.map(toCause)
  // The oldest of several calls with one request ID is the cause: it comes last, and stays in the map.
  const byRequest = new Map(called.map((cause, index) => [calls[index]?.request_id, cause]))
  const requests = mapRequests(events)
  const alone: Cause[] = []
  const byEntry = new Map<string, Cause>()
  for (const entry of history.toReversed()) {
    const caller = byRequest.get(requests.get(entry.id) ?? '')
    const cause = caller ?? { id: entry.id, at: entry.at, call: null, effects: [], deliveries: [] }
    cause.effects.push(entry)
    byEntry.set(entry.id, cause)
    if (!caller) alone.push(cause)
  }
  const causes = [...called, ...alone].sort((one, other) => other.at.localeCompare(one.at))
  const eventsById = new Map(events.map((event) => [event.id, event]))
  const oldestFirst = deliveries.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  for (const delivery of oldestFirst) {
    const event = eventsById.get(delivery.event_id)
    const cause =
      byRequest.get(event?.request.id ?? '') ??
      byEntry.get(delivery.event_id) ??
      latestBefore(causes, event?.timestamp ?? delivery.createdAt)
    cause?.deliveries.push(delivery)
  }
  return causes
}

const toCause = (call: ApiCallSummary): Cause => ({
  id: call.call_id,
  call,
  effects: [],
  deliveries: [],
  at: new Date(Date.parse(call.occurred_at) - call.duration_ms).toISOString(),
})

/** The request that led to an entry of the history, by its ID: that of an event, or of a quote or booking. */
function mapRequests(events: readonly WaybillEvent[]): Map<string, string> {
  const requests = new Map<string, string>()
  for (const { id, type, subject, request } of events) {
    if (request.id === null) continue
    requests.set(id, request.id)
    if (type === 'quote.created' || type === 'booking.created') requests.set(subject.id, request.id)
  }
  return requests
}

/** A report can make several events, of which the history has one. The others belong to the latest entry before them. */
const latestBefore = (newestFirst: readonly Cause[], at: string): Cause | undefined =>
  newestFirst.find((cause) => cause.call === null && cause.at <= at) ?? newestFirst.at(-1)
