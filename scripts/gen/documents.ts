/** Pages of docs/ that are generated from tables in the code. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bookingTransitions } from '@waybill/booking/bookings/booking'
import { pickupTransitions } from '@waybill/contracts/bookings/pickup'
import { refundTransitions } from '@waybill/contracts/bookings/refund'
import { tableRules as bookingTables } from '@waybill/booking/table-rules'
import type { BookRecovery, CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { descriptorsFor } from '@waybill/carriers/registry'
import { chassisTableRules } from '@waybill/chassis/retention/chassis-table-rules'
import { eventTypeCatalogue } from '@waybill/api-docs/openapi/event-types'
import { tableRules as gatewayTables } from '@waybill/gateway/table-rules'
import { quoteTransitions } from '@waybill/quoting/quotes/quote'
import { tableRules as quotingTables } from '@waybill/quoting/table-rules'
import { transitions as shipmentTransitions } from '@waybill/contracts/shipments/transitions'
import { tableRules as shipmentTables } from '@waybill/shipment/table-rules'
import { tableRules as simulatorTables } from '@waybill/simulator/table-rules'
import { deliveryTransitions } from '@waybill/webhook/deliveries/delivery'
import { tableRules as webhookTables } from '@waybill/webhook/table-rules'
import { configurationText } from './configuration.ts'

/** By service. */
export const tableRules = {
  gateway: gatewayTables({}),
  shipment: shipmentTables,
  quoting: quotingTables,
  booking: bookingTables({}),
  webhook: webhookTables,
  simulator: simulatorTables,
}

type Transitions = Readonly<Record<string, readonly string[]>>

const made = '<!-- Made by `npm run gen`. -->'
const docs = join(import.meta.dirname, '../../docs')

const documents: Record<string, () => string> = {
  'states.md': () => `${made}
# States

For everyone: the statuses of each resource and their transitions, generated from the tables that the code uses.

## Shipment

${table(shipmentTransitions)}

## Quote

An option can be booked until its own \`expires_at\`; a quote expires with its last option.

${table(quoteTransitions)}

## Booking

Carriers skip statuses and report them late, twice or out of order. The status of a booking follows from all reports
together, whatever their order: from the latest by time, unless one of them is final.

${table(bookingTransitions)}

Reports that contradict a final one:

| reported, at whatever times and in whichever order | booking | shipment |
|---|---|---|
| \`failed\`, such as lost, and \`delivered\` | \`delivered\` | \`delivered\` |
| \`failed\` and \`returned\` | \`returned\` | \`returned\` |
| \`delivered\` and \`returned\` | \`returned\` | \`returned\` |
| \`delivered\` or \`returned\`, and \`failed\` or \`cancelled\` | as without the latter | the same |
| \`failed\` and \`cancelled\` | \`failed\` | \`failed\`; before the pickup it is free for another booking |
| a failed attempt, then \`returning\`, then \`returned\` | \`returned\` | \`returned\` |
| a final status, and one that is not | the final one | the same |
| anything, after the merchant or Waybill ended the booking | unchanged | unchanged |

Several parcels, if the carrier reports each:

| \`parcels[]\` | booking |
|---|---|
| some on their way | as the least advanced of these; after the first pickup at least \`picked_up\` |
| all ended, one \`failed\` | \`failed\` |
| all ended, one \`returned\` | \`returned\` |
| \`cancelled\` | not counted beside others |

A parcel that is held up holds up the shipment.

A delivery that a carrier reports after the return has begun is the delivery to the sender: adapters report it as \`returned\`. A
booking that fails or is cancelled by the carrier before the pickup frees its shipment. If it turns out to have delivered, returned or
lost the goods after all, the shipment takes it back, unless it has another booking or has ended. The timeline shows every report.

## Refund of a label

${table(refundTransitions)}

## Pickup

${table(pickupTransitions)}

| what happens | pickup |
|---|---|
| the carrier refuses it, or cannot be asked before the window is over | \`failed\`: it does not come |
| an answer is lost, and the carrier cannot be asked, or does not answer before the window is over | \`unknown\`: ask the carrier |
| it is confirmed after it was cancelled here | \`scheduled\`, then \`cancelled\` at the carrier |
| the cancellation is refused, or never answered | unchanged, with \`error\`: call the carrier |
| UPS reports \`005\`, a missed commit with a new estimate | \`changed\` |
| UPS reports \`004\`, unsuccessfully completed | \`missed\`: its bookings are free for another |
| EasyPost, ShipEngine or UPS reports that it is cancelled | \`cancelled\`, with \`error\` |
| no report until six hours after the window | unchanged |

## Webhook delivery

${table(deliveryTransitions)}
`,

  'events.md': () => `${made}
# Events

The event types that a webhook subscription can name. Wildcards are \`*\` and, for all types of a resource, \`shipment.*\`,
\`quote.*\`, \`booking.*\`, \`webhook.*\` and \`carrier_account.*\`. \`GET /api/v1/webhooks/event-types\` has each type's JSON Schema and an
example.

| type | subject | sent when |
|---|---|---|
${eventTypeCatalogue(new Date(0), 'http://localhost:8080').map(({ type, subject_type, description }) => `| \`${type}\` | ${subject_type} | ${cell(description)} |`).join('\n')}
`,

  'carriers/README.md': () => `${made}
