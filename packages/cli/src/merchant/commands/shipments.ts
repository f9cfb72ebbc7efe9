/** `waybill shipments …`. */
import type { CreateOnDemandShipment, CreateShipment, ListShipments, Shipment, UpdateShipment } from '@waybill/sdk'
import { Command } from 'commander'
import { record, table } from '../../table.ts'
import { isJson, type MerchantContext } from '../context.ts'
import { exampleShipment } from '../example-shipment.ts'
import { readDocument } from '../input.ts'
import { collect, idempotencyKeyOption, limitOption, withExamples } from '../options.ts'
import { bookingFacts } from './booking-facts.ts'
import { handlingCommands } from './handling.ts'
import { importCommand } from './import.ts'
import { returnCommand } from './returns.ts'

export function shipmentsCommand(context: MerchantContext): Command {
  const shipments = new Command('shipments')
    .description('Register, find, change, hold, cancel and return shipments.')
    .addCommand(exampleCommand(context))
    .addCommand(createCommand(context))
    .addCommand(importCommand(context))
    .addCommand(getCommand(context))
    .addCommand(listCommand(context))
    .addCommand(updateCommand(context))
    .addCommand(cancelCommand(context))
    .addCommand(returnCommand(context))
  for (const command of handlingCommands(context)) shipments.addCommand(command)
  return shipments
}

const exampleCommand = ({ terminal }: MerchantContext): Command =>
  withExamples(
    new Command('example')
      .description('Print a shipment to begin with, as JSON.')
      .option('--on-demand', 'for a courier at once')
      .option('--abroad', 'with the goods and their declaration to customs')
      .action((kind: { onDemand?: boolean; abroad?: boolean }) => {
        const document = exampleShipment(new Date(), `ORDER-${Date.now()}`, kind)
        terminal.out(`${JSON.stringify(document, null, 2)}\n`)
      }),
    'waybill shipments example --abroad > order.json',
    'waybill shipments example --on-demand | waybill shipments create - --on-demand',
  )

function createCommand(context: MerchantContext): Command {
  const create = new Command('create')
    .description('Register a shipment.')
    .argument('<file>', 'the shipment as JSON; - reads standard input')
    .option('--on-demand', 'look for a courier at once')
    .addOption(idempotencyKeyOption())
    .action(async (file: string, options: { onDemand?: boolean; idempotencyKey?: string }, command: Command) => {
      const document = await readDocument(file, context.terminal)
      const { shipments } = await context.client(command)
      const { idempotencyKey } = options
      const created = options.onDemand
        ? shipments.createOnDemand(document as CreateOnDemandShipment, { idempotencyKey })
        : shipments.create(document as CreateShipment, { idempotencyKey })
      const repeat = { words: ['shipments', 'create', file], options: { 'on-demand': options.onDemand || undefined } }
      context.show(command, await context.change(repeat, created), (shipment) => {
        const next = options.onDemand ? 'Follow it: waybill track' : 'Book it: waybill book'
        return `${summary(shipment)}\n${next} ${shipment.shipment_id}\n`
      })
    })
  return withExamples(
    create,
    'waybill shipments create order.json',
    'waybill shipments example | waybill shipments create -',
  )
}

const getCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('get')
      .description('Show a shipment.')
      .argument('<shipment_id>')
      .action(async (shipmentId: string, _options, command: Command) => {
        const { shipments } = await context.client(command)
        const shipment = await shipments.get(shipmentId)
        const booking = shipment.booking_id === null || isJson(command) ? null : await shipments.booking(shipmentId)
        context.show(
          command,
          shipment,
          (found) => summary(found) + (booking === null ? '' : `\n${bookingFacts(booking)}`),
        )
      }),
    'waybill shipments get shp_…',
  )

const updateCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('update')
      .description('Change fields of a shipment. If it is booked, its carrier has to accept the change.')
      .argument('<shipment_id>')
      .argument('<file>', 'the fields to change as JSON; - reads standard input')
      .addOption(idempotencyKeyOption())
      .action(
        async (shipmentId: string, file: string, { idempotencyKey }: { idempotencyKey?: string }, command: Command) => {
          const changes = (await readDocument(file, context.terminal)) as UpdateShipment
          const { shipments } = await context.client(command)
          const repeat = { words: ['shipments', 'update', shipmentId, file] }
          const changed = await context.change(repeat, shipments.update(shipmentId, changes, { idempotencyKey }))
          context.show(command, changed, summary)
        },
      ),
    'waybill shipments update shp_… changes.json',
    `echo '{"dropoff_instructions": "Ring twice"}' | waybill shipments update shp_… -`,
  )

interface ListOptions {
  status?: string[]
  reference?: string
  search?: string
  tag?: string[]
  assignee?: string
  held?: boolean
  limit: number
}

const listCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('list')
      .description('List shipments, newest first.')
      .option('--status <status>', 'only in this status; repeatable', collect)
      .option('--reference <text>', 'only with exactly this order reference')
      .option('--search <text>', 'only if a reference, name, post code or tracking number begins with this')
      .option('--tag <tag>', 'only with this tag; repeatable for one of several', collect)
      .option('--assignee <user_id>', 'only those of this member, usr_…, or none')
      .option('--held', 'only those on hold')
      .addOption(limitOption())
      .action(async ({ status, reference, search, tag, assignee, held, limit }: ListOptions, command: Command) => {
        const { shipments } = await context.client(command)
        const query = {
          status,
          merchant_order_ref: reference,
          q: search,
          tag,
          assignee_id: assignee === undefined ? undefined : [assignee],
          waiting_for: held ? ['release'] : undefined,
          limit: Math.min(limit, 100),
        } as ListShipments
        const found = await shipments.list(query).toArray({ limit })
        context.showList(command, found, (rows) =>
          table(rows.map(row), ['shipment_id', 'order', 'status', 'to', 'created_at']),
        )
      }),
    'waybill shipments list --status ready --limit 5',
  )

const cancelCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('cancel')
      .description('Cancel a shipment, and the job of its carrier.')
      .argument('<shipment_id>')
      .requiredOption('--reason <code>', 'your reason code, such as customer_request')
      .option('--note <text>', 'a note in your own words')
      .addOption(idempotencyKeyOption())
      .action(
        async (
          shipmentId: string,
          options: { reason: string; note?: string; idempotencyKey?: string },
          command: Command,
        ) => {
          const { shipments } = await context.client(command)
          const { reason, note, idempotencyKey } = options
          const body = { reason_code: reason, reason_note: note }
          const cancelled = await context.change(
            { words: ['shipments', 'cancel', shipmentId], options: { reason, note } },
            shipments.cancel(shipmentId, body, { idempotencyKey }),
          )
          context.show(command, cancelled, record)
        },
      ),
    'waybill shipments cancel shp_… --reason customer_request',
  )

const row = (shipment: Shipment) => ({
  shipment_id: shipment.shipment_id,
  order: shipment.merchant_order_ref,
  status: shipment.status,
  to: toPlace(shipment.dropoff_address),
  created_at: shipment.created_at,
})

const toPlace = ({ city, post_code: postCode }: { city?: string | null; post_code?: string | null }): string =>
  [city, postCode].filter(Boolean).join(' ')

const summary = (shipment: Shipment): string =>
  record({
    shipment_id: shipment.shipment_id,
    order: shipment.merchant_order_ref,
    status: shipment.status,
    booking_id: shipment.booking_id,
    from: toPlace(shipment.pickup_address),
    to: toPlace(shipment.dropoff_address),
    created_at: shipment.created_at,
  })
