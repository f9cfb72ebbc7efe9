/** `waybill shipments import`. */
import { randomUUID } from 'node:crypto'
import type { CreateShipment, ShipmentBatchItem, Waybill } from '@waybill/sdk'
import { Command } from 'commander'
import { CliError } from '../../cli-error.ts'
import { plain } from '../../table.ts'
import { failureText, noticeText, problemError, type RowOutcome } from '../batches/outcomes.ts'
import { type Progress, startProgress } from '../batches/progress.ts'
import { readShipments, type ShipmentRow } from '../batches/shipment-rows.ts'
import { isJson, type MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { readText } from '../input.ts'
import { idempotencyKeyOption, withExamples } from '../options.ts'
import { commandLine } from '../repeat.ts'

/** Shipments in one call. A call is a step of the progress bar, and 40 KiB remain for each shipment. */
const ROWS_PER_CALL = 100

interface ImportOptions {
  dryRun?: boolean
  idempotencyKey?: string
}

interface Import {
  context: MerchantContext
  command: Command
  file: string
  key: string
  dryRun: boolean
  signal: AbortSignal | undefined
}

interface Counts {
  done: number
  failed: number
}

export function importCommand(context: MerchantContext): Command {
  const command = new Command('import')
    .description('Register the shipments of a file, up to 10,000: a line of JSON for each, or CSV.')
    .argument('<file>', 'a file .jsonl or .csv; - reads lines of JSON from standard input')
    .option('--dry-run', 'only validate the shipments')
    .addOption(idempotencyKeyOption())
    .action(async (file: string, { dryRun = false, idempotencyKey }: ImportOptions, self: Command) => {
      const name = file === '-' ? 'Standard input' : file
      const { rows, unused } = readShipments(await readText(file, context.terminal), name)
      if (unused.length > 0) context.terminal.err(`Columns that are not used: ${unused.map(plain).join(', ')}.\n`)
      const waybill = await context.client(self)
      const key = idempotencyKey ?? `import-${randomUUID()}`
      const signal = context.terminal.interruption?.()
      const job: Import = { context, command: self, file, key, dryRun, signal }
      const { failed } = await registerAll(waybill, rows, job)
      const verb = dryRun ? 'are valid' : 'are registered'
      if (!isJson(self)) context.terminal.out(`${rows.length - failed} of ${rows.length} shipments ${verb}.\n`)
      if (failed > 0) throw new CliError(EXIT.refused, adviceFor(job, failed))
    })
  return withExamples(command, 'waybill shipments import orders.csv', 'waybill shipments import orders.csv --dry-run')
}

async function registerAll(waybill: Waybill, rows: readonly ShipmentRow[], job: Import): Promise<Counts> {
  const { context, command, key, dryRun, signal } = job
  const progress = startProgress(isJson(command) ? quiet(context) : context.terminal, 'shipments', rows.length)
  const counts: Counts = { done: 0, failed: 0 }
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

/** A row with problems keeps its place, on which the key depends, and is refused. */
const toSent = ({ document, problems }: ShipmentRow): CreateShipment =>
  (problems.length > 0 ? {} : document) as unknown as CreateShipment

const quiet = ({ terminal }: MerchantContext) => ({ ...terminal, showsProgress: false })

function report(
  items: readonly ShipmentBatchItem[],
  rows: readonly ShipmentRow[],
  { job, progress, counts }: { job: Import; progress: Progress; counts: Counts },
): void {
  const { context, command } = job
  progress.hide()
  for (const { index, outcome, shipment, error } of items) {
    const row = rows[index] as ShipmentRow
    const name = String(row.document.merchant_order_ref ?? '–')
    const found: RowOutcome = { line: row.line, name, outcome, error: problemError(row.problems) ?? error }
    counts.done += 1
    if (outcome === 'failed') counts.failed += 1
    if (isJson(command)) {
      const facts = {
        merchant_order_ref: name,
        outcome,
        shipment_id: shipment?.shipment_id ?? null,
        error: found.error,
      }
      context.terminal.out(`${JSON.stringify({ line: row.line, ...facts, notices: row.notices })}\n`)
    } else if (outcome === 'failed') context.terminal.out(failureText(found))
    else if (shipment)
      context.terminal.out(`line ${row.line}  ${shipment.merchant_order_ref}  ${shipment.shipment_id}\n`)
    if (!isJson(command)) context.terminal.err(noticeText(row.line, name, row.notices))
  }
  progress.update(counts.done, counts.failed)
}

const repetition = ({ file, key, dryRun }: Import): string =>
  commandLine({
    words: ['shipments', 'import', file],
    options: dryRun ? { 'dry-run': true } : { 'idempotency-key': key },
  })

const adviceFor = (job: Import, failed: number): string =>
  job.dryRun
    ? `${failed} are not valid.`
    : `${failed} failed. Correct them, leave each on its line, and run this within 24 hours. What is registered stays as it is:\n  ${repetition(job)}`

/** The error of a call, with the command that goes on. */
function interrupted(error: unknown, job: Import, { done }: Counts): unknown {
  const goOn = job.dryRun ? '' : `\nTo register the rest, and nothing twice, run:\n  ${repetition(job)}`
  if (job.signal?.aborted) return new CliError(EXIT.interrupted, `Stopped after ${done} shipments.${goOn}`)
  const failure = job.context.explain(error)
  return failure === null ? error : new CliError(failure.exitCode, `${failure.message}${goOn}`, { cause: error })
}
