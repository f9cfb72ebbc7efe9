/** `waybill admin members …`: the people of merchants. */
import { Command } from 'commander'
import { CliError, EXIT } from '../cli-error.ts'
import { type CommandContext, id, print } from '../command-context.ts'
import { record, table } from '../table.ts'

interface Member {
  user_id: string
  email: string
  name: string
  role: string
  deactivated_at: string | null
  created_at: string
}

interface SignInLink {
  user_id: string
  email: string
  sign_in_url: string
  expires_in_seconds: number
}

interface Erased {
  user_id: string
  merchant_id: string
  erased: boolean
}

const withLink = (made: SignInLink): string =>
  `${record(made)}\nThe link signs in once. Hand it to its user over a private channel.\n`

export function membersCommand(context: CommandContext): Command {
  const members = new Command('members').description('Manage who may sign in for a merchant.')
  members
    .command('create-owner')
    .description('Create an owner of a merchant, who then invites the rest of the team, and a link to sign in.')
    .argument('<merchant_id>')
    .requiredOption('--email <address>', 'e-mail address, with which the owner signs in')
    .requiredOption('--name <name>', 'name of the person')
    .action(async (merchantId: string, { email, name }: { email: string; name: string }, command: Command) => {
      const path = `/admin/merchants/${id(merchantId)}/owners`
      print(context, command, await context.call<Member & SignInLink>('POST', path, { email, name }), withLink)
    })
  members
    .command('list')
    .description('List the team of a merchant, oldest first.')
    .argument('<merchant_id>')
    .action(async (merchantId: string, _options, command: Command) => {
      const found = await context.call<Member[]>('GET', `/admin/merchants/${id(merchantId)}/members`)
      print(context, command, found, (rows) =>
        table(rows, ['user_id', 'email', 'name', 'role', 'deactivated_at', 'created_at']),
      )
    })
  members
    .command('sign-in-link')
    .description('Make a link that signs a member in, once, within an hour.')
    .argument('<merchant_id>')
    .argument('<email>', 'e-mail address of the member')
    .action(async (merchantId: string, email: string, _options, command: Command) => {
      const path = `/admin/merchants/${id(merchantId)}/sign-in-links`
      print(context, command, await context.call<SignInLink>('POST', path, { email }), withLink)
    })
  members
    .command('erase')
    .description('Permanently erase the name, e-mail address and sessions of a member, who can then no longer sign in.')
    .argument('<merchant_id>')
    .argument('<member>', 'e-mail address or id of the member')
    .option('--yes', 'skip the confirmation')
    .action(async (merchantId: string, member: string, { yes }: { yes?: boolean }, command: Command) => {
      if (!yes && !(await context.confirm(`Permanently erase ${member} of ${merchantId}?`)))
        throw new CliError(EXIT.refused, 'Nothing was erased.')
      const path = `/admin/merchants/${id(merchantId)}/member-erasures`
      const who = member.includes('@') ? { email: member } : { user_id: member }
      print(context, command, await context.call<Erased>('POST', path, who), record)
    })
  members
    .command('reset-second-factor')
    .description(
      'Remove the authenticator app, recovery codes and passkeys of a member who has lost them, and end the sessions. The password stays.',
    )
    .argument('<merchant_id>')
    .argument('<email>', 'e-mail address of the member')
    .action(async (merchantId: string, email: string, _options, command: Command) => {
      const path = `/admin/merchants/${id(merchantId)}/second-factor-resets`
      print(context, command, await context.call<Member>('POST', path, { email }), record)
    })
  return members
}
