/** `waybill login`, `logout`, `whoami`, `profiles`. */
import { input, password } from '@inquirer/prompts'
import { PermissionError } from '@waybill/sdk'
import { Command } from 'commander'
import { CliError } from '../../cli-error.ts'
import { record, table } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { withExamples } from '../options.ts'
import { type Access, checkBaseUrl, checkToken, profileName } from '../profiles/access.ts'
import { checkName, findProfile, maskToken, profileNames, removeProfile, saveProfile } from '../profiles/profile.ts'

const LOCAL_ADDRESS = 'http://localhost:8080'
/** Questions go to standard error, so that standard output has results only. */
const ASIDE = { output: process.stderr }

export function signInCommands(context: MerchantContext): Command[] {
  const login = new Command('login')
    .description(
      'Check an API key and store it as a profile. The key is read hidden from the terminal, or from standard input.',
    )
    .option('--base-url <url>', 'address of your Waybill (default: WAYBILL_URL, else the command asks)')
    .action(async ({ baseUrl }: { baseUrl?: string }, command: Command) => {
      const name = checkName(getName(context, command))
      const access: Access = {
        baseUrl: checkBaseUrl(baseUrl ?? (await askBaseUrl(context))),
        apiKey: checkToken(await askToken(context)),
        profile: name,
      }
      await checkKey(context, access, command)
      await saveProfile(context.folder, name, access)
      const facts = readFacts(access)
      if (context.terminal.env.WAYBILL_API_KEY)
        context.note(command, 'WAYBILL_API_KEY is set here, and is used instead of the profile: unset WAYBILL_API_KEY.')
      context.show(
        command,
        facts,
        () => `Signed in at ${facts.base_url} with ${facts.key}, as the profile "${name}".\n`,
      )
    })
  const logout = new Command('logout')
    .description('Remove a profile and its key from this machine. The key stays valid: revoke it with the API.')
    .action(async (_options, command: Command) => {
      const name = getName(context, command)
      const removed = await removeProfile(context.folder, name)
      if (!removed) throw new CliError(EXIT.signedOut, `There is no profile "${name}".`)
      context.show(command, { profile: name, removed }, () => `Removed the profile "${name}".\n`)
    })
  const whoami = new Command('whoami')
    .description('Show the profile, address and start of the key in use, after checking it.')
    .action(async (_options, command: Command) => {
      const access = await context.access(command)
      await checkKey(context, access, command)
      const facts = readFacts(access)
      const profile = facts.profile ?? '–, because WAYBILL_API_KEY is set'
      context.show(command, facts, () => record({ ...facts, profile }))
    })
  const profiles = new Command('profiles')
    .description('List the stored profiles.')
    .action(async (_options, command: Command) => {
      const names = await profileNames(context.folder)
      const found = await Promise.all(
        names.map(async (name) => {
          const profile = await findProfile(context.folder, name)
          return profile === null ? [] : [readFacts({ ...profile, profile: name })]
        }),
      )
      context.showList(command, found.flat(), (rows) => table(rows, ['profile', 'base_url', 'mode', 'key']))
    })
  return [
    withExamples(login, 'waybill login --base-url "$WAYBILL_URL" < key.txt'),
    withExamples(logout, 'waybill logout'),
    withExamples(whoami, 'waybill whoami'),
    withExamples(profiles, 'waybill profiles'),
  ]
}

const getName = ({ terminal: { env } }: MerchantContext, command: Command): string =>
  profileName({ env, profile: command.optsWithGlobals<{ profile?: string }>().profile })

const readFacts = ({ profile, baseUrl, apiKey }: Access) => ({
  profile,
  base_url: baseUrl,
  mode: /^wb_(test|live)_/.exec(apiKey)?.[1] ?? null,
  key: maskToken(apiKey),
})

async function askBaseUrl({ terminal }: MerchantContext): Promise<string> {
  if (terminal.env.WAYBILL_URL) return terminal.env.WAYBILL_URL
  if (!terminal.isInteractive)
    throw new CliError(EXIT.usage, 'Pass --base-url, or set WAYBILL_URL to the address of your Waybill.')
  return await input({ message: 'Address of your Waybill', default: LOCAL_ADDRESS }, ASIDE)
}

async function askToken({ terminal }: MerchantContext): Promise<string> {
  if (terminal.isInteractive)
    return (
      await password({ message: 'API key (wb_test_… or wb_live_…)', mask: false, toggleMask: false }, ASIDE)
    ).trim()
  return ((await terminal.readInput?.()) ?? '').toString().trim()
}

/** Throws the error of a key that is not valid. */
async function checkKey(context: MerchantContext, access: Access, command: Command): Promise<void> {
  try {
    await context.createClient(access, command).carriers.list()
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error // a valid key that may not list carriers
  }
}
