/** `waybill pickups`: collections of booked parcels by their carrier. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pickup, Waybill } from '@waybill/sdk'
import { Command, Option } from 'commander'
import { CliError } from '../../cli-error.ts'
import { record, table } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { idempotencyKeyOption, limitOption, withExamples } from '../options.ts'

interface CreateOptions {
  from: string
  to: string
  instructions?: string
  idempotencyKey?: string
}

const POLL_MS = 500
const WITHIN_MS = 30_000
const STATUSES = ['requested', 'scheduled', 'changed', 'missed', 'cancelled', 'failed', 'unknown'] as const

export const pickupsCommand = (context: MerchantContext): Command =>
  new Command('pickups')
    .description('Have booked parcels collected by their carrier.')
    .addCommand(createCommand(context))
    .addCommand(getCommand(context))
    .addCommand(listCommand(context))
    .addCommand(cancelCommand(context))

const createCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('create')
      .description('Request a pickup of bookings of one carrier account, and wait for its answer.')
      .argument('<booking_id...>')
      .requiredOption('--from <time>', 'from when the carrier may come')
      .requiredOption('--to <time>', 'until when')
      .option('--instructions <text>', 'for the driver')
      .addOption(idempotencyKeyOption())
      .action(async (ids: string[], { from, to, instructions, idempotencyKey }: CreateOptions, command: Command) => {
        const waybill = await context.client(command)
        const pickup = { booking_ids: ids, window_from: from, window_to: to, instructions: instructions ?? null }
        const repeat = { words: ['pickups', 'create', ...ids], options: { from, to, instructions } }
        const created = await context.change(repeat, waybill.pickups.create(pickup, { idempotencyKey }))
        show(context, command, await untilKnown(waybill, created, ({ status }) => status !== 'requested'))
      }),
    'waybill pickups create bkg_… --from 2026-12-01T13:00:00Z --to 2026-12-01T17:00:00Z',
  )

const getCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('get')
      .description('Show a pickup.')
      .argument('<pickup_id>')
      .action(async (id: string, _: object, command: Command) => {
        const { pickups } = await context.client(command)
        context.show(command, await pickups.get(id), summary)
      }),
    'waybill pickups get pku_…',
  )

const listCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('list')
      .description('List pickups, newest first.')
      .addOption(new Option('--status <status>', 'only those with this status').choices(STATUSES))
      .addOption(limitOption())
      .action(async ({ status, limit }: { status?: (typeof STATUSES)[number]; limit: number }, command: Command) => {
        const { pickups } = await context.client(command)
        const found = await pickups.list({ status, limit: Math.min(limit, 100) }).toArray({ limit })
        context.showList(command, found, (rows) =>
          table(rows.map(toRow), ['pickup_id', 'status', 'carrier', 'from', 'to', 'parcels', 'confirmation']),
        )
      }),
    'waybill pickups list --status scheduled',
  )

const cancelCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('cancel')
      .description('Cancel a pickup, and wait for the answer of its carrier.')
      .argument('<pickup_id>')
      .addOption(idempotencyKeyOption())
      .action(async (id: string, { idempotencyKey }: { idempotencyKey?: string }, command: Command) => {
        const waybill = await context.client(command)
        const asked = await context.change(
          { words: ['pickups', 'cancel', id] },
          waybill.pickups.cancel(id, { idempotencyKey }),
        )
        const isKnown = ({ status, error }: Pickup) => status === 'cancelled' || error !== null
        show(context, command, await untilKnown(waybill, asked, isKnown))
      }),
    'waybill pickups cancel pku_…',
  )

/** The pickup once the carrier has answered. Throws a CliError if it does not in time. */
async function untilKnown(waybill: Waybill, asked: Pickup, isKnown: (pickup: Pickup) => boolean): Promise<Pickup> {
  const until = performance.now() + WITHIN_MS
  let pickup = asked
  while (!isKnown(pickup)) {
    const { pickup_id: id } = pickup
    if (performance.now() > until)
      throw new CliError(EXIT.pending, `The carrier has not answered yet. Look again: waybill pickups get ${id}`)
    await sleep(POLL_MS)
    pickup = await waybill.pickups.get(id)
  }
  return pickup
}

function show(context: MerchantContext, command: Command, pickup: Pickup): void {
  context.show(command, pickup, summary)
  if (pickup.error !== null) throw new CliError(EXIT.refused, pickup.error.message)
}

const toRow = (pickup: Pickup) => ({
  pickup_id: pickup.pickup_id,
  status: pickup.status,
  carrier: pickup.carrier_code,
  from: pickup.window_from,
  to: pickup.window_to,
  parcels: pickup.parcels,
  confirmation: pickup.confirmation_number,
})

const summary = (pickup: Pickup): string =>
  record({
    ...toRow(pickup),
    bookings: pickup.booking_ids.join(', '),
    price: pickup.price && `${pickup.price.amount} ${pickup.price.currency}`,
    instructions: pickup.instructions,
  })
