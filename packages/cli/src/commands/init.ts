/** `waybill admin init`: what an installation needs before somebody can sign in and call the API. */
import { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { type CommandContext, id, print } from '../command-context.ts'

interface Named {
  merchant_id: string
  name: string
}

interface Environment {
  environment_id: string
  mode: string
}

interface Key {
  key_id: string
  name: string
  revoked_at: string | null
}

interface Begun {
  merchant_id: string
  test_environment_id: string
  live_environment_id: string
  key_id: string
  /** Null if the key was made by an earlier call: it is shown once. */
  access_token: string | null
  sign_in_url: string
  expires_in_seconds: number
}

const KEY_NAME = 'First key'

export const initCommand = (context: CommandContext): Command =>
  new Command('init')
    .description(
      'Make the first merchant: a test and a live environment, a key for tests, and an owner with a link to sign in.',
    )
    .requiredOption('--merchant <name>', 'display name of the merchant')
    .requiredOption('--name <name>', 'name of the owner')
    .requiredOption('--email <address>', 'e-mail address with which the owner signs in')
    .addHelpText(
      'after',
      `
Makes only what is missing, so it may run again: it then prints a new link, and not the key, which is shown once.`,
    )
    .action(async (options: Options, command: Command) => {
      print(context, command, await begin(context, options), (begun) => report(begun, context.env.WAYBILL_PUBLIC_URL))
    })

interface Options {
  merchant: string
  name: string
  email: string
}

async function begin({ call }: CommandContext, { merchant, name, email }: Options): Promise<Begun> {
  const merchants = await call<Named[]>('GET', '/admin/merchants')
  const { merchant_id } =
    merchants.find((one) => one.name === merchant) ??
    (await call<Named>('POST', '/admin/merchants', { name: merchant }))
  const path = `/admin/merchants/${id(merchant_id)}`
  const environments = await call<Environment[]>('GET', `${path}/environments`)
  const ensure = async (mode: string): Promise<string> => {
    const found = environments.find((one) => one.mode === mode)
    return (found ?? (await call<Environment>('POST', `${path}/environments`, { mode }))).environment_id
  }
  const test_environment_id = await ensure('test')
  const live_environment_id = await ensure('live')
  const members = await call<{ email: string }[]>('GET', `${path}/members`)
  const isMember = members.some((member) => member.email.toLowerCase() === email.toLowerCase())
  const link = isMember
    ? await call<Link>('POST', `${path}/sign-in-links`, { email })
    : await call<Link>('POST', `${path}/owners`, { email, name })
  const keysPath = `/admin/environments/${id(test_environment_id)}/keys`
  const keys = await call<Key[]>('GET', keysPath)
  const key = keys.find((one) => one.name === KEY_NAME && one.revoked_at === null)
  const made = key ? null : await call<Key & { access_token: string }>('POST', keysPath, { name: KEY_NAME })
  const key_id = (key ?? made)?.key_id
  if (key_id === undefined) throw new CliError(1, 'The admin API answered without a key.')
  return {
    merchant_id,
    test_environment_id,
    live_environment_id,
    key_id,
    access_token: made?.access_token ?? null,
    sign_in_url: link.sign_in_url,
    expires_in_seconds: link.expires_in_seconds,
  }
}

type Link = Pick<Begun, 'sign_in_url' | 'expires_in_seconds'>

const report = (begun: Begun, publicUrl = 'http://localhost:8080'): string => `
  Merchant          ${begun.merchant_id}
  Test environment  ${begun.test_environment_id}
  Live environment  ${begun.live_environment_id}
  Test key          ${begun.access_token ?? `${begun.key_id}, shown when it was made; for another: waybill admin keys create ${begun.test_environment_id}`}

Sign in, once, within ${Math.round(begun.expires_in_seconds / 60)} minutes:

  ${begun.sign_in_url}

Next:
  1. In the console, under Carriers, connect a carrier. Until then, live shipments get no rates; the test environment has simulated
     carriers, if the simulator runs.
  2. Invite the team under Settings.
  3. Check the installation: waybill admin doctor
     The API: ${publicUrl}/docs
`
