/** `waybill shipments return`. */
import type { ReturnShipment } from '@waybill/sdk'
import { Command, InvalidArgumentError, Option } from 'commander'
import { record } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { collect, idempotencyKeyOption, withExamples } from '../options.ts'

interface ReturnOptions {
  item?: Item[]
  parcel?: string[]
  reason?: string
  note?: string
  pay?: ReturnShipment['pay']
  label?: ReturnShipment['label']
  idempotencyKey?: string
}

type Item = NonNullable<ReturnShipment['items']>[number]

/** `TEE-M`, or `TEE-M=2` for two of them. */
function readItem(text: string, earlier: Item[] = []): Item[] {
  const [, sku = '', quantity] = /^(.+?)(?:=(\d+))?$/.exec(text) ?? []
  if (sku === '') throw new InvalidArgumentError('must be an SKU, such as TEE-M or TEE-M=2.')
  return [...earlier, { sku, ...(quantity !== undefined && { quantity: Number(quantity) }) }]
}

export const returnCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('return')
      .description('Register the return of a shipment: everything, or some items or parcels. Book it next.')
      .argument('<shipment_id>')
      .option('--item <sku[=quantity]>', 'an item that comes back; repeatable', readItem)
      .option('--parcel <parcel_id>', 'a parcel that comes back; repeatable', collect)
      .option('--reason <code>', 'your code for the reason, such as wrong_size')
      .option('--note <text>', 'the reason in words')
      .addOption(new Option('--pay <when>', 'when the carrier charges').choices(['now', 'on_use']))
      .addOption(new Option('--label <kind>', 'what the recipient gets').choices(['paper', 'qr']))
      .addOption(idempotencyKeyOption())
      .action(async (id: string, { idempotencyKey, ...given }: ReturnOptions, command: Command) => {
        const { item: items, parcel, ...terms } = given
        const parcels = parcel?.map((parcelId) => ({ parcel_id: parcelId }))
        const goods = { ...terms, ...(items && { items }), ...(parcels && { parcels }) }
        const { shipments } = await context.client(command)
        const registered = shipments.return(id, goods, { idempotencyKey })
        const words = ['shipments', 'return', id]
        const item = items?.map(({ sku, quantity }) => (quantity === undefined ? `${sku}` : `${sku}=${quantity}`))
        const back = await context.change({ words, options: { ...terms, item, parcel } }, registered)
        context.show(command, back, (shipment) => {
          const { shipment_id, return_of, status } = shipment
          return `${record({ shipment_id, return_of, status })}\nBook it: waybill book ${shipment_id}\n`
        })
      }),
    'waybill shipments return shp_… --reason wrong_size',
  )
