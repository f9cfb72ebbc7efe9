/** `waybill returns …` and `waybill shipments return`. */
import type { ReturnShipment, Shipment } from '@waybill/sdk'
import { Command, InvalidArgumentError, Option } from 'commander'
import { record, table } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { collect, idempotencyKeyOption, limitOption, withExamples } from '../options.ts'

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

/** Requests of recipients, and the merchant's answers. */
export const returnsCommand = (context: MerchantContext): Command =>
  new Command('returns')
    .description('Make returns, and answer recipients who ask for them.')
    .addCommand(returnCommand(context, ['returns', 'make']))
    .addCommand(listCommand(context))
    .addCommand(approveCommand(context))
    .addCommand(refuseCommand(context))

const listCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('list')
      .description('List the returns that recipients ask for and that wait for your answer, oldest first.')
      .option('--all', 'all returns, newest first')
      .addOption(limitOption())
      .action(async ({ all, limit }: { all?: true; limit: number }, command: Command) => {
        const { shipments } = await context.client(command)
        const filters = all
          ? { direction: 'return' as const }
          : { waiting_for: ['approval' as const], sort: 'created_at' as const }
        const found = await shipments.list({ ...filters, limit: Math.min(limit, 100) }).toArray({ limit })
        context.showList(command, found, (rows) =>
          table(rows.map(toRow), ['shipment_id', 'return_of', 'order', 'status', 'reason', 'created_at']),
        )
      }),
    'waybill returns list',
  )

const toRow = ({ shipment_id, return_of, merchant_order_ref, status, return_terms: terms, created_at }: Shipment) => {
  const reasons = new Set([terms?.reason, ...(terms?.goods ?? []).map(({ reason }) => reason)].filter(Boolean))
  return { shipment_id, return_of, order: merchant_order_ref, status, reason: [...reasons].join(', '), created_at }
}

interface WithKey {
  idempotencyKey?: string
}

const approveCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('approve')
      .description('Approve a return that a recipient asks for. Nothing is bought: book it next.')
      .argument('<shipment_id>', 'the return')
      .addOption(idempotencyKeyOption())
      .action(async (id: string, { idempotencyKey }: WithKey, command: Command) => {
        const { shipments } = await context.client(command)
        const decided = shipments.decideReturn(id, { outcome: 'approved' }, { idempotencyKey })
        await context.change({ words: ['returns', 'approve', id] }, decided)
        context.show(
          command,
          { shipment_id: id, outcome: 'approved' },
          (answer) => `${record(answer)}\nBook it: waybill book ${id}\n`,
        )
      }),
    'waybill returns approve shp_…',
  )

const refuseCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('refuse')
      .description('Refuse a return that a recipient asks for, which cancels it.')
      .argument('<shipment_id>', 'the return')
      .requiredOption('--note <text>', 'why, as the recipient reads it')
      .addOption(idempotencyKeyOption())
      .action(async (id: string, { note, idempotencyKey }: WithKey & { note: string }, command: Command) => {
        const { shipments } = await context.client(command)
        const decided = shipments.decideReturn(id, { outcome: 'refused', note }, { idempotencyKey })
        await context.change({ words: ['returns', 'refuse', id], options: { note } }, decided)
        context.show(command, { shipment_id: id, outcome: 'refused' }, record)
      }),
    'waybill returns refuse shp_… --note "Worn goods do not come back."',
  )

/** `words`: how it is called. */
export const returnCommand = (context: MerchantContext, words: readonly string[] = ['shipments', 'return']): Command =>
  withExamples(
    new Command(words.at(-1))
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
        const item = items?.map(({ sku, quantity }) => (quantity === undefined ? `${sku}` : `${sku}=${quantity}`))
        const back = await context.change({ words: [...words, id], options: { ...terms, item, parcel } }, registered)
        context.show(command, back, (shipment) => {
          const { shipment_id, return_of, status } = shipment
          return `${record({ shipment_id, return_of, status })}\nBook it: waybill book ${shipment_id}\n`
        })
      }),
    `waybill ${words.join(' ')} shp_… --reason wrong_size`,
  )
