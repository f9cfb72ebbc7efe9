import { exampleShipment } from './merchant/example-shipment.ts'

/** Values for a first call. */
export interface SandboxFacts {
  base_url: string
  docs_url: string
  /** Signs the demo merchant's owner in, once. */
  console_url: string
  access_token: string
  merchant_id: string
  environment_id: string
}

/** URLs, API key and first calls to paste, as `npm start` and `waybill admin demo` print them. */
export function sandboxBanner(facts: SandboxFacts, now = new Date()): string {
  return `Waybill is ready.

  API          ${facts.base_url}
  Docs         ${facts.docs_url}
  Console      ${facts.console_url}
               (signs you in once; the next start prints a new link)
  API key      ${facts.access_token}
  Merchant     ${facts.merchant_id}
  Environment  ${facts.environment_id} (test)

From an order to its label and tracking link, in another terminal, in the clone:

  export WAYBILL_URL=${facts.base_url} WAYBILL_API_KEY=${facts.access_token}
  waybill() { npm run --silent waybill -- "$@"; }
  waybill shipments example | waybill shipments create -    # prints shp_… for the next commands
  waybill book shp_… --cheapest                             # prints the price and the tracking link
  waybill label shp_… --output label.pdf
  waybill track shp_…                                       # follows it to the door

Elsewhere, npm install --global ${facts.base_url}/downloads/waybill-cli.tgz installs the command waybill.

The first of these calls with curl:

  curl ${facts.base_url}/api/v1/shipments \\
    -H 'Authorization: Bearer ${facts.access_token}' \\
    -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(exampleShipment(now, 'ORDER-1'))}'
`
}
