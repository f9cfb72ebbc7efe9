/** `waybill shipments import`. */
import { randomUUID } from 'node:crypto'
import type { ShipmentBatchItem, Waybill } from '@waybill/sdk'
import { ENCODINGS, type Encoding } from '@waybill/sdk/sheets/decode'
import { Command, Option } from 'commander'
import { CliError } from '../../cli-error.ts'
import { plain } from '../../table.ts'
import { type Existing, findExisting, ROWS_PER_CALL, refuseExisting, toSent } from '../batches/existing.ts'
import { failureText, noticeText, problemError, type RowOutcome } from '../batches/outcomes.ts'
import { type Progress, startProgress } from '../batches/progress.ts'
import { readDefaults, readShipments, type ShipmentRow } from '../batches/shipment-rows.ts'
import { isJson, type MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { readText } from '../input.ts'
import { idempotencyKeyOption, withExamples } from '../options.ts'
import { type CommandParts, commandLine } from '../repeat.ts'

interface ImportOptions {
  dryRun?: boolean
  skipExisting?: boolean
  allowExisting?: boolean
  encoding?: Encoding
  defaults?: string
  idempotencyKey?: string
}

interface Import {
  context: MerchantContext
  command: Command
  file: string
  key: string
  dryRun: boolean
  skipExisting: boolean
  /** How the file is read: also when the command is repeated. */
  reading: { encoding?: string; defaults?: string }
  signal: AbortSignal | undefined
}

interface Counts {
  done: number
  failed: number
  /** Valid ones of a dry run. */
  existing: number
}

export function importCommand(context: MerchantContext): Command {
  const command = new Command('import')
    .description('Register the shipments of a file, up to 10,000: a line of JSON for each, or CSV.')
    .argument('<file>', 'a file .jsonl or .csv; - reads lines of JSON from standard input')
    .option('--dry-run', 'only check the shipments: what is wrong, what is odd, and what exists already')
    .option('--skip-existing', 'leave out orders that have a shipment already')
    .addOption(
      new Option('--allow-existing', 'register orders that have a shipment already once more').conflicts(
        'skipExisting',
      ),
    )
    .option('--defaults <file>', 'a shipment in JSON, for rows of CSV without a date, a pickup or a parcel')
    .addOption(new Option('--encoding <name>', 'of a file that is not in Unicode').choices(ENCODINGS))
    .addOption(idempotencyKeyOption())
    .action(async (file: string, options: ImportOptions, self: Command) => {
      const {
        dryRun = false,
        skipExisting = false,
        allowExisting = false,
        encoding,
        defaults,
        idempotencyKey,
      } = options
      const name = file === '-' ? 'Standard input' : file
      const text = await readText(file, context.terminal, encoding)
      const { rows, unused, unitless, notes } = readShipments(
        text,
        name,
        defaults ? await readDefaults(defaults, context.terminal) : {},
      )
      for (const { line, cells } of notes)
        context.terminal.err(`line ${line} is no shipment: ${plain(cells.filter(Boolean).join(' '))}\n`)
      if (unused.length > 0) context.terminal.err(`Columns that are not used: ${unused.map(plain).join(', ')}.\n`)
      if (unitless.length > 0)
        context.terminal.err(`Columns without a unit, read in kg and cm: ${unitless.map(plain).join(', ')}.\n`)
      const waybill = await context.client(self)
      const key = idempotencyKey ?? `import-${randomUUID()}`
      const signal = context.terminal.interruption?.()
      const job: Import = {
        context,
        command: self,
        file,
        key,
        dryRun,
        skipExisting,
        reading: { encoding, defaults },
        signal,
      }
      // A key registers nothing twice: what exists may be from the run before.
      const isChecked = !dryRun && !allowExisting && (skipExisting || idempotencyKey === undefined)
      const existing = isChecked ? await check(waybill, rows, job) : new Map()
      if (existing.size > 0 && !skipExisting) throw refuseExisting(existing, file, job.reading)
      for (const [row, where] of existing) reportExisting(job, row, where)
      const wanted = rows.filter((row) => !existing.has(row))
      const counts = await registerAll(waybill, wanted, job)
      if (!isJson(self)) context.terminal.out(summary(counts, { rows, existing, dryRun }))
      if (counts.failed > 0) throw new CliError(EXIT.refused, adviceFor(job, counts.failed))
    })
  return withExamples(command, 'waybill shipments import orders.csv', 'waybill shipments import orders.csv --dry-run')
}

async function check(waybill: Waybill, rows: readonly ShipmentRow[], job: Import): Promise<Existing> {
  try {
    return await findExisting(waybill, rows, job.signal)
  } catch (error) {
    if (job.signal?.aborted) throw new CliError(EXIT.interrupted, 'Stopped. Nothing is registered.')
    throw job.context.explain(error) ?? error
  }
}

function reportExisting({ context, command }: Import, { line, document }: ShipmentRow, where: string): void {
  const name = String(document.merchant_order_ref)
  const facts = {
    line,
    merchant_order_ref: name,
    outcome: 'existing',
    shipment_id: where.startsWith('shp_') ? where : null,
  }
  if (isJson(command)) context.terminal.out(`${JSON.stringify({ ...facts, error: null })}\n`)
  else context.terminal.out(`line ${line}  ${plain(name)}  exists already: ${where}\n`)
}

function summary(
  { failed, existing: found }: Counts,
  { rows, existing, dryRun }: { rows: readonly ShipmentRow[]; existing: Existing; dryRun: boolean },
): string {
  const known = dryRun ? found : existing.size
  const done = rows.length - failed - existing.size
  const also = known > 0 ? `; ${known} ${known === 1 ? 'exists' : 'exist'} already` : ''
  return `${done} of ${rows.length} shipments ${dryRun ? 'are valid' : 'are registered'}${also}.\n`
}

async function registerAll(waybill: Waybill, rows: readonly ShipmentRow[], job: Import): Promise<Counts> {
  const { context, command, key, dryRun, signal } = job
  const progress = startProgress(isJson(command) ? quiet(context) : context.terminal, 'shipments', rows.length)
  const counts: Counts = { done: 0, failed: 0, existing: 0 }
  try {
    for (let first = 0; first < rows.length; first += ROWS_PER_CALL) {
      const some = rows.slice(first, first + ROWS_PER_CALL)
      const shipments = some.map(toSent)
      const options = { idempotencyKey: `${key}-${first / ROWS_PER_CALL}`, signal }
      const { items } = await waybill.shipments.createBatch({ shipments, dry_run: dryRun }, options)
      report(items, some, { job, progress, counts })
    }
  } catch (error) {
    progress.hide()
    throw interrupted(error, job, counts)
  }
  progress.hide()
  return counts
}

const quiet = ({ terminal }: MerchantContext) => ({ ...terminal, showsProgress: false })

function report(
  items: readonly ShipmentBatchItem[],
  rows: readonly ShipmentRow[],
  { job, progress, counts }: { job: Import; progress: Progress; counts: Counts },
): void {
  const { context, command } = job
  progress.hide()
  for (const { index, outcome, shipment, existing_shipment_id: existing, error } of items) {
    const row = rows[index] as ShipmentRow
    const name = String(row.document.merchant_order_ref ?? '–')
    const found: RowOutcome = { line: row.line, name, outcome, error: problemError(row.problems) ?? error }
    counts.done += 1
    if (outcome === 'failed') counts.failed += 1
    if (existing !== null) counts.existing += 1
    if (isJson(command)) {
      const facts = {
        merchant_order_ref: name,
        outcome,
        shipment_id: shipment?.shipment_id ?? null,
        error: found.error,
        existing_shipment_id: existing,
      }
      context.terminal.out(`${JSON.stringify({ line: row.line, ...facts, notices: row.notices })}\n`)
    } else if (outcome === 'failed') context.terminal.out(failureText(found))
    else if (shipment)
      context.terminal.out(`line ${row.line}  ${shipment.merchant_order_ref}  ${shipment.shipment_id}\n`)
    else if (existing !== null) reportExisting(job, row, existing)
    if (!isJson(command)) context.terminal.err(noticeText(row.line, name, row.notices))
  }
  progress.update(counts.done, counts.failed)
}

function repetition({ file, key, dryRun, skipExisting, reading }: Import): string {
  const resumed = skipExisting ? { 'skip-existing': true as const } : { 'idempotency-key': key }
  const mode: CommandParts['options'] = dryRun ? { 'dry-run': true } : resumed
  return commandLine({ words: ['shipments', 'import', file], options: { ...reading, ...mode } })
}

const adviceFor = (job: Import, failed: number): string =>
  job.dryRun
    ? `${failed} ${failed === 1 ? 'is' : 'are'} not valid.`
    : `${failed} failed. Correct them, leave each on its line, and run this within 24 hours. What is registered stays as it is:\n  ${repetition(job)}`

/** The error of a call, with the command that goes on. */
function interrupted(error: unknown, job: Import, { done }: Counts): unknown {
  const goOn = job.dryRun ? '' : `\nTo register the rest, and nothing twice, run:\n  ${repetition(job)}`
  if (job.signal?.aborted) return new CliError(EXIT.interrupted, `Stopped after ${done} shipments.${goOn}`)
  const failure = job.context.explain(error)
  return failure === null ? error : new CliError(failure.exitCode, `${failure.message}${goOn}`, { cause: error })
}
