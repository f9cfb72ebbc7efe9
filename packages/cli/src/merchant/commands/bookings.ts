/** `waybill bookings …`: batches of bookings. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type BookingBatchItem, type Waybill, WaybillError } from '@waybill/sdk'
import { Command, Option } from 'commander'
import { CliError } from '../../cli-error.ts'
import { failureText, type RowError } from '../batches/outcomes.ts'
import { type Progress, startProgress } from '../batches/progress.ts'
import { readRows } from '../batches/rows.ts'
import { chooseForAll, findWanted, type Wanted } from '../batches/wanted.ts'
import { isJson, type MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { readText } from '../input.ts'
import type { Preference } from '../offers.ts'
import { wholeNumber, withExamples } from '../options.ts'
import { cancelBookingCommand, getBookingCommand } from './one-booking.ts'

const ITEMS_PER_BATCH = 500
const POLL_MS = 1_000
const WAIT_SECONDS = 600

interface BookingsOptions {
  cheapest?: boolean
  fastest?: boolean
  /** Seconds, for each batch. */
  wait: number
}

interface Job {
  context: MerchantContext
  command: Command
  waybill: Waybill
  waitSeconds: number
  signal: AbortSignal | undefined
}

export const bookingsCommand = (context: MerchantContext): Command =>
  new Command('bookings')
    .description('Book many shipments; show or cancel a booking.')
    .addCommand(createCommand(context))
    .addCommand(getBookingCommand(context))
    .addCommand(cancelBookingCommand(context))
    .addCommand(waitCommand(context))

const waitOption = () =>
  new Option('--wait <seconds>', 'how long to wait for each 500 bookings')
    .default(WAIT_SECONDS)
    .argParser(wholeNumber(0, 86_400))

function createCommand(context: MerchantContext): Command {
  const create = new Command('create')
    .description(
      'Book the shipments of a file, up to 10,000: .jsonl or .csv with shipment_id, and quote_option_id if chosen.',
    )
    .argument('<file>', 'a file .jsonl or .csv; - reads lines of JSON from standard input')
    .addOption(
      new Option('--cheapest', 'where no option is given, ask for offers and book the cheapest').conflicts('fastest'),
    )
    .addOption(new Option('--fastest', 'where no option is given, ask for offers and book the one that arrives first'))
    .addOption(waitOption())
    .action(async (file: string, { cheapest, fastest, wait }: BookingsOptions, command: Command) => {
      const name = file === '-' ? 'Standard input' : file
      const preference: Preference | null = cheapest ? 'cheapest' : fastest ? 'fastest' : null
      const wanted = readRows(await readText(file, context.terminal), name).map((row) =>
        findWanted(row, name, preference),
      )
      const job = await begin(context, command, wait)
      const failed = await bookAll(job, wanted, preference)
      summarize(job, wanted.length, failed)
    })
  return withExamples(create, 'waybill bookings create shipments.csv --cheapest')
}

function waitCommand(context: MerchantContext): Command {
  const wait = new Command('wait')
    .description('Wait for a batch of bookings, and print what became of each.')
    .argument('<batch_id>')
    .addOption(waitOption())
    .action(async (batchId: string, options: { wait: number }, command: Command) => {
      const job = await begin(context, command, options.wait)
      const items = await follow(job, batchId)
      for (const item of items) print(job, item.index + 1, item)
      const failed = items.filter(({ status }) => status === 'failed').length
      summarize(job, items.length, failed)
    })
  return withExamples(wait, 'waybill bookings wait bch_…')
}

const begin = async (context: MerchantContext, command: Command, waitSeconds: number): Promise<Job> => ({
  context,
  command,
  waitSeconds,
  waybill: await context.client(command),
  signal: context.terminal.interruption?.(),
})

const showProgress = ({ context, command }: Job, what: string, total: number): Progress =>
  startProgress(isJson(command) ? { ...context.terminal, showsProgress: false } : context.terminal, what, total)

/** Returns how many failed. */
async function bookAll(job: Job, wanted: readonly Wanted[], preference: Preference | null): Promise<number> {
  try {
    const progress = showProgress(job, 'offers', wanted.length)
    const { chosen, failures } = await chooseForAll(job.waybill, wanted, { preference, progress, signal: job.signal })
    for (const { line, shipmentId, error } of failures) {
      const item = { shipment_id: shipmentId, quote_option_id: null, status: 'failed', booking_id: null, error }
      print(job, line, item)
    }
    let failed = failures.length
    for (let first = 0; first < chosen.length; first += ITEMS_PER_BATCH) {
      const some = chosen.slice(first, first + ITEMS_PER_BATCH)
      const bookings = some.map(({ shipmentId, optionId }) => ({ shipment_id: shipmentId, quote_option_id: optionId }))
      const batch = await job.waybill.bookings.createBatch({ bookings }, { signal: job.signal })
      const items = await follow(job, batch.batch_id)
      for (const item of items) print(job, some[item.index]?.line ?? 0, item)
      failed += items.filter(({ status }) => status === 'failed').length
    }
    return failed
  } catch (error) {
    throw ended(error, job, 'Run the command again: a shipment that is booked is not booked again.')
  }
}

/** The items of the batch, once all are decided. Throws a CliError if they are not in time. */
async function follow(job: Job, batchId: string): Promise<BookingBatchItem[]> {
  const goOn = `Waybill goes on. Wait for it: waybill bookings wait ${batchId}`
  const { waybill, signal } = job
  const until = performance.now() + job.waitSeconds * 1_000
  let progress: Progress | null = null
  try {
    for (;;) {
      const batch = await waybill.batches.get(batchId, { signal })
      progress ??= showProgress(job, 'bookings', batch.total)
      progress.update(batch.total - batch.pending, batch.failed)
      if (batch.status === 'completed') break
      if (performance.now() >= until) throw new CliError(EXIT.pending, `${batch.pending} bookings are pending. ${goOn}`)
      await sleep(POLL_MS, undefined, { signal })
    }
    return await waybill.batches.items(batchId, { limit: 100 }, { signal }).toArray({ limit: ITEMS_PER_BATCH })
  } catch (error) {
    throw ended(error, job, goOn)
  } finally {
    progress?.hide()
  }
}

interface Printed {
  shipment_id: string
  status: string
  booking_id: string | null
  error: RowError | null
}

function print({ context, command }: Job, line: number, item: Printed): void {
  const { shipment_id: name, booking_id: bookingId, error } = item
  const text =
    error === null ? `line ${line}  ${name}  ${bookingId}\n` : failureText({ line, name, outcome: 'failed', error })
  context.terminal.out(isJson(command) ? `${JSON.stringify({ line, ...item })}\n` : text)
}

function summarize({ context, command }: Job, total: number, failed: number): void {
  if (!isJson(command)) context.terminal.out(`${total - failed} of ${total} shipments are booked.\n`)
  if (failed > 0) throw new CliError(EXIT.refused, `${failed} failed.`)
}

/** The error for the caller, with what to do next. */
function ended(error: unknown, { context, signal }: Job, goOn: string): unknown {
  if (error instanceof CliError) return error
  if (signal?.aborted) return new CliError(EXIT.interrupted, `Stopped. ${goOn}`)
  // A booking that does not exist does not go on.
  const failure = error instanceof WaybillError && error.status !== 404 ? context.explain(error) : null
  return failure === null ? error : new CliError(failure.exitCode, `${failure.message}\n${goOn}`, { cause: error })
}
