/** Pure: which of the shipments that are ready are meant. */
import type { Shipment } from '@waybill/sdk'

/** The references in a scanned or pasted text: one in a line, or several with tabs, commas or semicolons between them. */
export const readReferences = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n\r\t,;]+/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]

/** The shipments with these references or ids, in any case, and the references that none of them has. */
export function findByReference(shipments: readonly Shipment[], references: readonly string[]) {
  const found = new Set<string>()
  const unknown: string[] = []
  for (const reference of references) {
    const name = reference.toLowerCase()
    const matching = shipments.filter(
      ({ merchant_order_ref, shipment_id }) => merchant_order_ref.toLowerCase() === name || shipment_id === name,
    )
    for (const { shipment_id } of matching) found.add(shipment_id)
    if (matching.length === 0) unknown.push(reference)
  }
  return { found: [...found], unknown }
}

/** Those in whose reference or recipient every word of the filter is. */
export function filterShipments(shipments: readonly Shipment[], filter: string): readonly Shipment[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return shipments
  return shipments.filter(({ merchant_order_ref, dropoff_address: { name, city, post_code, country } }) => {
    const text = [merchant_order_ref, name, city, post_code, country].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Whether a carrier would get the same: where from and to, what, and when. */
export const isSameShipment = (one: Shipment, other: Shipment): boolean => toSent(one) === toSent(other)

const toSent = (shipment: Shipment): string => {
  const { pickup_address, dropoff_address, pickup_instructions, dropoff_instructions } = shipment
  const { collection_date, ready_at, merchant_order_ref, parcels } = shipment
  const texts = [pickup_instructions, dropoff_instructions, collection_date, ready_at, merchant_order_ref]
  return JSON.stringify([pickup_address, dropoff_address, parcels, texts])
}
