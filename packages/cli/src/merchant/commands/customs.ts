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
  vatCountry?: string
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
  set.option(
    '--vat-country <code>',
    'country of a VAT number that does not begin with it, such as NO; empty removes it',
  )
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
      ...([...numberTypes, 'vatCountry' as const].some((name) => options[name] !== undefined) && {
        tax_ids: newTaxIds(stored, options),
      }),
    }
    // Numbers are replaced as a whole: one that somebody else has just set is not lost.
    const updated = await customsDefaults.update(changes, { ifMatch: etag ?? undefined })
    context.show(command, updated, describe)
  })
  return withExamples(set, 'waybill customs set --signer "Ada Baker" --eori GB123456789000')
}

/** The stored numbers, with those of the options in place of the ones of their type. Throws if a type has several. */
function newTaxIds({ tax_ids: stored }: CustomsDefaults, options: SetOptions): TaxIds {
  const set = numberTypes.filter(
    (type) => options[type] !== undefined || (type === 'vat' && options.vatCountry !== undefined),
  )
  const several = set.find((type) => stored.filter((id) => id.type === type).length > 1)
  if (several) {
    const message = `Several ${several} numbers are stored, and this would replace all. Change them with the API: tax_ids.`
    throw new CliError(EXIT.usage, message)
  }
  const others = stored.filter(({ type }) => !set.some((one) => one === type)) as TaxIds
  return [...others, ...set.flatMap((type) => newTaxId(type, stored, options))]
}

function newTaxId(type: NumberType, stored: CustomsDefaults['tax_ids'], options: SetOptions): TaxIds {
  const before = stored.find((id) => id.type === type)
  const number = options[type] ?? before?.number
  if (number === undefined) throw new CliError(EXIT.usage, 'Pass --vat, too: no VAT number is stored.')
  if (number === '') return []
  const keptCountry = before && isOfSameCountry(type, before.number, number) ? before.issuing_country : null
  const stated = type === 'vat' ? options.vatCountry : undefined
  return [{ type, number, issuing_country: stated === undefined ? keptCountry : stated.toUpperCase() || null }]
}

/** Whether a number begins as the one before, or with no letters that say its country. */
function isOfSameCountry(type: NumberType, before: string, after: string): boolean {
  const begin = (number: string) =>
    number
      .replace(/\s/g, '')
      .toUpperCase()
      .slice(0, type === 'ioss' ? 5 : 2)
  return /^\s*\d/.test(after) || begin(before) === begin(after)
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
