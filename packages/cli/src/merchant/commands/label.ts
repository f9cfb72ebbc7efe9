/** `waybill label`. */
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LabelForm } from '@waybill/sdk'
import { Command, Option } from 'commander'
import open from 'open'
import { CliError } from '../../cli-error.ts'
import type { MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { wholeNumber, withExamples } from '../options.ts'
import { parsePrinter, sendToPrinter } from '../printer.ts'

interface LabelOptions {
  output?: string
  open?: boolean
  print?: string
  format?: NonNullable<LabelForm['format']>
  size?: NonNullable<LabelForm['size']>
  parcel?: number
  customs?: true
  invoice?: true
  cn22?: true
  cn23?: true
}

const paperNames = {
  customs: 'papers for customs',
  invoice: 'commercial invoice of the items',
  cn22: 'postal form CN 22',
  cn23: 'postal form CN 23',
} as const
const papers = Object.keys(paperNames) as (keyof typeof paperNames)[]
const PRINTER_TIMEOUT_MS = 10_000
const EXTENSIONS: Record<string, string> = { 'application/pdf': 'pdf', 'image/png': 'png' }

export function labelCommand(context: MerchantContext): Command {
  const label = new Command('label')
    .description('Save, open or print the label of a booked shipment.')
    .argument('<id>', 'shipment_id or booking_id')
    .addOption(new Option('--output <file>', 'save it; - writes standard output').conflicts(['open', 'print']))
    .addOption(new Option('--open', 'open it in the program for its type').conflicts('print'))
    .addOption(new Option('--print <printer>', 'send it as ZPL to a network printer: tcp://<host>:9100'))
    .addOption(new Option('--format <format>', 'file format').choices(['pdf', 'zpl', 'png']))
    .addOption(new Option('--size <size>', 'of the label').choices(['4x6', 'a4']))
    .option('--parcel <number>', 'only the label of this parcel, from 1', wholeNumber(1, 99))
    .action(async (id: string, options: LabelOptions, command: Command) => {
      if (!options.output && !options.open && !options.print)
        throw new CliError(EXIT.usage, 'Pass --output <file>, --open or --print tcp://<host>:9100.')
      const printer = options.print === undefined ? null : parsePrinter(options.print)
      if (printer && options.format && options.format !== 'zpl')
        throw new CliError(EXIT.usage, '--print sends ZPL; omit --format.')
      const { bookings, shipments } = await context.client(command)
      const bookingId = id.startsWith('shp_') ? (await shipments.booking(id)).booking_id : id
      const format = printer ? 'zpl' : (options.format ?? parseFormat(options.output))
      const document = papers.find((paper) => options[paper]) ?? null
      const form = document ? { document } : { format, size: options.size }
      const blob = await bookings.label(bookingId, { ...form, parcel: options.parcel })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      if (options.output === '-') return context.terminal.writeBytes?.(bytes)
      if (printer) await sendToPrinter(printer, bytes, PRINTER_TIMEOUT_MS)
      const file = printer ? null : await save(options.output ?? (await temporaryFile(bookingId, blob.type)), bytes)
      if (options.open && file) await openFile(file)
      const facts = {
        booking_id: bookingId,
        type: blob.type,
        bytes: bytes.length,
        file,
        printer: options.print ?? null,
      }
      context.show(command, facts, () =>
        file
          ? `Saved the ${document ? paperNames[document] : 'label'} in ${file}.\n`
          : `Sent the label to ${options.print}, ${bytes.length} bytes.\n`,
      )
    })
  for (const paper of papers) {
    const others = papers.filter((other) => other !== paper)
    const option = new Option(`--${paper}`, `the ${paperNames[paper]}, as PDF, in place of the label`)
    label.addOption(option.conflicts(['print', 'format', 'size', ...others]))
  }
  return withExamples(label, 'waybill label shp_… --output label.pdf', 'waybill label shp_… --format zpl --output -')
}

/** Format by the file's name; undefined: the carrier's own. */
const parseFormat = (file = ''): LabelForm['format'] =>
  /\.(pdf|zpl|png)$/i.exec(file)?.[1]?.toLowerCase() as LabelForm['format']

const temporaryFile = async (bookingId: string, type: string): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), 'waybill-label-')), `${bookingId}.${EXTENSIONS[type.split(';')[0] ?? ''] ?? 'zpl'}`)

/** A file is the old one or the whole new one. A device or a pipe is written to: a new file would replace it. */
async function save(file: string, bytes: Uint8Array): Promise<string> {
  const draft = `${file}.new`
  try {
    const found = await stat(file).catch(() => null)
    if (found !== null && !found.isFile() && !found.isDirectory()) {
      await writeFile(file, bytes)
      return file
    }
    await writeFile(draft, bytes, { mode: 0o600 })
    await rename(draft, file)
    return file
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw new CliError(EXIT.usage, `Cannot write ${file} (${(error as NodeJS.ErrnoException).code ?? error}).`)
  }
}

async function openFile(file: string): Promise<void> {
  try {
    await open(file)
  } catch (error) {
    throw new CliError(EXIT.usage, `The label is in ${file}, but no program opens it here.`, { cause: error })
  }
}
