/** What a first call needs. */
export interface SandboxFacts {
  base_url: string
  docs_url: string
  access_token: string
  merchant_id: string
  environment_id: string
}

const DAY_MS = 86_400_000

/** URLs, token and a first call to paste, as `npm start` and `waybill admin demo` print them. */
export function sandboxBanner(facts: SandboxFacts, now = new Date()): string {
  return `Waybill is ready.

  API          ${facts.base_url}
  Docs         ${facts.docs_url}
  Token        ${facts.access_token}
  Merchant     ${facts.merchant_id}
  Environment  ${facts.environment_id} (test)

Register a first shipment:

  curl ${facts.base_url}/api/v1/shipments \\
    -H 'Authorization: Bearer ${facts.access_token}' \\
    -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(firstShipment(now))}'
`
}

const firstShipment = (now: Date) => ({
  merchant_order_ref: 'ORDER-1',
  collection_date: new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10),
  pickup_address: { address_line_1: '12 Market Street', city: 'London', post_code: 'NW1 8AB', country: 'GB' },
  dropoff_address: { address_line_1: '7 River Road', city: 'London', post_code: 'N1 9GU', country: 'GB' },
  parcels: [{ title: 'Box of bread', weight_kg: 1.25, length_cm: 30, width_cm: 20, height_cm: 15 }],
})
