/** `waybill labels print`: many labels to a printer in the network. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Booking, type LabelBatch, type Waybill, WaybillError } from '@waybill/sdk'
import { Command } from 'commander'
import { CliError } from '../../cli-error.ts'
import { isJson, type MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { endOfFollowing } from '../follow.ts'
import { withExamples } from '../options.ts'
import { type Printer, parsePrinter, sendToPrinter } from '../printer.ts'

/** As many as one document takes. */
const MOST_LABELS = 500
const POLL_MS = 500
const DOCUMENT_WITHIN_MS = 120_000
/** The printer takes nothing for so long. It may have run out of paper: longer than for one label. */
const PRINTER_TIMEOUT_MS = 30_000
/** Between tries to reach a printer that is off, while following. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000]
/** Statuses of parcels that have not left yet. */
const WAITING = ['assigned', 'reassigning', 'en_route_to_pickup', 'arrived_at_pickup'] as const

interface PrintOptions {
  printer: string
  follow?: boolean
}

interface Job {
  context: MerchantContext
  command: Command
  waybill: Waybill
  printer: Printer
  signal: AbortSignal | undefined
}

export const labelsCommand = (context: MerchantContext): Command =>
  new Command('labels').description('Print many labels.').addCommand(printCommand(context))

function printCommand(context: MerchantContext): Command {
  const print = new Command('print')
    .description('Send labels as ZPL to a label printer in the network, and mark them as printed.')
    .argument(
      '[ids...]',
      'shipment_id, booking_id, or batch_id of bookings; none: every label that waits to be printed',
    )
    .requiredOption('--printer <printer>', 'tcp://<host>:9100')
    .option('--follow', 'then print the label of each new booking, until Ctrl-C')
    .action(async (ids: string[], options: PrintOptions, command: Command) => {
      const printer = parsePrinter(options.printer)
      if (options.follow && ids.length > 0) throw new CliError(EXIT.usage, '--follow prints new labels; omit the ids.')
      const waybill = await context.client(command)
      const job = { context, command, waybill, printer, signal: context.terminal.interruption?.() }
      if (options.follow) return await follow(job, `waybill labels print --printer ${options.printer} --follow`)
      const bookingIds = ids.length > 0 ? await readBookings(waybill, ids) : await waitingBookings(waybill)
      if (bookingIds.length === 0) return context.note(command, 'No label waits to be printed.')
      let failures = 0
      for (let from = 0; from < bookingIds.length; from += MOST_LABELS)
        failures += await printTogether(job, bookingIds.slice(from, from + MOST_LABELS))
      if (failures > 0) throw new CliError(EXIT.refused, `${failures} of ${bookingIds.length} labels are not printed.`)
    })
  print.addHelpText(
    'after',
    `
A label is marked as printed after the printer has taken it, and one that is marked is not printed again unless its ID is
given. If the command ends in between, the label is printed once more by the next one. Run one --follow for an environment.`,
  )
  return withExamples(
    print,
    'waybill labels print bch_… --printer tcp://192.168.1.20:9100',
    'waybill labels print --printer tcp://192.168.1.20:9100 --follow',
  )
}

/** The bookings that the ids mean, each once, in the order of the ids. */
async function readBookings(waybill: Waybill, ids: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const id of ids) {
    if (id.startsWith('shp_')) found.push((await waybill.shipments.booking(id)).booking_id)
    else if (!id.startsWith('bch_')) found.push(id)
    else
      for await (const { booking_id } of waybill.batches.items(id, { status: 'booked', limit: 100 }))
        if (booking_id !== null) found.push(booking_id)
  }
  return [...new Set(found)]
}

async function waitingBookings(waybill: Waybill): Promise<string[]> {
  const ids: string[] = []
  const list = waybill.bookings.list({ printed: 'false', status: [...WAITING], sort: 'created_at', limit: 100 })
  for await (const { booking_id } of list) ids.push(booking_id)
  return ids
}

