/** Pure: which order an event is about. */
import type { Delivery, WaybillEvent } from '@waybill/sdk'

const MARGIN_MS = 60_000

/** The period in which the events of these deliveries happened, as filters of the list of events; null: of none. */
export function findPeriod(deliveries: readonly Pick<Delivery, 'createdAt'>[]) {
  const times = deliveries.map(({ createdAt }) => Date.parse(createdAt))
  if (times.length === 0) return null
  return {
    created_from: new Date(Math.min(...times) - MARGIN_MS).toISOString(),
    created_to: new Date(Math.max(...times) + MARGIN_MS).toISOString(),
  }
}

/** The reference of the order, from the shipment, or from the quote or booking with its shipment. */
export function findReference({ data }: Pick<WaybillEvent, 'data'>): string | undefined {
  const { object } = data as { object?: { merchant_order_ref?: unknown; shipment?: { merchant_order_ref?: unknown } } }
  const reference = object?.merchant_order_ref ?? object?.shipment?.merchant_order_ref
  return typeof reference === 'string' ? reference : undefined
}
