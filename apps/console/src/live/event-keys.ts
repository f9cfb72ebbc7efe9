/** Pure: which cached answers an event makes old. A key is a prefix: `['shipments']` covers all lists and pages of them. */
import type { WaybillEvent } from '@waybill/sdk'

type QueryKey = readonly unknown[]
type Keys = (subjectId: string) => QueryKey[]

/** The list, the page and everything under the page of a shipment. A feature's keys begin with one of these nouns. */
const shipment: Keys = () => [['shipments'], ['work']]
const quote: Keys = () => [['quotes'], ['shipments']]
const booking: Keys = () => [['bookings'], ['shipments'], ['work']]
const courier: Keys = (bookingId) => [['bookings', 'driver', bookingId]]

const eventKeys = {
  'shipment.created': shipment,
  'shipment.updated': shipment,
  'shipment.in_transit': shipment,
  'shipment.out_for_delivery': shipment,
  'shipment.awaiting_collection': shipment,
  'shipment.delivery_attempted': shipment,
  'shipment.on_hold': shipment,
  'shipment.returning': shipment,
  'shipment.delivered': shipment,
  'shipment.returned': shipment,
  'shipment.failed': shipment,
  'shipment.cancelled': shipment,
  'shipment.expired': shipment,
  'quote.created': quote,
  'quote.accepted': quote,
  'quote.expired': quote,
  'quote.superseded': quote,
  'quote.cancelled': quote,
  'booking.created': booking,
  'booking.updated': booking,
  'booking.driver_assigned': booking,
  'booking.delivered': booking,
  'booking.proof_ready': booking,
  'booking.failed': booking,
  'booking.cancelled': booking,
  'booking.driver_location': courier,
  'carrier_account.failing': () => [['carriers'], ['work']],
  'webhook.test': () => [['webhooks']],
  'webhook.subscription_disabled': () => [['webhooks'], ['work']],
} as const satisfies Record<WaybillEvent['type'], Keys>

/** The keys of some events, each once. Every event is also in the log. Types that this version does not know are only there. */
export function toKeys(events: readonly WaybillEvent[]): QueryKey[] {
  if (events.length === 0) return []
  const keys = events.flatMap(({ type, subject }) => {
    const find = Object.hasOwn(eventKeys, type) ? (eventKeys[type] as Keys) : undefined
    return find?.(subject.id) ?? []
  })
  return [...new Map([...keys, ['events']].map((key) => [JSON.stringify(key), key])).values()]
}