/** Prints the labels as one document. Returns how many of them could not be printed, and says why. */
async function printTogether({ context, command, waybill, printer }: Job, bookingIds: string[]): Promise<number> {
  const batch = await untilComplete(
    waybill,
    await waybill.labelBatches.create({ booking_ids: bookingIds, format: 'zpl' }),
  )
  if (batch.included > 0) {
    const document = await waybill.labelBatches.document(batch.label_batch_id)
    await sendToPrinter(printer, new Uint8Array(await document.arrayBuffer()), PRINTER_TIMEOUT_MS)
  }
  for (const { booking_id: bookingId, status, error } of batch.items) {
    if (status === 'included') {
      await waybill.bookings.markPrinted(bookingId)
      sayPrinted(context, command, bookingId)
    } else {
      context.terminal.err(`${bookingId}: ${error?.message ?? 'the label is not known'}\n`)
    }
  }
  return batch.total - batch.included
}

async function untilComplete(waybill: Waybill, created: LabelBatch): Promise<LabelBatch> {
  const until = performance.now() + DOCUMENT_WITHIN_MS
  let batch = created
  while (batch.status === 'running') {
    if (performance.now() > until)
      throw new CliError(EXIT.pending, `The document ${batch.label_batch_id} is not complete yet. Try again.`)
    await sleep(POLL_MS)
    batch = await waybill.labelBatches.get(batch.label_batch_id)
  }
  return batch
}

/** Prints what waits, then each new label. The place in the log is taken first: no booking falls between the two. */
async function follow(job: Job, repeat: string): Promise<void> {
  const { context, command, waybill, signal } = job
  /** Bookings without a label. Each is reported once. */
  const refused = new Set<string>()
  try {
    const after = (await waybill.events.list({ limit: 1 }, { signal })).data[0]?.id
    for (const bookingId of await waitingBookings(waybill)) await printNew(job, bookingId, refused)
    context.note(command, 'Waiting for new labels. Ctrl-C ends.')
    const types = ['booking.created', 'booking.updated'] as const
    for await (const { subject } of waybill.events.stream({ types, after, signal }))
      await printNew(job, subject.id, refused)
  } catch (error) {
    const end = endOfFollowing(context, error, { signal, repeat: undefined })
    if (!(end instanceof CliError)) throw end
    // Printed labels are marked: the same command goes on where this one ends.
    throw new CliError(end.exitCode, `${end.message}\nGo on where this ended: ${repeat}`, { cause: error })
  }
}

/** Prints the label of the booking unless it is printed, not ready, or of a parcel that has left. */
async function printNew({ context, command, waybill, printer, signal }: Job, bookingId: string, refused: Set<string>) {
  if (refused.has(bookingId)) return
  const booking = await waybill.bookings.get(bookingId, { signal })
  if (booking.printed_at !== null || !isWaiting(booking)) return
  let bytes: Uint8Array
  try {
    const label = await waybill.bookings.label(bookingId, { format: 'zpl' }, { signal })
    bytes = new Uint8Array(await label.arrayBuffer())
  } catch (error) {
    const isOfLabel = error instanceof WaybillError && error.status !== null && error.status !== 401 && !error.retryable
    if (!isOfLabel) throw error
    refused.add(bookingId)
    context.terminal.err(`${bookingId}: ${error.message}\n`)
    return
  }
  await sendPatiently({ context, printer, signal }, bytes)
  await waybill.bookings.markPrinted(bookingId)
  sayPrinted(context, command, bookingId)
}

const isWaiting = ({ status }: Booking): boolean => WAITING.some((one) => one === status)

async function sendPatiently({ context, printer, signal }: Omit<Job, 'command' | 'waybill'>, bytes: Uint8Array) {
  for (const pauseMs of [...PAUSES_MS, null]) {
    try {
      return await sendToPrinter(printer, bytes, PRINTER_TIMEOUT_MS)
    } catch (error) {
      if (pauseMs === null) throw error
      context.terminal.err(`${(error as Error).message} Next try in ${pauseMs / 1_000} s.\n`)
      await sleep(pauseMs, undefined, { signal })
    }
  }
}

function sayPrinted(context: MerchantContext, command: Command, bookingId: string): void {
  context.terminal.out(isJson(command) ? `${JSON.stringify({ booking_id: bookingId })}\n` : `Printed ${bookingId}\n`)
}
