/** The page docs/configuration.md. A variable that several processes read is shown once. */
import { variables as booking } from '@waybill/booking/config'
import { defineConfig, type VariableRow } from '@waybill/chassis/config/config'
import { tracingVariables } from '@waybill/chassis/telemetry/tracing-variables'
import { variables as gateway } from '@waybill/gateway/config'
import { variables as quoting } from '@waybill/quoting/config'
import { variables as shipment } from '@waybill/shipment/config'
import { variables as simulator } from '@waybill/simulator/config'
import { variables as standalone } from '@waybill/standalone/config'
import { variables as webhook } from '@waybill/webhook/config'

const processes = { gateway, shipment, quoting, booking, webhook, simulator, 'npm start': standalone }

/** A variable with one meaning, in all processes that read it. */
interface Meaning {
  row: VariableRow
  /** Names of processes, by the default that they have. */
  readers: Map<string, string[]>
}

/** The text of the page after its title. */
export function configurationText(): string {
  const meanings = listMeanings()
  const isShared = ({ readers }: Meaning) => [...readers.values()].flat().length > 1
  const own = Object.keys(processes).map((name) => {
    const rows = meanings.filter((meaning) => !isShared(meaning) && [...meaning.readers.values()].flat().includes(name))
    return `## ${name}\n\n${variableTable(rows.map(({ row }) => row))}`
  })
  return `The environment variables of every process. A secret or credential can also be read from a file: set
\`NAME_FILE\` to its path. Write durations as \`250ms\`, \`30s\`, \`5m\` or \`24h\`.

## Shared variables

${sharedTable(meanings.filter(isShared))}

## Tracing

Every process reads the standard OpenTelemetry variables. Metrics are scraped by Prometheus and never exported over OTLP.

${variableTable(defineConfig(tracingVariables).describe())}

${own.join('\n\n')}`
}

/** In the order of the processes and of their variables. The variables of tracing are the same everywhere and left out. */
function listMeanings(): Meaning[] {
  const meanings = new Map<string, Meaning>()
  for (const [name, variables] of Object.entries(processes)) {
    for (const row of variables.describe()) {
      if (row.variable in tracingVariables) continue
      const key = JSON.stringify([row.variable, row.type, row.description])
      const meaning = meanings.get(key) ?? { row, readers: new Map<string, string[]>() }
      meaning.readers.set(row.default, [...(meaning.readers.get(row.default) ?? []), name])
      meanings.set(key, meaning)
    }
  }
  return [...meanings.values()]
}

const sharedTable = (meanings: readonly Meaning[]): string =>
  [
    '| variable | read by | type | default | |',
    '|---|---|---|---|---|',
    ...meanings.map(({ row, readers }) => {
      const cells = [readersText([...readers.values()].flat()), row.type, defaultText(readers), row.description]
      return `| ${nameText(row)} | ${cells.map(cell).join(' | ')} |`
    }),
  ].join('\n')

/** Names the processes, or those that are missing if they are fewer. */
function readersText(names: readonly string[]): string {
  const missing = Object.keys(processes).filter((name) => !names.includes(name))
  if (missing.length === 0) return 'all'
  return missing.length < names.length ? `all but ${missing.join(', ')}` : names.join(', ')
}

/** The most frequent default, then those of other processes. */
function defaultText(readers: Meaning['readers']): string {
  const [[usual] = [''], ...others] = [...readers].sort(([, some], [, more]) => more.length - some.length)
  return [usual, ...others.map(([value, names]) => `${names.join(', ')}: ${value}`)].join('; ')
}

const variableTable = (rows: readonly VariableRow[]): string =>
  [
    '| variable | type | default | |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${nameText(row)} | ${row.type} | ${cell(row.default)} | ${cell(row.description)} |`),
  ].join('\n')

/** Without the name for a file, which the page explains once. */
const nameText = ({ variable }: VariableRow): string => `\`${variable.split(' or ')[0]}\``

const cell = (text: string): string => text.replaceAll('|', '\\|')
