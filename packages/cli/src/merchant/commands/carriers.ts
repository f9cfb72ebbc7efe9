/** `waybill carriers …`. */
import { password, select } from '@inquirer/prompts'
import type { Carrier, Waybill } from '@waybill/sdk'
import { Command } from 'commander'
import { CliError } from '../../cli-error.ts'
import { record, table } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { readDocument } from '../input.ts'
import { withExamples } from '../options.ts'

type Field = NonNullable<Carrier['account']>['fields'][number]

const MOST_CARRIERS = 1_000
/** Questions go to standard error, so that standard output has results only. */
const ASIDE = { output: process.stderr }

export const carriersCommand = (context: MerchantContext): Command =>
  new Command('carriers')
    .description('List carriers, and connect your accounts with them.')
    .addCommand(listCommand(context))
    .addCommand(connectCommand(context))

const listCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('list').description('List every carrier.').action(async (_options, command: Command) => {
      const carriers = await readCarriers(await context.client(command))
      context.showList(command, carriers, (rows) =>
        table(rows.map(row), ['carrier_code', 'name', 'simulated', 'credentials']),
      )
    }),
    'waybill carriers list',
  )

const readCarriers = (waybill: Waybill): Promise<Carrier[]> => waybill.carriers.list().toArray({ limit: MOST_CARRIERS })

const row = ({ carrier_code, name, simulated, account }: Carrier) => ({
  carrier_code,
  name,
  simulated,
  credentials: account === null ? null : account.fields.map((field) => field.name),
})

interface ConnectOptions {
  name?: string
  credentials?: string
  account?: string
  endpoint?: string
}

function connectCommand(context: MerchantContext): Command {
  const connect = new Command('connect')
    .description('Connect your account with a carrier. Its credentials are asked hidden, or read from a file.')
    .argument('[carrier_code]')
    .option('--name <name>', 'your name for the account (default: that of the carrier)')
    .option('--credentials <file>', 'the credentials as a JSON object; - reads standard input')
    .option('--account <carrier_account_id>', 'replace the credentials of this account')
    .option('--endpoint <url>', 'in place of the address of the carrier, where the operator allows it')
    .action(async (code: string | undefined, options: ConnectOptions, command: Command) => {
      if (!context.terminal.isInteractive && (code === undefined || options.credentials === undefined))
        throw new CliError(EXIT.usage, 'Pass a carrier_code and --credentials <file>: nobody can answer here.')
      const waybill = await context.client(command)
      const carrier = await chooseCarrier(await readCarriers(waybill), code)
      const credentials = options.credentials
        ? ((await readDocument(options.credentials, context.terminal)) as Record<string, string>)
        : await askCredentials(carrier.account?.fields ?? [])
      const { account, endpoint, name = carrier.name } = options
      const { carrier_account_id: id } = account
        ? await waybill.carrierAccounts.update(account, { credentials })
        : await waybill.carrierAccounts.create({ carrier_code: carrier.carrier_code, name, credentials, endpoint })
      context.show(command, await verify(context, waybill, { carrier, id }), ({ status, callback_url }) => {
        const manual = carrier.account?.callbacks === 'manual'
        const todo = manual ? `Enter the callback_url in your account at ${carrier.name}.\n` : ''
        return record({ carrier_account_id: id, status, callback_url }) + todo
      })
    })
  return withExamples(connect, 'waybill carriers connect easypost --credentials easypost.json')
}

/** Throws a CliError that says how to replace the credentials. The account stays, without offers. */
async function verify(context: MerchantContext, waybill: Waybill, { carrier, id }: { carrier: Carrier; id: string }) {
  try {
    return await waybill.carrierAccounts.verify(id)
  } catch (error) {
    const failure = context.explain(error)
    if (failure === null) throw error
    const again = `The account is stored as ${id}. To replace its credentials: waybill carriers connect ${carrier.carrier_code} --account ${id}`
    throw new CliError(failure.exitCode, `${failure.message}\n${again}`, { cause: error })
  }
}

/** Throws a CliError for a code that is unknown or needs no account. */
async function chooseCarrier(carriers: Carrier[], code: string | undefined): Promise<Carrier> {
  const connectable = carriers.filter(({ account }) => account !== null)
  const choices = connectable.map((carrier) => ({ value: carrier, name: carrier.name }))
  if (code === undefined) return await select({ message: 'Which carrier?', choices }, ASIDE)
  const carrier = connectable.find((one) => one.carrier_code === code)
  if (carrier !== undefined) return carrier
  const codes = connectable.map((one) => one.carrier_code).join(', ')
  throw new CliError(EXIT.usage, `"${code}" is no carrier that has accounts. Carriers: ${codes}.`)
}

/** Waybill does not say which of them are secrets, so none is shown. */
async function askCredentials(fields: readonly Field[]): Promise<Record<string, string>> {
  const given: [string, string][] = []
  for (const field of fields) {
    const message = `${field.label}${field.required ? '' : ' (optional)'}`
    process.stderr.write(`${field.help}\n`)
    const validate = (text: string) => checkField(field, text)
    const text = await password({ message, mask: false, toggleMask: false, validate }, ASIDE)
    if (text !== '') given.push([field.name, text])
  }
  return Object.fromEntries(given)
}

/** True, or what is wrong. */
function checkField({ required, pattern, example }: Field, text: string): true | string {
  if (text === '') return required ? 'This is required.' : true
  if (pattern === null || new RegExp(pattern, 'u').test(text)) return true
  return example === null ? 'This has another form than expected.' : `Expected a form such as ${example}.`
}
