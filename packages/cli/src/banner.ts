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

/** URLs, token and a first call to paste, as `npm start` and `waybill admin demo` print them. */
export function sandboxBanner(facts: SandboxFacts, now = new Date()): string {
  return `Waybill is ready.

  API          ${facts.base_url}
  Docs         ${facts.docs_url}
  Console      ${facts.console_url}
               (signs you in once; the next start prints a new link)
  Token        ${facts.access_token}
  Merchant     ${facts.merchant_id}
  Environment  ${facts.environment_id} (test)

Register a first shipment:

  curl ${facts.base_url}/api/v1/shipments \\
    -H 'Authorization: Bearer ${facts.access_token}' \\
    -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(exampleShipment(now, 'ORDER-1'))}'

Or sign in with the waybill command, and register it there:

  echo ${facts.access_token} | npm run --silent waybill -- login --base-url ${facts.base_url}
  npm run --silent waybill -- shipments example > order.json
  npm run --silent waybill -- shipments create order.json
`
}
