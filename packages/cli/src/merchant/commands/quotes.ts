/** `waybill quotes …`. */
import type { CreateQuote, Quote } from '@waybill/sdk'
import { Command } from 'commander'
import { CliError } from '../../cli-error.ts'
import { plain, table } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { readDocument } from '../input.ts'
import { offerRow } from '../offers.ts'
import { withExamples } from '../options.ts'

export const quotesCommand = (context: MerchantContext): Command =>
  new Command('quotes').description('Ask carriers for offers.').addCommand(createCommand(context))

function createCommand(context: MerchantContext): Command {
  const create = new Command('create')
    .description('Ask every carrier for offers, the cheapest first.')
    .argument('[shipment_id]', 'a registered shipment')
    .option('--file <file>', 'a shipment as JSON instead, which is registered too; - reads standard input')
    .action(async (shipmentId: string | undefined, { file }: { file?: string }, command: Command) => {
      if ((shipmentId === undefined) === (file === undefined))
        throw new CliError(EXIT.usage, 'Pass either a shipment_id or --file.')
      const wanted =
        file === undefined ? { shipment_id: shipmentId as string } : await readDocument(file, context.terminal)
      const quote = await (await context.client(command)).quotes.create(wanted as CreateQuote)
      context.show(command, quote, asText)
    })
  return withExamples(create, 'waybill quotes create shp_…', 'waybill quotes create --file order.json')
}

const asText = (quote: Quote): string =>
  [
    table(quote.options.map(offerRow), ['quote_option_id', 'carrier', 'service', 'price', 'delivery']),
    ...refusals(quote),
    `\nBook one: waybill book ${quote.shipment_id} --option <quote_option_id>\n`,
  ].join('')

/** A line for each carrier that makes no offer. */
export const refusals = ({ messages }: Quote): string[] =>
  messages.map(({ carrier_code: carrier, message }) => `${carrier}: ${plain(message)}\n`)
