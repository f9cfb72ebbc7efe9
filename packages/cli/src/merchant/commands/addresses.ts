/** `waybill addresses …`. */
import type { AddressCheck, AddressRequest } from '@waybill/sdk'
import { Command } from 'commander'
import { record } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { readDocument } from '../input.ts'
import { withExamples } from '../options.ts'

export const addressesCommand = (context: MerchantContext): Command =>
  new Command('addresses').description('Check addresses before they are shipped to.').addCommand(checkCommand(context))

const checkCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('check')
      .description(
        "Compare an address with what one of your carriers knows, or with its country's form. Nothing changes.",
      )
      .argument(
        '<address>',
        'an address or a shipment as JSON, of which the drop-off is checked; - reads standard input; or shp_…',
      )
      .option('--account <carrier_account_id>', 'ask this account; its carrier may charge for it')
      .action(async (source: string, { account = null }: { account?: string | null }, command: Command) => {
        const waybill = await context.client(command)
        const document = source.startsWith('shp_')
          ? await waybill.shipments.addresses(source)
          : ((await readDocument(source, context.terminal)) as Partial<Record<'dropoff_address', unknown>>)
        const { location_id: _, ...address } = (document.dropoff_address ?? document) as AddressRequest & {
          location_id?: string
        }
        const checked = await waybill.addresses.check({ address, carrier_account_id: account })
        context.show(command, checked, describe)
      }),
    'waybill addresses check order.json',
    'waybill addresses check shp_…',
  )

const describe = ({ status, checked_by: by, suggestion, residential, messages }: AddressCheck): string =>
  record({
    status,
    checked_by: by?.carrier_code ?? null,
    ...suggestion,
    residential,
    messages: messages.map(({ message }) => message),
  })
