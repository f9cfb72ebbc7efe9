/** Pages of docs/ that are generated from tables in the code. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bookingTransitions } from '@waybill/booking/bookings/booking'
import { variables as booking } from '@waybill/booking/config'
import { defineConfig, type VariableRow } from '@waybill/chassis/process/config'
import { tracingVariables } from '@waybill/chassis/telemetry/tracing-variables'
import { variables as gateway } from '@waybill/gateway/config'
import { eventTypeCatalogue } from '@waybill/gateway/openapi/event-types'
import { variables as quoting } from '@waybill/quoting/config'
import { quoteTransitions } from '@waybill/quoting/quotes/quote'
import { variables as shipment } from '@waybill/shipment/config'
import { transitions as shipmentTransitions } from '@waybill/shipment/shipments/transitions'
import { variables as simulator } from '@waybill/simulator/config'
import { variables as standalone } from '@waybill/standalone/config'
import { variables as webhook } from '@waybill/webhook/config'
import { deliveryTransitions } from '@waybill/webhook/deliveries/delivery'

type Transitions = Readonly<Record<string, readonly string[]>>

const made = '<!-- Made by `npm run gen`. -->'
const docs = join(import.meta.dirname, '../../docs')

const documents: Record<string, () => string> = {
  'states.md': () => `${made}
# States

The statuses of each resource and their transitions, generated from the tables that the code uses.

## Shipment

${diagram(shipmentTransitions)}

${table(shipmentTransitions)}

## Quote

${diagram(quoteTransitions)}

## Booking

Carriers skip statuses and report them late, twice or out of order. The status of a booking follows from all reports
together, whatever their order.

${table(bookingTransitions)}

## Webhook delivery

${diagram(deliveryTransitions)}
`,

  'events.md': () => `${made}
# Events

The event types that a webhook subscription can name. Wildcards are \`*\` and, for all types of a resource, \`shipment.*\`,
\`quote.*\`, \`booking.*\` and \`webhook.*\`. \`GET /api/v1/webhooks/event-types\` returns the JSON Schema and an example of
each type.

| type | subject | sent when |
|---|---|---|
${eventTypeCatalogue(new Date(0), 'http://localhost:8080').map(({ type, subject_type, description }) => `| \`${type}\` | ${subject_type} | ${cell(description)} |`).join('\n')}
`,

  'configuration.md': () => `${made}
# Configuration

The environment variables of every process. A secret can also be read from a file: set \`NAME_FILE\` to its path. Write
durations as \`250ms\`, \`30s\`, \`5m\` or \`24h\`.

## Tracing

Every process reads the standard OpenTelemetry variables. Tracing is on when \`OTEL_EXPORTER_OTLP_ENDPOINT\`,
\`OTEL_EXPORTER_OTLP_TRACES_ENDPOINT\` or \`OTEL_TRACES_EXPORTER\` is set, unless \`OTEL_TRACES_EXPORTER\` is \`none\` or
\`OTEL_SDK_DISABLED\` is \`true\`. Metrics are scraped by Prometheus and never exported over OTLP.

${variableTable(defineConfig(tracingVariables).describe())}

${Object.entries({ gateway, shipment, quoting, booking, webhook, simulator, 'npm start': standalone })
  .map(([name, variables]) => `## ${name}\n\n${variableTable(variables.describe().filter(isNoTracing))}`)
  .join('\n\n')}
`,
}

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

function diagram(transitions: Transitions): string {
  const steps = Object.entries(transitions).flatMap(([from, to]) =>
    to.length === 0 ? [`  ${from} --> [*]`] : to.map((next) => `  ${from} --> ${next}`),
  )
  return ['```mermaid', 'stateDiagram-v2', ...steps, '```'].join('\n')
}

const table = (transitions: Transitions): string =>
  [
    '| from | to |',
    '|---|---|',
    ...Object.entries(transitions).map(([from, to]) => `| ${from} | ${to.join(' · ') || '–'} |`),
  ].join('\n')

/** The variables of tracing are the same in every process, and shown once. */
const isNoTracing = ({ variable }: VariableRow): boolean => !(variable in tracingVariables)

const variableTable = (rows: VariableRow[]): string =>
  [
    '| variable | type | default | |',
    '|---|---|---|---|',
    ...rows.map((row) => `| \`${row.variable}\` | ${row.type} | ${cell(row.default)} | ${cell(row.description)} |`),
  ].join('\n')

const cell = (text: string): string => text.replaceAll('|', '\\|')
