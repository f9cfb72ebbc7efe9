/** `waybill admin …`: merchants, environments, API keys and other operator commands. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { type SandboxFacts, sandboxBanner } from '../banner.ts'
import { CliError, EXIT } from '../cli-error.ts'
import { type CommandContext, id, print } from '../command-context.ts'
import { record, table } from '../table.ts'
import { auditCommand } from './audit.ts'
import { doubtfulCommand } from './bookings.ts'
import { certificatesCommand } from './certificates.ts'
import { doctorCommand } from './doctor.ts'
import { eraseCommand } from './erase.ts'
import { outboxCommand, parkedCommand } from './events.ts'
import { initCommand } from './init.ts'
import { internalKeysCommand } from './internal-keys.ts'
import { membersCommand } from './members.ts'
import { migrateCommand } from './migrate.ts'
import { addSuspension } from './suspension.ts'

interface Merchant {
  merchant_id: string
  name: string
  suspended_at: string | null
  created_at: string
}

interface Environment {
  environment_id: string
  merchant_id: string
  name: string
  mode: string
  suspended_at: string | null
  created_at: string
}

interface Key {
  key_id: string
  environment_id: string
  name: string
  token: string
  scopes: string[] | null
  rate_limit_per_second: number | null
  revoked_at: string | null
  expires_at: string | null
  last_used_at: string | null
  suspended_at: string | null
  created_at: string
}

export function adminCommand(context: CommandContext): Command {
  return new Command('admin')
    .description('Manage merchants, keys, events and schemas of an installation.')
    .addCommand(initCommand(context))
    .addCommand(merchantsCommand(context))
    .addCommand(environmentsCommand(context))
    .addCommand(keysCommand(context))
    .addCommand(membersCommand(context))
    .addCommand(demoCommand(context))
    .addCommand(doctorCommand(context))
    .addCommand(migrateCommand(context))
    .addCommand(internalKeysCommand(context))
    .addCommand(certificatesCommand(context))
    .addCommand(eraseCommand(context))
    .addCommand(doubtfulCommand(context))
    .addCommand(parkedCommand(context))
    .addCommand(outboxCommand(context))
    .addCommand(auditCommand(context))
}

function merchantsCommand(context: CommandContext): Command {
  const merchants = new Command('merchants').description('Manage merchants.')
  merchants
    .command('create')
    .description('Create a merchant.')
    .argument('<name>', 'display name')
    .action(async (name: string, _options, command: Command) => {
      print(context, command, await context.call<Merchant>('POST', '/admin/merchants', { name }), record)
    })
  merchants
    .command('list')
    .description('List merchants, newest first.')
    .action(async (_options, command: Command) => {
      const found = await context.call<Merchant[]>('GET', '/admin/merchants')
      print(context, command, found, (rows) => table(rows, ['merchant_id', 'name', 'suspended_at', 'created_at']))
    })
  addSuspension(context, merchants, 'merchant')
  return merchants
}

function environmentsCommand(context: CommandContext): Command {
  const environments = new Command('environments').description('Manage the test and live environments of a merchant.')
  environments
    .command('create')
    .description('Create an environment.')
    .argument('<merchant_id>')
    .addOption(new Option('--mode <mode>', 'test or live').choices(['test', 'live']).default('test'))
    .option('--name <name>', 'display name')
    .action(async (merchantId: string, { mode, name }: { mode: string; name?: string }, command: Command) => {
      const path = `/admin/merchants/${id(merchantId)}/environments`
      print(context, command, await context.call<Environment>('POST', path, { mode, name }), record)
    })
  environments
    .command('list')
    .description('List the environments of a merchant, newest first.')
    .argument('<merchant_id>')
    .action(async (merchantId: string, _options, command: Command) => {
      const found = await context.call<Environment[]>('GET', `/admin/merchants/${id(merchantId)}/environments`)
      print(context, command, found, (rows) =>
        table(rows, ['environment_id', 'mode', 'name', 'suspended_at', 'created_at']),
      )
    })
  addSuspension(context, environments, 'environment')
  return environments
}

function keysCommand(context: CommandContext): Command {
  const keys = new Command('keys').description('Manage the API keys of an environment.')
  keys
    .command('create')
    .description('Create an API key. Its access token is shown only once.')
    .argument('<environment_id>')
    .option('--name <name>', 'display name')
    .option(
      '--scope <scope...>',
      'restrict the key to these scopes, such as shipments:read (default: all scopes except those on API keys)',
    )
    .option(
      '--rate-limit <requests>',
      'requests per second (default: the limit of the installation)',
      parsePositiveInteger,
    )
    .addOption(
      new Option('--expires-in <time>', 'lifetime, such as 90d, 12h or 30m (default: the key does not expire)')
        .argParser(parseLifetime)
        .conflicts('expiresAt'),
    )
    .option('--expires-at <time>', 'when the key expires, such as 2027-01-31T00:00:00Z')
    .action(async (environmentId: string, options: NewKeyOptions, command: Command) => {
      const path = `/admin/environments/${id(environmentId)}/keys`
      const expiry = options.expiresIn && new Date(Date.now() + options.expiresIn).toISOString()
      const body = {
        name: options.name,
        scopes: options.scope,
        rate_limit_per_second: options.rateLimit,
        expires_at: options.expiresAt ?? expiry,
      }
      const made = await context.call<Key & { access_token: string }>('POST', path, body)
      print(
        context,
        command,
        made,
        ({ token: _, ...shown }) => `${record(shown)}\nStore the access token now: it is not shown again.\n`,
      )
    })
  keys
    .command('list')
    .description('List the API keys of an environment, newest first.')
    .argument('<environment_id>')
    .action(async (environmentId: string, _options, command: Command) => {
      const found = await context.call<Key[]>('GET', `/admin/environments/${id(environmentId)}/keys`)
      print(context, command, found, (rows) => table(rows, KEY_COLUMNS))
    })
  keys
    .command('revoke')
    .description('Revoke an API key for good. Every gateway rejects it within one second.')
    .argument('<key_id>')
    .action(async (keyId: string, _options, command: Command) => {
      const revoked = await context.call<Key>('DELETE', `/admin/keys/${id(keyId)}`)
      print(context, command, revoked, (key) => `Revoked ${key.key_id} (${key.token}).\n`)
    })
  addSuspension(context, keys, 'key')
  return keys
}

const KEY_COLUMNS = [
  'key_id',
  'name',
  'token',
  'scopes',
  'last_used_at',
  'expires_at',
  'suspended_at',
  'revoked_at',
] as const

interface NewKeyOptions {
  name?: string
  scope?: string[]
  rateLimit?: number
  /** Milliseconds. */
  expiresIn?: number
  expiresAt?: string
}

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

