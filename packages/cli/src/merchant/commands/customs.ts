/** `waybill customs …`: the customs defaults of the environment. */
import type { CustomsDefaults, UpdateCustomsDefaults } from '@waybill/sdk'
import { Command, Option } from 'commander'
import { CliError } from '../../cli-error.ts'
import { record } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { withExamples } from '../options.ts'

type TaxIds = NonNullable<UpdateCustomsDefaults['tax_ids']>
type NumberType = (typeof numberTypes)[number]

const numberTypes = ['eori', 'ioss', 'vat'] as const

interface SetOptions extends Partial<Record<NumberType, string>> {
  contents?: NonNullable<UpdateCustomsDefaults['contents']>
  nonDelivery?: NonNullable<UpdateCustomsDefaults['non_delivery']>
  signer?: string
  exportFiling?: string
}

export const customsCommand = (context: MerchantContext): Command =>
  new Command('customs')
    .description('What shipments that cross a customs border declare, unless they say something else.')
    .addCommand(showCommand(context))
    .addCommand(setCommand(context))
    .addCommand(resetCommand(context))

const showCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('show').description('Show the defaults.').action(async (_options, command: Command) => {
      const { customsDefaults } = await context.client(command)
      context.show(command, await customsDefaults.get(), describe)
    }),
    'waybill customs show',
  )

const describe = ({ tax_ids: ids, environment_id: _, ...defaults }: CustomsDefaults): string =>
  record({
    ...defaults,
    tax_ids: ids.map(
      ({ type, number, issuing_country: country }) => `${type} ${number}${country ? ` (${country})` : ''}`,
    ),
  })

function setCommand(context: MerchantContext): Command {
  const set = new Command('set')
    .description('Set some of the defaults. An empty name or number removes it.')
    .option('--signer <name>', 'who certifies declarations, and signs invoices and postal forms')
    .option('--export-filing <text>', 'exemption of exports of the United States, such as "NOEEI 30.37(a)"')
    .addOption(
      new Option('--contents <contents>', 'why goods are sent').choices([
        ...['merchandise', 'documents', 'gift', 'returned_goods', 'sample', 'humanitarian_donation'],
      ]),
    )
    .addOption(new Option('--non-delivery <fate>', 'if undeliverable').choices(['return', 'abandon']))
  for (const type of numberTypes) set.option(`--${type} <number>`, `your ${type.toUpperCase()} number`)
  set.action(async (options: SetOptions, command: Command) => {
    if (Object.keys(options).length === 0) throw new CliError(EXIT.usage, 'Pass at least one option.')
    const { customsDefaults } = await context.client(command)
    const { signer, exportFiling, contents, nonDelivery } = options
    const { data: stored, etag } = await customsDefaults.get().withResponse()
    const changes: UpdateCustomsDefaults = {
      contents,
      non_delivery: nonDelivery,
      ...(signer !== undefined && { certify: signer !== '', certify_signer: signer }),
      ...(exportFiling !== undefined && { export_filing: exportFiling }),
      ...(numberTypes.some((type) => options[type] !== undefined) && { tax_ids: newTaxIds(stored, options) }),
    }
    // Numbers are replaced as a whole: one that somebody else has just set is not lost.
    const updated = await customsDefaults.update(changes, { ifMatch: etag ?? undefined })
    context.show(command, updated, describe)
  })
  return withExamples(set, 'waybill customs set --signer "Ada Baker" --eori GB123456789000')
}

/** The stored numbers, with those of the options in place of the ones of their type. */
function newTaxIds({ tax_ids: stored }: CustomsDefaults, options: SetOptions): TaxIds {
  const set = numberTypes.filter((type) => options[type] !== undefined)
  const others = stored.filter(({ type }) => !set.some((one) => one === type)) as TaxIds
  return [...others, ...set.flatMap((type) => (options[type] ? [{ type, number: options[type] }] : []))]
}

const resetCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('reset').description('Remove all defaults.').action(async (_options, command: Command) => {
      const { customsDefaults } = await context.client(command)
      await customsDefaults.reset()
      context.show(command, await customsDefaults.get(), describe)
    }),
    'waybill customs reset',
  )
