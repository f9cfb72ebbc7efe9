/** Pure: a shipment to begin with. */

const DAY_MS = 86_400_000

/** To be collected tomorrow, or now. */
export const exampleShipment = (now: Date, reference: string, { onDemand = false, abroad = false } = {}) => ({
  merchant_order_ref: reference,
  collection_date: onDemand ? now.toISOString() : new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10),
  pickup_address: {
    name: 'Corner Bakery',
    address_line_1: '12 Market Street',
    city: 'London',
    post_code: 'NW1 8AB',
    country: 'GB',
  },
  dropoff_address: abroad ? swissAddress : londonAddress,
  parcels: [
    {
      title: 'Box of bread',
      weight_kg: 1.25,
      length_cm: 30,
      width_cm: 20,
      height_cm: 15,
      ...(abroad && { items: [rye] }),
    },
  ],
  ...(abroad && {
    customs: {
      contents: 'merchandise' as const,
      incoterm: 'DAP' as const,
      non_delivery: 'return' as const,
      invoice_number: reference.slice(0, 35),
      invoice_date: now.toISOString().slice(0, 10),
    },
  }),
})

const londonAddress = {
  name: 'Grace Miller',
  address_line_1: '7 River Road',
  city: 'London',
  post_code: 'N1 9GU',
  country: 'GB',
  residential: true,
}
const swissAddress = {
  name: 'Grace Miller',
  address_line_1: 'Bahnhofstrasse 1',
  city: 'Zürich',
  post_code: '8001',
  country: 'CH',
  phone: '+41 44 668 18 00',
  residential: true,
}
const rye = {
  description: 'Rye bread',
  quantity: 2,
  unit_value: { amount: '4.50', currency: 'GBP' },
  unit_weight: { value: 0.5, unit: 'kg' as const },
  hs_code: '1905.90',
  origin_country: 'GB',
  sku: 'RYE-500',
}
