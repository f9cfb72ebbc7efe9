/** Pure: a shipment to begin with. */

const DAY_MS = 86_400_000

/** To be collected tomorrow, or now. */
export const exampleShipment = (now: Date, reference: string, { onDemand = false } = {}) => ({
  merchant_order_ref: reference,
  collection_date: onDemand ? now.toISOString() : new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10),
  pickup_address: {
    name: 'Corner Bakery',
    address_line_1: '12 Market Street',
    city: 'London',
    post_code: 'NW1 8AB',
    country: 'GB',
  },
  dropoff_address: {
    name: 'Grace Miller',
    address_line_1: '7 River Road',
    city: 'London',
    post_code: 'N1 9GU',
    country: 'GB',
    residential: true,
  },
  parcels: [{ title: 'Box of bread', weight_kg: 1.25, length_cm: 30, width_cm: 20, height_cm: 15 }],
})
