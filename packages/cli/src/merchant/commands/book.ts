/** `waybill book`. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { select } from '@inquirer/prompts'
import type { Booking, Waybill } from '@waybill/sdk'
import { Command, Option } from 'commander'
import { CliError } from '../../cli-error.ts'
import { plain } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { chooseOffer, offerRow } from '../offers.ts'
import { idempotencyKeyOption, wholeNumber, withExamples } from '../options.ts'
import { commandLine } from '../repeat.ts'
import { bookingFacts } from './booking-facts.ts'
import { refusals } from './quotes.ts'

interface BookOptions {
  option?: string
  cheapest?: boolean
  fastest?: boolean
  /** Seconds. */
  wait: number
  idempotencyKey?: string
}

const POLL_MS = 1_000

export function bookCommand(context: MerchantContext): Command {
  const book = new Command('book')
    .description('Book a carrier for a shipment. Without an option, ask for offers and let you choose.')
    .argument('<shipment_id>')
    .addOption(new Option('--option <quote_option_id>', 'an option of a quote').conflicts(['cheapest', 'fastest']))
    .addOption(new Option('--cheapest', 'ask for offers and book the cheapest').conflicts('fastest'))
    .addOption(new Option('--fastest', 'ask for offers and book the one that arrives first'))
    .option('--wait <seconds>', 'how long to wait for a slow carrier', wholeNumber(0, 3_600), 60)
    .addOption(idempotencyKeyOption())
    .action(async (shipmentId: string, options: BookOptions, command: Command) => {
      if (!context.terminal.isInteractive && !options.option && !options.cheapest && !options.fastest)
        throw new CliError(EXIT.usage, 'Pass --option, --cheapest or --fastest: nobody can choose here.')
      const waybill = await context.client(command)
      const optionId = options.option ?? (await chooseOption(context, { waybill, shipmentId, options }))
      const { idempotencyKey = randomUUID() } = options
      const repeat = { words: ['book', shipmentId], options: { option: optionId } }
      const signal = context.terminal.interruption?.()
      const booked = await context
        .change(repeat, waybill.shipments.book(shipmentId, { quote_option_id: optionId }, { idempotencyKey, signal }))
        .catch((error: unknown) => {
          if (!signal?.aborted) throw error
          const { profile } = command.optsWithGlobals<{ profile?: string }>()
          const again = { ...repeat.options, profile, 'idempotency-key': idempotencyKey }
          throw stopped(
            `The booking may have been made. To see it, and book nothing twice, run:\n  ${commandLine({ words: repeat.words, options: again })}`,
          )
        })
      const booking = await untilDecided(waybill, booked, { waitSeconds: options.wait, signal })
      if (signal?.aborted) throw stopped(`${booking.booking_id} is ${booking.status}. ${stillPending(booking)}`)
      if (booking.status === 'failed') {
        throw new CliError(
          EXIT.refused,
          `The booking ${booking.booking_id} failed (${booking.failure_reason ?? 'no reason given'}). Book another option: waybill book ${shipmentId}`,
        )
      }
      context.show(command, booking, asText)
      if (booking.status === 'pending') throw new CliError(EXIT.pending, stillPending(booking))
    })
  return withExamples(book, 'waybill book shp_… --cheapest', 'waybill book shp_… --option qop_…')
}

interface Choice {
  waybill: Waybill
  shipmentId: string
  options: BookOptions
}

async function chooseOption(context: MerchantContext, { waybill, shipmentId, options }: Choice): Promise<string> {
  const quote = await waybill.quotes.create({ shipment_id: shipmentId })
  for (const line of refusals(quote)) context.terminal.err(line)
  const preferred = options.cheapest ? 'cheapest' : options.fastest ? 'fastest' : null
  if (preferred === null) {
    const choices = quote.options.map((option) => {
      const { carrier, service, price, delivery } = offerRow(option)
      return { value: option.quote_option_id, name: plain(`${price}  ${carrier}, ${service}`), description: delivery }
    })
    return await select({ message: 'Which offer?', choices }, { output: process.stderr })
  }
  const chosen = chooseOffer(quote.options, preferred)
  if (chosen === undefined) throw new CliError(EXIT.refused, `No carrier makes an offer for ${shipmentId}.`)
  return chosen.quote_option_id
}

const stopped = (text: string): CliError => new CliError(EXIT.interrupted, `Stopped. ${text}`)

interface Patience {
  waitSeconds: number
  signal: AbortSignal | undefined
}

/** The booking once its carrier has answered, or as it is after `waitSeconds` or Ctrl-C. */
async function untilDecided(waybill: Waybill, booked: Booking, { waitSeconds, signal }: Patience): Promise<Booking> {
  const until = performance.now() + waitSeconds * 1_000
  let booking = booked
  try {
    while (booking.status === 'pending' && performance.now() < until) {
      await sleep(POLL_MS, undefined, { signal })
      booking = await waybill.bookings.get(booking.booking_id, { signal })
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  }
  return booking
}

function asText(booking: Booking): string {
  const { shipment_id: shipmentId } = booking
  const facts = bookingFacts(booking)
  if (booking.status === 'pending') return facts
  return `${facts}\nFollow it: waybill track ${shipmentId}\nPrint the label: waybill label ${shipmentId} --output label.pdf\n`
}

const stillPending = ({ booking_id: bookingId, shipment_id: shipmentId, quote_option: option }: Booking): string =>
  `The carrier has not answered yet; Waybill asks until the outcome of ${bookingId} is known. Wait for it: waybill book ${shipmentId} --option ${option.quote_option_id}`
