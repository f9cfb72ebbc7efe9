/** `waybill manifests`: the labels of a day, closed with their carrier. */
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Manifest, Waybill } from '@waybill/sdk'
import { Command, Option } from 'commander'
import { CliError } from '../../cli-error.ts'
import { record, table } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { idempotencyKeyOption, limitOption, withExamples } from '../options.ts'

interface CreateOptions {
  account?: string
  date?: string
  location?: string
  idempotencyKey?: string
}

const POLL_MS = 500
const WITHIN_MS = 60_000
const STATUSES = ['creating', 'created', 'failed'] as const

export const manifestsCommand = (context: MerchantContext): Command =>
  new Command('manifests')
    .description('Close the day with carriers that need a list of their labels.')
    .addCommand(createCommand(context))
    .addCommand(openCommand(context))
    .addCommand(getCommand(context))
    .addCommand(listCommand(context))
    .addCommand(documentCommand(context))

const createCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('create')
      .description('Close labels of one carrier account, place and day, and wait for the answer of the carrier.')
      .argument('[booking_id...]', 'none: all of the account, place and day that are in no manifest')
      .option('--account <carrier_account_id>', 'default: that of the first booking')
      .option('--date <date>', 'day of the collection, YYYY-MM-DD')
      .option('--location <location_id>', 'the pickup location')
      .addOption(idempotencyKeyOption())
      .action(async (ids: string[], { account, date, location, idempotencyKey }: CreateOptions, command: Command) => {
        const waybill = await context.client(command)
        const manifest = {
          carrier_account_id: account ?? null,
          booking_ids: ids.length > 0 ? ids : null,
          ship_date: date ?? null,
          location_id: location ?? null,
        }
        const repeat = { words: ['manifests', 'create', ...ids], options: { account, date, location } }
        const created = await context.change(repeat, waybill.manifests.create(manifest, { idempotencyKey }))
        const known = await untilKnown(waybill, created)
        context.show(command, known, summary)
        if (known.error !== null) throw new CliError(EXIT.refused, known.error.message)
      }),
    'waybill manifests create bkg_…',
  )

const openCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('open')
      .description('List the labels that are in no manifest, by account and place.')
      .option('--date <date>', 'day of the collection, YYYY-MM-DD; default: today in UTC')
      .action(async ({ date }: { date?: string }, command: Command) => {
        const { manifests } = await context.client(command)
        const found = await manifests.openLabels({ ship_date: date }).toArray({ limit: 1_000 })
        context.showList(command, found, (rows) =>
          table(
            rows.map(({ carrier_account_id, carrier_code, address, booking_ids, left_out, makes_manifests }) => ({
              carrier: carrier_code,
              account: carrier_account_id,
              place: address && `${address.address_line_1}, ${address.city}`,
              open: booking_ids.length,
              left_out: left_out.length,
              manifests: makes_manifests ? 'yes' : 'none',
            })),
            ['carrier', 'account', 'place', 'open', 'left_out', 'manifests'],
          ),
        )
      }),
    'waybill manifests open',
  )

const getCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('get')
      .description('Show a manifest.')
      .argument('<manifest_id>')
      .action(async (id: string, _: object, command: Command) => {
        const { manifests } = await context.client(command)
        context.show(command, await manifests.get(id), summary)
      }),
    'waybill manifests get mnf_…',
  )

const listCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('list')
      .description('List manifests, newest first.')
      .addOption(new Option('--status <status>', 'only those with this status').choices(STATUSES))
      .addOption(limitOption())
      .action(async ({ status, limit }: { status?: (typeof STATUSES)[number]; limit: number }, command: Command) => {
        const { manifests } = await context.client(command)
        const found = await manifests.list({ status, limit: Math.min(limit, 100) }).toArray({ limit })
        context.showList(command, found, (rows) =>
          table(rows.map(toRow), ['manifest_id', 'status', 'carrier', 'date', 'labels', 'left_out', 'number']),
        )
      }),
    'waybill manifests list --status created',
  )

const documentCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('document')
      .description('Save the document of a manifest.')
      .argument('<manifest_id>')
      .option('-o, --output <file>', 'where; default: <manifest_id>.pdf')
      .action(async (id: string, { output = `${id}.pdf` }: { output?: string }, command: Command) => {
        const { manifests } = await context.client(command)
        await writeFile(output, new Uint8Array(await (await manifests.document(id)).arrayBuffer()))
      }),
    'waybill manifests document mnf_… --output manifest.pdf',
  )

/** The manifest once the carrier has answered. Throws a CliError if it does not in time. */
async function untilKnown(waybill: Waybill, asked: Manifest): Promise<Manifest> {
  const until = performance.now() + WITHIN_MS
  let manifest = asked
  while (manifest.status === 'creating') {
    const { manifest_id: id } = manifest
    if (performance.now() > until)
      throw new CliError(EXIT.pending, `The carrier has not answered yet. Look again: waybill manifests get ${id}`)
    await sleep(POLL_MS)
    manifest = await waybill.manifests.get(id)
  }
  return manifest
}

const toRow = (manifest: Manifest) => ({
  manifest_id: manifest.manifest_id,
  status: manifest.status,
  carrier: manifest.carrier_code,
  date: manifest.ship_date,
  labels: manifest.booking_ids.length,
  left_out: manifest.left_out.length,
  number: manifest.manifest_number,
})

const summary = (manifest: Manifest): string =>
  record({
    ...toRow(manifest),
    bookings: manifest.booking_ids.join(', '),
    left_out: manifest.left_out.map(({ booking_id, message }) => `${booking_id} ${message}`).join('; ') || null,
  })