# Carriers with accounts

Merchants connect these carriers with an account. \`GET /api/v1/carriers\` describes the fields of each account.

| carrier | code | merchants enter | call-backs | if the answer to a booking is lost |
|---|---|---|---|---|
${descriptorsFor({})
  .filter(({ account }) => account)
  .map(carrierRow)
  .join('\n')}

## What each supports

| carrier | services | pickups in | labels | a booking can be | photos and signatures |
|---|---|---|---|---|---|
${descriptorsFor({})
  .filter(({ account }) => account)
  .map(supportRow)
  .join('\n')}

## EasyPost, Shippo and ShipEngine

They sell the labels of many carriers: USPS, UPS, FedEx, DHL and others, as the accounts there allow, and at their prices. So their services
have no fixed list: an option has a code such as \`usps.priority\`, the carrier and the service, and \`carried_by\` says who carries the parcel.

- Verifying an account proves the key and registers a webhook. Webhooks of other systems are left alone. Without a public address of the
  installation, tracking is polled.
- Quotes cost nothing and hold for an hour. What a carrier says in place of a rate is in \`messages\`, in its words. Arrivals are the carrier's date or time, else
  its days in transit, else the longest transit that it publishes; a day counts from 08:00 to 20:00 at the drop-off.
- Of several accounts with one carrier, the cheapest rate of each service is offered. They publish no limits of weight: options show 1,000 kg.
- Addresses in the United States and Canada need a province; with ShipEngine and Shippo also those in Australia.
- A cancellation asks for a refund, until the carrier has the parcel. \`refund\` follows it for 45 days. A price that the carrier keeps is a line
  \`refund_rejected\` in \`charges\`.
- A call-back whose label cannot be read just then is answered with 503, and comes again.
- Changes of a booking and photos of a delivery are not offered.

## Borders

Goods that cross a customs border are declared with quote and purchase, by \`customs\` of the shipment and \`items\` of its parcels. If something is
missing, the same three make no offer, and the message (\`missing_field\`) names it; what a carrier has no field for is a notice
(\`customs_left_out\`). \`GET /bookings/{booking_id}/label?document=customs\` has the carrier's papers, or else Waybill's: an invoice, or CN 22 or CN 23 by a post. Nothing is declared within the European Union, with Northern Ireland, except regions outside of
its customs or tax territory. A quote across borders needs the phones of both.

[Adding a carrier](../carriers.md) says how to write an adapter.
`,

  'tables.md': () => `${made}
# Tables

What keeps each table from growing without end. The records of merchants (shipments, quotes, bookings) are kept without a limit; the
personal data in them is erased ([retention](retention.md)).

## In every schema

The gateway and the simulator do not use these tables.

${ruleTable(chassisTableRules)}

${Object.entries(tableRules)
  .map(([name, rules]) => `## ${name}\n\n${ruleTable(rules)}`)
  .join('\n\n')}