function parseLifetime(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? []
  if (count !== undefined) return Number(count) * (UNIT_MS[unit] as number)
  throw new InvalidArgumentError('Expected a number of minutes, hours or days, such as 30m, 12h or 90d.')
}

function parsePositiveInteger(text: string): number {
  if (/^\d{1,7}$/.test(text) && Number(text) > 0) return Number(text)
  throw new InvalidArgumentError('Expected a whole number from 1 to 9999999.')
}

const demoCommand = (context: CommandContext): Command =>
  new Command('demo')
    .description(
      'Create a key of the demo merchant, and print it with a first call. Demo keys that nobody used for a day end.',
    )
    .option('--yes', 'skip the question where the API is public')
    .action(async ({ yes }: { yes?: boolean }, command: Command) => {
      const url = context.env.WAYBILL_PUBLIC_URL
      if (!yes && url && !isLocal(url)) {
        const question = `Make a demo merchant, with an owner and a key, at ${url}? For a real one: waybill admin init.`
        if (!(await context.confirm(question))) throw new CliError(EXIT.refused, 'Nothing was made.')
      }
      const made = await context.call<SandboxFacts>('POST', '/admin/demo', { access_token: context.demoToken() })
      print(context, command, made, (facts) => sandboxBanner(facts))
    })

const isLocal = (url: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname)
