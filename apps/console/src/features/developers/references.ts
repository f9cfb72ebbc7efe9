/** Pure: which order an event is about. */
import type { WaybillEvent } from '@waybill/sdk'

/** Whether events of a type are about an order. */
export const hasOrder = (type: string): boolean => /^(shipment|quote|booking)\./.test(type)

/** The reference of the order, from the shipment, or from the quote or booking with its shipment. */
export function findReference({ data }: Pick<WaybillEvent, 'data'>): string | undefined {
  const { object } = data as { object?: { merchant_order_ref?: unknown; shipment?: { merchant_order_ref?: unknown } } }
  const reference = object?.merchant_order_ref ?? object?.shipment?.merchant_order_ref
  return typeof reference === 'string' ? reference : undefined
}