`,

  'configuration.md': () => `${made}
# Configuration

${configurationText()}
`,
}

/** The page of a carrier is named by its code, with hyphens. */
function carrierRow({ carrierCode, name, account, bookRecovery }: CarrierDescriptor): string {
  const fields = (account?.fields ?? []).map(({ label, required }) => (required ? label : `${label} (optional)`))
  const cells = [
    `[${name}](${carrierCode.replaceAll('_', '-')}.md)`,
    `\`${carrierCode}\``,
    fields.join(', '),
    callbackTexts[account?.callbacks ?? 'none'],
    recoveryText(bookRecovery),
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

function supportRow({ services, countries, labels, capabilities, ...carrier }: CarrierDescriptor): string {
  const { name, cancelWindow, discoversServices = false } = carrier
  const onDemand = services.filter((service) => service.onDemand).length
  const counted = onDemand === services.length ? `${onDemand} on demand` : String(services.length)
  const forms = labels.map(({ format, size }) => `${format.toUpperCase()} ${labelSizeTexts[size]}`)
  const changes = [
    ...(capabilities.update ? ['changed'] : []),
    ...(capabilities.cancel && cancelWindow ? [`cancelled until \`${cancelWindow.untilStatus}\``] : []),
  ]
  const cells = [
    ...[name, discoversServices ? 'those of the account' : counted],
    countries === '*' ? 'all countries' : countries.join(', '),
    forms.join(', ') || 'none',
    changes.join(', ') || '–',
    capabilities.proofMedia ? 'yes' : 'no',
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

const labelSizeTexts = { '4x6': '4×6', a4: 'A4' }
const callbackTexts = { registered: 'registered by Waybill', manual: 'entered by the merchant', none: 'none: polled' }
const recoveryTexts = {
  same_key: 'repeated with the same key',
  lookup_by_reference: 'looked up by reference',
  prepared_id: 'the same draft is bought again',
  none: 'left to the operator',
}
const recoveryText = (recovery: BookRecovery): string =>
  recovery.kind === 'lookup_by_reference' && recovery.settleMs === null
    ? 'looked up by reference; left to the operator if it is not found'
    : recoveryTexts[recovery.kind]

/** A row for all tables with the same rule: when their rows are deleted, or why they are kept. */
const ruleTable = (rules: Readonly<Record<string, ShownRule>>): string =>
  [
    '| table | rows are |',
    '|---|---|',
    ...[...Map.groupBy(Object.keys(rules), (name) => ruleText(rules[name] as ShownRule))].map(
      ([text, names]) => `| ${names.map((name) => `\`${name}\``).join(' ')} | ${cell(text)} |`,
    ),
  ].join('\n')

type ShownRule = { deleted: string } | { kept: string }

const ruleText = (rule: ShownRule): string => ('kept' in rule ? `kept: ${rule.kept}` : `deleted ${rule.deleted}`)

export function writeDocuments(): void {
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(docs, name), text())
}

/** Paths of pages that differ from what would be generated now. */
export const checkDocuments = (): string[] =>
  Object.entries(documents)
    .filter(([name, text]) => kept(name) !== text())
    .map(([name]) => `docs/${name}`)

function kept(name: string): string | null {
  try {
    return readFileSync(join(docs, name), 'utf8')
  } catch {
    return null
  }
}

/** A row for all statuses that lead to the same ones. */
function table(transitions: Transitions): string {
  const statuses = Map.groupBy(Object.keys(transitions), (from) => (transitions[from] ?? []).join(' · '))
  return ['| from | to |', '|---|---|', ...[...statuses].map(([to, from]) => `| ${from.join(' · ')} | ${to || '–'} |`)].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
